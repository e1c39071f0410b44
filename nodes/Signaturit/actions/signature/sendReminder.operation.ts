import { endpoints } from '../../transport/endpoints';
import { request } from '../../transport/request';
import { locatorValue, signatureLocator } from '../../input/locators';
import { jsonItems, type Operation } from '../operation';

/**
 * POST /v3/signatures/{id}/reminder.json. Documentations differ about whether a request or a document
 * is answered, so the answer is passed on as it is.
 */
export const sendReminder: Operation = {
	name: 'Send Reminder',
	action: 'Send a reminder for a signature request',
	description: 'Email the signer of a request that is not signed yet once more',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		return jsonItems(await request.call(this, 'POST', endpoints.signature.reminder(id)));
	},
};
