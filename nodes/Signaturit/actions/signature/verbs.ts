import { filledText, text, validated } from '../../input/schemas';
import { locatorValue, signatureLocator } from '../../input/locators';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { simplifiedItems, simplifiedSignature, simplifyOption } from '../outputItem';
import type { Operation } from '../operation';

/**
 * POST /v3/signatures/{id}/reminder.json. The sources disagree whether it answers a request or a document
 * (docs/service.md#reminders), so only a request is simplified.
 */
export const sendReminder: Operation = {
	name: 'Send Reminder',
	action: 'Send the signer a reminder of a signature request',
	description: 'Remind the signer of an unsigned request, by email or SMS as it was sent',
	fields: [signatureLocator],
	options: [simplifyOption],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const answer = await write.call(this, writes.remind(id));
		if (!('documents' in answer)) return [{ json: { signatureId: id, ...answer } }];
		return simplifiedItems.call(this, answer, simplifiedSignature, item);
	},
};

/** PATCH /v3/signatures/{id}/cancel.json; answers the canceled request. */
export const cancel: Operation = {
	name: 'Cancel',
	action: 'Cancel a signature request so nobody can sign',
	description: 'Cancel a request that is ready to be signed, so that nobody can sign it any more',
	fields: [
		signatureLocator,
		{
			displayName: 'Reason',
			name: 'reason',
			type: 'string',
			default: '',
			placeholder: 'e.g. The terms have changed',
			description: 'Why the request is canceled',
		},
	],
	options: [simplifyOption],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const reason = validated(text('Reason'), this.getNodeParameter('reason', item));
		const canceled = await write.call(this, writes.cancel(id), { fields: { reason } });
		return simplifiedItems.call(this, canceled, simplifiedSignature, item);
	},
};

/** POST /v3/signatures/{id}/name; answers the id of the request. */
export const rename: Operation = {
	name: 'Rename',
	action: 'Rename a signature request',
	description: 'Give a request another name in Signaturit',
	fields: [
		signatureLocator,
		{
			displayName: 'New Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit from now on',
		},
	],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const name = validated(filledText('New Name'), this.getNodeParameter('name', item));
		await write.call(this, writes.rename(id), { fields: { name } });
		return [{ json: { signatureId: id, name } }];
	},
};

/** DELETE /v3/signatures/{id}. Its answer is not documented, so every 2xx without an error counts as success. */
export const deleteSignature: Operation = {
	name: 'Delete',
	action: 'Delete a signature request that has ended',
	description: 'Delete a request that is no longer in progress; cancel one that still is',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await write.call(this, writes.delete(id));
		return [{ json: { signatureId: id, deleted: true } }];
	},
};

/**
 * POST /v3/signatures/{id}/generate/audit_trail; the answer is empty (202). The PDF is made later; then
 * the event `audit_trail_completed` comes.
 */
export const generateAuditTrail: Operation = {
	name: 'Generate Audit Trail',
	action: 'Generate the audit trail of a signature request',
	description:
		'Ask for the audit trail PDF; download it from each document when the event Audit Trail Completed has come',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await write.call(this, writes.generateAuditTrail(id));
		return [{ json: { signatureId: id, requested: true } }];
	},
};
