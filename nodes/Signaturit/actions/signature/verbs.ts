import { signatureLocator } from '../../input/locators';
import { writes } from '../../transport/writes';
import { simplifiedItems, simplifiedSignature, simplifyOption } from '../outputItem';
import { idsAnd, plainWrite, simplifiedBy, textEntry } from '../plain';

/**
 * The sources disagree whether it answers a request or a document (docs/service.md#reminders), so only a request is
 * simplified.
 */
export const sendReminder = plainWrite({
	name: 'Send Reminder',
	action: 'Send the signer a reminder of a signature request',
	description: 'Remind the signer of an unsigned request, by email or SMS as it was sent',
	ids: [signatureLocator],
	options: [simplifyOption],
	request: writes.remind,
	output(answer, item, sent) {
		if (!('documents' in answer)) return [{ json: { ...sent, ...answer } }];
		return simplifiedItems.call(this, answer, simplifiedSignature, item);
	},
});

/** It answers the canceled request. */
export const cancel = plainWrite({
	name: 'Cancel',
	action: 'Cancel a signature request so nobody can sign',
	description: 'Cancel a request that is ready to be signed, so that nobody can sign it any more',
	ids: [signatureLocator],
	form: [
		textEntry({
			displayName: 'Reason',
			name: 'reason',
			placeholder: 'e.g. The terms have changed',
			description: 'Why the request is canceled',
		}),
	],
	options: [simplifyOption],
	request: writes.cancel,
	output: simplifiedBy(simplifiedSignature),
});

/** It answers the id of the request. */
export const rename = plainWrite({
	name: 'Rename',
	action: 'Rename a signature request',
	description: 'Give a request another name in Signaturit',
	ids: [signatureLocator],
	form: [
		textEntry({
			displayName: 'New Name',
			name: 'name',
			required: true,
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit from now on',
		}),
	],
	request: writes.rename,
	output: idsAnd({}),
});

/** Its answer is not documented, so every 2xx without an error counts as success. */
export const deleteSignature = plainWrite({
	name: 'Delete',
	action: 'Delete a signature request that has ended',
	description: 'Delete a request that is no longer in progress; cancel one that still is',
	ids: [signatureLocator],
	request: writes.delete,
	output: idsAnd({ deleted: true }),
});

/** The answer is empty (202). The PDF is made later; then the event `audit_trail_completed` comes. */
export const generateAuditTrail = plainWrite({
	name: 'Generate Audit Trail',
	action: 'Generate the audit trail of a signature request',
	description:
		'Ask for the audit trail PDF; download it from each document when the event Audit Trail Completed has come',
	ids: [signatureLocator],
	request: writes.generateAuditTrail,
	output: idsAnd({ requested: true }),
});
