import { locatorValue, signatureLocator } from '../../input/locators';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { simplifiedItems } from '../deliveryItems';
import type { Operation } from '../operation';
import { simplifiedSignature, simplifyOption } from '../simplify';

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
