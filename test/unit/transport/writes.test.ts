import { certifiedFileWith } from '../../../nodes/Signaturit/transport/expected';
import { writes, type Write } from '../../../nodes/Signaturit/transport/writes';

const upload = writes.upload('the file was certified', certifiedFileWith('d41d8cd98f00b204'));

/** Each write: its method, its address, and how often it may be sent again after a 429. */
const requests: Record<keyof typeof writes, [write: Write, request: string]> = {
	createSignature: [writes.createSignature, 'POST /v3/signatures.json, looked for'],
	createEmail: [writes.createEmail, 'POST /v3/emails.json, looked for'],
	createSms: [writes.createSms, 'POST /v3/sms.json, looked for'],
	upload: [upload, 'POST /v3/files.json, once'],
	cancel: [writes.cancel('1'), 'PATCH /v3/signatures/1/cancel.json, freely'],
	rename: [writes.rename('1'), 'POST /v3/signatures/1/name, freely'],
	remind: [writes.remind('1'), 'POST /v3/signatures/1/reminder.json, once'],
	changeSigner: [writes.changeSigner('1', '2'), 'POST /v3/signatures/1/documents/2/signer, once'],
	delete: [writes.delete('1'), 'DELETE /v3/signatures/1, freely'],
	generateAuditTrail: [
		writes.generateAuditTrail('1'),
		'POST /v3/signatures/1/generate/audit_trail, freely, GET after a 405',
	],
	generateDocumentTrail: [
		writes.generateDocumentTrail('1', '2'),
		'POST /v3/signatures/1/documents/2/generate/audit_trail, freely',
	],
	deleteDevice: [writes.deleteDevice('1'), 'DELETE /v3/account/devices/1, freely'],
	retryHook: [writes.retryHook('1'), 'POST /v3/event-hooks/1/retry, once, GET after a 405'],
	subscribe: [writes.subscribe, 'POST /v3/subscriptions.json, once'],
	changeSubscription: [writes.changeSubscription('1'), 'PATCH /v3/subscriptions/1.json, freely'],
	unsubscribe: [writes.unsubscribe('1'), 'DELETE /v3/subscriptions/1.json, freely'],
	createSubscription: [writes.createSubscription(), 'POST /v3/subscriptions.json, once'],
	updateSubscription: [writes.updateSubscription('1'), 'PATCH /v3/subscriptions/1.json, freely'],
	deleteSubscription: [writes.deleteSubscription('1'), 'DELETE /v3/subscriptions/1.json, freely'],
	createBranding: [writes.createBranding(), 'POST /v3/brandings.json, once'],
	updateBranding: [writes.updateBranding('1'), 'PATCH /v3/brandings/1.json, freely'],
	createContact: [writes.createContact(), 'POST /v3/contacts.json, once'],
	updateContact: [writes.updateContact('1'), 'PATCH /v3/contacts/1.json, freely'],
	deleteContact: [writes.deleteContact('1'), 'DELETE /v3/contacts/1.json, freely'],
	validatePhotoId: [writes.validatePhotoId(), 'POST /v3/photoid/validate.json, once'],
	inviteUser: [writes.inviteUser(), 'POST /v3/team/users.json, once'],
	changeRole: [writes.changeRole('1'), 'PATCH /v3/team/users/1.json, freely'],
	removeUser: [writes.removeUser('1'), 'DELETE /v3/team/users/1.json, freely'],
	removeSeat: [writes.removeSeat('1'), 'DELETE /v3/team/seats/1.json, freely'],
	createGroup: [writes.createGroup(), 'POST /v3/team/groups.json, once'],
	renameGroup: [writes.renameGroup('1'), 'PATCH /v3/team/groups/1.json, freely'],
	deleteGroup: [writes.deleteGroup('1'), 'DELETE /v3/team/groups/1.json, freely'],
	addManager: [writes.addManager('1', '2'), 'POST /v3/team/groups/1/managers/2.json, freely'],
	removeManager: [
		writes.removeManager('1', '2'),
		'DELETE /v3/team/groups/1/managers/2.json, freely',
	],
	addMember: [writes.addMember('1', '2'), 'POST /v3/team/groups/1/members/2.json, freely'],
	removeMember: [writes.removeMember('1', '2'), 'DELETE /v3/team/groups/1/members/2.json, freely'],
};

describe('a write', () => {
	it.each(Object.entries(requests))(
		'%s is sent by its method to its address, and repeated only so often',
		(_, [write, request]) => {
			const { method, path, repeat, otherwise } = write;
			const second = otherwise ? `, ${otherwise} after a 405` : '';
			expect(`${method} ${path}, ${repeat}${second}`).toBe(request);
		},
	);

	it.each<[string, Write, deed: string, advice: string, done: string]>([
		[
			'that sends something to people',
			writes.createSignature,
			'the signature request was created',
			'Look for it in Signaturit before you run this again, or it may be sent twice.',
			'a signature request',
		],
		[
			'that sends an SMS',
			writes.createSms,
			'the certified SMS was sent',
			'Look for it in Signaturit before you run this again, or it may be sent twice.',
			'a certified SMS',
		],
		[
			'that creates something',
			writes.createContact(),
			'the contact was created',
			'Look into the list of contacts before you run this again, or there may be two.',
			'the contact',
		],
		[
			'that creates something whose name has several words',
			writes.createSubscription(),
			'the subscription to events was created',
			'Look into the list of subscriptions to events before you run this again, or there may be two.',
			'the subscription to events',
		],
		[
			'that changes something',
			writes.updateBranding('1'),
			'the branding was changed',
			'Look at the branding before you run this again.',
			'the branding',
		],
		[
			'that changes something and answers nothing for sure',
			writes.updateSubscription('1'),
			'the subscription to events was changed',
			'Look at the subscription to events before you run this again.',
			'a confirmation',
		],
		[
			'that deletes something',
			writes.deleteSubscription('1'),
			'the subscription to events was deleted',
			'Look into the list of subscriptions to events before you run this again.',
			'a confirmation',
		],
		[
			'that deletes, with a deed of its own',
			writes.removeSeat('1'),
			'the seat was removed',
			'Look into the list of seats before you run this again.',
			'a confirmation',
		],
		[
			'that certifies a file',
			upload,
			'the file was certified',
			'Run this again only if the file may be certified twice.',
			'the certified file',
		],
		[
			'that has its own words and its own proof',
			writes.changeSigner('1', '2'),
			'the signer was changed',
			'Look at the documents of the request before you run this again.',
			'the ID of the new document',
		],
		[
			'that changes a seat of the team',
			writes.changeRole('1'),
			'the role was changed',
			'Look at the team before you run this again.',
			'the seat',
		],
		[
			'that adds a user to a group',
			writes.addMember('1', '2'),
			'the user was added',
			'Look at the team before you run this again.',
			'the group',
		],
		[
			'that removes a user',
			writes.removeUser('1'),
			'the user was removed',
			'Look at the team before you run this again.',
			'a confirmation',
		],
		[
			'of the trigger',
			writes.unsubscribe('1'),
			'the subscription to events was ended',
			'Publish the workflow and unpublish it again.',
			'a confirmation',
		],
	])('%s says what it does, what to do when that is unknown, and what proves it done', (...row) => {
		const [, write, deed, advice, done] = row;
		expect(write).toMatchObject({ deed, advice, done: { what: done } });
	});
});
