import fc from 'fast-check';
import { jsonOf, TIMED_OUT, type Answer } from '../../../nodes/Signaturit/transport/exchange';
import { certifiedFileWith } from '../../../nodes/Signaturit/transport/expected';
import * as problem from '../../../nodes/Signaturit/transport/errors/problem';
import * as verdict from '../../../nodes/Signaturit/transport/writes';
import { writes, type Write } from '../../../nodes/Signaturit/transport/writes';
import { ADA } from '../../people';

const { problemOfLostWrite } = verdict;
const problemOfWrite = (write: Write, answer: Answer) =>
	verdict.problemOfWrite(write, answer, jsonOf(answer.text));
const statusOf = (answer: Answer) => problem.statusOf(answer, jsonOf(answer.text));

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

/** Each write, with answers that prove it done and answers that do not. */
const table: Record<string, { write: Write; done: unknown[]; unknown: unknown[] }> = {
	createSignature: { write: writes.createSignature, done: [{ id: 's1' }], unknown: [''] },
	createEmail: { write: writes.createEmail, done: [{ id: 'e1', data: [] }], unknown: [''] },
	createSms: { write: writes.createSms, done: [{ id: 'm1' }], unknown: [''] },
	changeSigner: { write: writes.changeSigner('s1', 'd1'), done: [{ id: 'd2' }], unknown: [''] },
	cancel: {
		write: writes.cancel('s1'),
		done: [{ id: 's1' }, { id: 'S1' }],
		unknown: ['', { id: 's2' }],
	},
	rename: { write: writes.rename('s1'), done: [{ id: 's1' }], unknown: ['', { id: 's2' }] },
	remind: {
		write: writes.remind('s1'),
		done: [
			{ id: 's1', documents: [] },
			{ id: 'd1', email: ADA.email, status: 'ready', events: [] },
			{ id: 'd1', status: 'ready' },
		],
		unknown: ['', { id: 's2', documents: [] }, { id: 'd1' }],
	},
	upload: {
		write: writes.upload('the file was certified', certifiedFileWith(MD5)),
		done: [{ id: 'f1' }, { id: 'f1', md5: MD5 }, { id: 'f1', md5: MD5.toUpperCase() }],
		unknown: ['', { id: 'f1', md5: 'another' }, { md5: MD5 }],
	},
	generateAuditTrail: {
		write: writes.generateAuditTrail('s1'),
		done: ['', ' \n'],
		unknown: [{ id: 's1' }],
	},
	generateDocumentTrail: {
		write: writes.generateDocumentTrail('s1', 'd1'),
		done: ['', ' \n'],
		unknown: [{ id: 's1' }],
	},
	deleteDevice: undocumentedRow(writes.deleteDevice('d1')),
	retryHook: { write: writes.retryHook('h1'), done: ['', {}], unknown: [{ id: 'h1' }] },
	delete: {
		write: writes.delete('s1'),
		done: ['', {}, [], { id: 's1' }, { message: 'Deleted' }, { error: null }],
		unknown: [{ error: 'Not deleted' }],
	},
	subscribe: { write: writes.subscribe, done: [{ id: 'u1' }], unknown: [''] },
	changeSubscription: {
		write: writes.changeSubscription('u1'),
		done: ['', { id: 'u1' }],
		unknown: [{ error: 'No' }],
	},
	unsubscribe: { write: writes.unsubscribe('u1'), done: ['', {}], unknown: [{ error: 'No' }] },
	createSubscription: { write: writes.createSubscription(), done: [{ id: 'u1' }], unknown: [''] },
	updateSubscription: undocumentedRow(writes.updateSubscription('u1')),
	deleteSubscription: undocumentedRow(writes.deleteSubscription('u1')),
	createBranding: { write: writes.createBranding(), done: [{ id: 'b1' }], unknown: [''] },
	updateBranding: changedRow(writes.updateBranding('x1')),
	createContact: { write: writes.createContact(), done: [{ id: 'c1' }], unknown: [''] },
	updateContact: changedRow(writes.updateContact('x1')),
	deleteContact: undocumentedRow(writes.deleteContact('c1')),
	validatePhotoId: { write: writes.validatePhotoId(), done: [{}, '{"id":5}'], unknown: ['', []] },
	inviteUser: { write: writes.inviteUser(), done: [{ id: 'x1' }], unknown: ['', {}] },
	changeRole: { write: writes.changeRole('x1'), done: [{ id: 'user' }], unknown: ['', {}] },
	removeUser: undocumentedRow(writes.removeUser('x1')),
	removeSeat: undocumentedRow(writes.removeSeat('x1')),
	createGroup: groupRow(writes.createGroup()),
	renameGroup: groupRow(writes.renameGroup('g1')),
	deleteGroup: undocumentedRow(writes.deleteGroup('g1')),
	addManager: groupRow(writes.addManager('g1', 'x1')),
	removeManager: undocumentedRow(writes.removeManager('g1', 'x1')),
	addMember: groupRow(writes.addMember('g1', 'x1')),
	removeMember: undocumentedRow(writes.removeMember('g1', 'x1')),
};

/** What answers nothing for sure. */
function undocumentedRow(write: Write) {
	return { write, done: ['', {}, { id: 'another' }], unknown: [{ error: 'No' }] };
}

/** What answers the thing that was changed, by its ID. */
function changedRow(write: Write) {
	return { write, done: [{ id: 'x1' }, { id: 'X1' }], unknown: ['', { id: 'another' }] };
}

/** What answers a group, which has no ID by the reference. */
function groupRow(write: Write) {
	return { write, done: [{ name: 'Founders' }], unknown: ['', {}, { name: 5 }] };
}

/** What no write takes for a success, except empty answers and JSON where nothing is documented. */
const neverDone = ['<html>Log in</html>', '"text"', '7', 'null', '{"id":"s1"', '{"id":5}', '[{}]'];

const answered = (statusCode: number, body: unknown, headers = {}): Answer => ({
	statusCode,
	headers: { 'content-length': '1', ...headers },
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
/** Those that answer nothing for sure. */
const undocumented = Object.entries(table)
	.filter(([name]) => /^(delete|remove|unsubscribe|(change|update)Subscription)/.test(name))
	.map(([, { write }]) => write);

describe('a request that writes', () => {
	it.each([
		[{ 'content-length': '0' }, 200, undefined],
		[{ 'transfer-encoding': 'chunked' }, 200, undefined],
		[{}, 204, undefined],
		[{}, 200, 'unknown'],
	])('that is answered with nothing, %j and %j and %d is %s', (headers, statusCode, verdict) => {
		const empty = { statusCode, headers, text: '' };
		expect(problemOfWrite(writes.delete('s1'), empty)?.verdict).toBe(verdict);
	});

	it('has a row in this table', () => {
		expect(Object.keys(table).sort()).toEqual(Object.keys(writes).sort());
	});

	it.each(
		Object.values(table).flatMap(({ write, done }) =>
			done.map((answer) => [write.path, answer, write] as const),
		),
	)('takes %s for done: %j', (_, answer, write) => {
		for (const status of [200, 201, 202, 204]) {
			expect(problemOfWrite(write, answered(status, answer))).toBeUndefined();
		}
	});

	it.each(
		Object.values(table).flatMap(({ write, done, unknown }) => {
			const never = undocumented.includes(write)
				? ['<html>Log in</html>', '{"id":"s1"']
				: neverDone;
			const answers = [...unknown, ...never.filter((answer) => !done.includes(answer))];
			return answers.map((answer) => [write.deed, answer, write] as const);
		}),
	)('leaves it unknown whether %s when the answer is %j', (deed, answer, write) => {
		const problem = problemOfWrite(write, answered(200, answer));
		expect(problem).toMatchObject({
			verdict: 'unknown',
			message: `It is unknown whether ${deed}. ${write.advice}`,
		});
		expect(problem?.description).toContain('Signaturit did not answer with');
	});

	it.each([300, 301, 302, 303, 307, 308, 408, 409, 425, 499, 500, 501, 502, 503, 504, 520, 599])(
		'leaves it unknown whether it was done after status %d',
		(status) => {
			fc.assert(
				fc.property(fc.constantFrom(...Object.values(table)), fc.string(), ({ write }, body) => {
					const problem = problemOfWrite(write, answered(status, body));
					expect(problem).toMatchObject({ verdict: 'unknown', httpCode: String(status) });
				}),
			);
		},
	);

	it.each([400, 401, 402, 403, 404, 405, 406, 410, 413, 415, 422, 429, 451])(
		'takes status %d for a refusal',
		(status) => {
			const problem = problemOfWrite(
				writes.createSignature,
				answered(status, { message: 'Words' }),
			);
			expect(problem).toMatchObject({
				verdict: 'refused',
				message: 'Words',
				httpCode: String(status),
			});
		},
	);

	it("keeps the service's words when it is unknown whether it was done", () => {
		const problem = problemOfWrite(writes.cancel('s1'), answered(500, { message: 'Disk full' }));
		expect(problem?.description).toContain('Disk full');
	});

	it('never advises to try again when it is unknown whether it was done', () => {
		for (const status of [302, 408, 500, 502]) {
			const problem = problemOfWrite(writes.createSignature, answered(status, ''));
			expect(`${problem?.message} ${problem?.description}`).not.toMatch(/try again/i);
		}
	});

	it('takes the status inside a success for the status', () => {
		const inside = (status_code: number) =>
			problemOfWrite(
				writes.createSignature,
				answered(200, { status_code, id: 's1', message: 'Words' }),
			);
		expect(inside(503)).toMatchObject({ verdict: 'unknown', httpCode: '503' });
		expect(inside(400)).toMatchObject({ verdict: 'refused', message: 'Words', httpCode: '400' });
		expect(inside(201)).toBeUndefined();
		expect(statusOf(answered(502, { status_code: 200 }))).toBe(502);
		expect(statusOf(answered(502, { status_code: 400 }))).toBe(502);
	});
});

describe('a request that writes and gets no answer', () => {
	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'was not sent when the connection failed with %s',
		(code) => {
			const problem = problemOfLostWrite(writes.createSignature, code);
			expect(problem.verdict).toBe('refused');
			expect(problem.description).toContain('Nothing was sent');
		},
	);

	it.each([
		'ECONNRESET',
		'EPIPE',
		'ETIMEDOUT',
		'HPE_INVALID_CONSTANT',
		'Z_DATA_ERROR',
		TIMED_OUT,
		undefined,
	])('may have been carried out when the connection failed with %s', (code) => {
		const problem = problemOfLostWrite(writes.createSignature, code);
		expect(problem.verdict).toBe('unknown');
		expect(problem.message).toMatch(
			/^It is unknown whether the signature request was created\. Look /,
		);
		expect(problem.description).not.toMatch(/try again/i);
	});

	it('says which option gives more time when the time is over', () => {
		expect(problemOfLostWrite(writes.createSignature, TIMED_OUT).description).toContain('Timeout');
	});
});
