import fc from 'fast-check';
import { certifiedFileWith } from '../../../nodes/Signaturit/transport/expected';
import { writes, type Write } from '../../../nodes/Signaturit/transport/writes';
import { ADA } from '../../people';
import { problemOf } from './answered';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const upload = writes.upload('the file was certified', certifiedFileWith(MD5));

interface Answers {
	/** Those that prove it done. */
	done: unknown[];
	/** Those that do not. */
	unknown: unknown[];
}

/** The ID is that of what is new, or of another thing than the path names. */
const anyId = { done: [{ id: 'x1', data: [] }], unknown: ['', {}] };
const changed = { done: [{ id: 'x1' }, { id: 'X1' }], unknown: ['', { id: 'another' }] };
/** A group has no ID by the reference. */
const group = { done: [{ name: 'Founders' }], unknown: ['', {}, { name: 5 }] };
const trail = { done: ['', ' \n'], unknown: [{ id: 'x1' }] };
/** Of what answers nothing for sure. */
const undocumented = {
	done: ['', {}, [], { id: 'another' }, { message: 'Deleted' }, { error: null }],
	unknown: [{ error: 'No' }],
};

/** Each write, its method and address, how often it may be sent again after a 429, and answers to it. */
const table: Record<keyof typeof writes, [write: Write, request: string, answers: Answers]> = {
	createSignature: [writes.createSignature, 'POST /v3/signatures.json, looked for', anyId],
	createEmail: [writes.createEmail, 'POST /v3/emails.json, looked for', anyId],
	createSms: [writes.createSms, 'POST /v3/sms.json, looked for', anyId],
	upload: [
		upload,
		'POST /v3/files.json, once',
		{
			done: [{ id: 'f1' }, { id: 'f1', md5: MD5 }, { id: 'f1', md5: MD5.toUpperCase() }],
			unknown: ['', { id: 'f1', md5: 'another' }, { md5: MD5 }],
		},
	],
	cancel: [writes.cancel('x1'), 'PATCH /v3/signatures/x1/cancel.json, freely', changed],
	rename: [writes.rename('x1'), 'POST /v3/signatures/x1/name, freely', changed],
	remind: [
		writes.remind('s1'),
		'POST /v3/signatures/s1/reminder.json, once',
		{
			done: [
				{ id: 's1', documents: [] },
				{ id: 'd1', email: ADA.email, status: 'ready', events: [] },
				{ id: 'd1', status: 'ready' },
			],
			unknown: ['', { id: 's2', documents: [] }, { id: 'd1' }],
		},
	],
	changeSigner: [
		writes.changeSigner('1', '2'),
		'POST /v3/signatures/1/documents/2/signer, once',
		anyId,
	],
	delete: [writes.delete('1'), 'DELETE /v3/signatures/1, freely', undocumented],
	generateAuditTrail: [
		writes.generateAuditTrail('1'),
		'POST /v3/signatures/1/generate/audit_trail, freely, GET after a 405',
		trail,
	],
	generateDocumentTrail: [
		writes.generateDocumentTrail('1', '2'),
		'POST /v3/signatures/1/documents/2/generate/audit_trail, freely',
		trail,
	],
	deleteDevice: [writes.deleteDevice('1'), 'DELETE /v3/account/devices/1, freely', undocumented],
	retryHook: [
		writes.retryHook('h1'),
		'POST /v3/event-hooks/h1/retry, once, GET after a 405',
		{ done: ['', {}], unknown: [{ id: 'h1' }] },
	],
	subscribe: [writes.subscribe, 'POST /v3/subscriptions.json, once', anyId],
	changeSubscription: [
		writes.changeSubscription('1'),
		'PATCH /v3/subscriptions/1.json, freely',
		undocumented,
	],
	unsubscribe: [writes.unsubscribe('1'), 'DELETE /v3/subscriptions/1.json, freely', undocumented],
	createSubscription: [writes.createSubscription(), 'POST /v3/subscriptions.json, once', anyId],
	updateSubscription: [
		writes.updateSubscription('1'),
		'PATCH /v3/subscriptions/1.json, freely',
		undocumented,
	],
	deleteSubscription: [
		writes.deleteSubscription('1'),
		'DELETE /v3/subscriptions/1.json, freely',
		undocumented,
	],
	createBranding: [writes.createBranding(), 'POST /v3/brandings.json, once', anyId],
	updateBranding: [writes.updateBranding('x1'), 'PATCH /v3/brandings/x1.json, freely', changed],
	createContact: [writes.createContact(), 'POST /v3/contacts.json, once', anyId],
	updateContact: [writes.updateContact('x1'), 'PATCH /v3/contacts/x1.json, freely', changed],
	deleteContact: [writes.deleteContact('1'), 'DELETE /v3/contacts/1.json, freely', undocumented],
	validatePhotoId: [
		writes.validatePhotoId(),
		'POST /v3/photoid/validate.json, once',
		{ done: [{}, '{"id":5}'], unknown: ['', []] },
	],
	inviteUser: [writes.inviteUser(), 'POST /v3/team/users.json, once', anyId],
	changeRole: [writes.changeRole('1'), 'PATCH /v3/team/users/1.json, freely', anyId],
	removeUser: [writes.removeUser('1'), 'DELETE /v3/team/users/1.json, freely', undocumented],
	removeSeat: [writes.removeSeat('1'), 'DELETE /v3/team/seats/1.json, freely', undocumented],
	createGroup: [writes.createGroup(), 'POST /v3/team/groups.json, once', group],
	renameGroup: [writes.renameGroup('1'), 'PATCH /v3/team/groups/1.json, freely', group],
	deleteGroup: [writes.deleteGroup('1'), 'DELETE /v3/team/groups/1.json, freely', undocumented],
	addManager: [
		writes.addManager('1', '2'),
		'POST /v3/team/groups/1/managers/2.json, freely',
		group,
	],
	removeManager: [
		writes.removeManager('1', '2'),
		'DELETE /v3/team/groups/1/managers/2.json, freely',
		undocumented,
	],
	addMember: [writes.addMember('1', '2'), 'POST /v3/team/groups/1/members/2.json, freely', group],
	removeMember: [
		writes.removeMember('1', '2'),
		'DELETE /v3/team/groups/1/members/2.json, freely',
		undocumented,
	],
};

/** What no write takes for a success, except empty answers and JSON where nothing is documented. */
const neverDone = ['<html>Log in</html>', '"text"', '7', 'null', '{"id":"s1"', '{"id":5}', '[{}]'];

describe('a write', () => {
	it.each(Object.entries(table))(
		'%s is sent by its method to its address, and repeated only so often',
		(_, [write, request]) => {
			const { method, path, repeat, otherwise } = write;
			const second = otherwise ? `, ${otherwise} after a 405` : '';
			expect(`${method} ${path}, ${repeat}${second}`).toBe(request);
		},
	);

	it.each<[deed: string, Write, advice: string, done: string]>([
		[
			'the signature request was created',
			writes.createSignature,
			'Look for it in Signaturit before you run this again, or it may be sent twice.',
			'a signature request',
		],
		[
			'the certified SMS was sent',
			writes.createSms,
			'Look for it in Signaturit before you run this again, or it may be sent twice.',
			'a certified SMS',
		],
		[
			'the subscription to events was created',
			writes.createSubscription(),
			'Look into the list of subscriptions to events before you run this again, or there may be two.',
			'the subscription to events',
		],
		[
			'the branding was changed',
			writes.updateBranding('1'),
			'Look at the branding before you run this again.',
			'the branding',
		],
		[
			'the subscription to events was changed',
			writes.updateSubscription('1'),
			'Look at the subscription to events before you run this again.',
			'a confirmation',
		],
		[
			'the subscription to events was deleted',
			writes.deleteSubscription('1'),
			'Look into the list of subscriptions to events before you run this again.',
			'a confirmation',
		],
		[
			'the seat was removed',
			writes.removeSeat('1'),
			'Look into the list of seats before you run this again.',
			'a confirmation',
		],
		[
			'the file was certified',
			upload,
			'Run this again only if the file may be certified twice.',
			'the certified file',
		],
		[
			'the signer was changed',
			writes.changeSigner('1', '2'),
			'Look at the documents of the request before you run this again.',
			'the ID of the new document',
		],
		[
			'the role was changed',
			writes.changeRole('1'),
			'Look at the team before you run this again.',
			'the seat',
		],
		[
			'the user was added',
			writes.addMember('1', '2'),
			'Look at the team before you run this again.',
			'the group',
		],
		[
			'the user was removed',
			writes.removeUser('1'),
			'Look at the team before you run this again.',
			'a confirmation',
		],
		[
			'the subscription to events was ended',
			writes.unsubscribe('1'),
			'Publish the workflow and unpublish it again.',
			'a confirmation',
		],
	])('says that %s, what to do when that is unknown, and what proves it done', (...row) => {
		const [deed, write, advice, done] = row;
		expect(write).toMatchObject({ deed, advice, done: { what: done } });
	});
});

describe('a request that writes', () => {
	it.each(
		Object.values(table).flatMap(([write, , { done }]) =>
			done.map((answer) => [write.path, answer, write] as const),
		),
	)('takes %s for done: %j', (_, answer, write) => {
		for (const status of [200, 201, 202, 204]) {
			expect(problemOf(write, status, answer)).toBeUndefined();
		}
	});

	it.each(
		Object.values(table).flatMap(([write, , answers]) => {
			const never = answers === undocumented ? ['<html>Log in</html>', '{"id":"s1"'] : neverDone;
			const all = [...answers.unknown, ...never.filter((answer) => !answers.done.includes(answer))];
			return all.map((answer) => [write.deed, answer, write] as const);
		}),
	)('leaves it unknown whether %s when the answer is %j', (deed, answer, write) => {
		const problem = problemOf(write, 200, answer);
		expect(problem).toMatchObject({
			verdict: 'unknown',
			message: `It is unknown whether ${deed}`,
			advice: write.advice,
			advisesFirst: true,
		});
		expect(problem?.description).toContain('Signaturit did not answer with');
	});

	it.each([300, 301, 302, 303, 307, 308, 408, 409, 425, 499, 500, 501, 502, 503, 504, 520, 599])(
		'leaves it unknown whether it was done after status %d',
		(status) => {
			fc.assert(
				fc.property(fc.constantFrom(...Object.values(table)), fc.string(), ([write], body) => {
					const problem = problemOf(write, status, body);
					expect(problem).toMatchObject({ verdict: 'unknown', httpCode: String(status) });
					expect(`${problem?.message} ${problem?.description}`).not.toMatch(/try again/i);
				}),
				{ examples: [[table.createSignature, '']] },
			);
		},
	);

	it.each([400, 401, 402, 403, 404, 405, 406, 410, 413, 415, 422, 429, 451])(
		'takes status %d for a refusal',
		(status) => {
			expect(problemOf(writes.createSignature, status, { message: 'Words' })).toMatchObject({
				verdict: 'refused',
				message: 'Words',
				httpCode: String(status),
			});
		},
	);

	it('takes the status inside a success for the status', () => {
		const inside = (status_code: number) =>
			problemOf(writes.createSignature, 200, { status_code, id: 's1', message: 'Words' });
		expect(inside(503)).toMatchObject({ verdict: 'unknown', httpCode: '503' });
		expect(inside(400)).toMatchObject({ verdict: 'refused', message: 'Words', httpCode: '400' });
		expect(inside(201)).toBeUndefined();
	});
});
