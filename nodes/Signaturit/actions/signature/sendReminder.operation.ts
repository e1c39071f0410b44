import { locatorValue, signatureLocator } from '../../input/locators';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { type Operation } from '../operation';
import { jsonItems } from '../outputItem';

/**
 * POST /v3/signatures/{id}/reminder.json. The sources disagree whether it answers a request or a document
 * (docs/service.md#reminders), so the answer is passed on unchanged.
 */
export const sendReminder: Operation = {
	name: 'Send Reminder',
	action: 'Send a reminder for a signature request',
	description: 'Email the signer of a request that is not signed yet once more',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		return jsonItems(await write.call(this, writes.remind(id)));
	},
};
