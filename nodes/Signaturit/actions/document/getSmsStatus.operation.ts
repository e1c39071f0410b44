import { documentLocator, locatorValue, signatureLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withShape } from '../../transport/expected';
import { read } from '../../transport/request';
import { smsStatusSchema } from '../../transport/shapes';
import { type Operation } from '../operation';

/** GET /v3/signatures/{id}/documents/{id}/sms_status.json; answers `{sms_status, phone_number}`. */
export const getSmsStatus: Operation = {
	name: 'Get SMS Status',
	action: 'Get the SMS status of a document',
	description: 'Get what became of the text message that was sent for a document',
	reads: true,
	fields: [signatureLocator, documentLocator],
	async run(item) {
		const signatureId = locatorValue.call(this, signatureLocator, item);
		const documentId = locatorValue.call(this, documentLocator, item);
		const path = endpoints.signature.smsStatus(signatureId, documentId);
		const expected = withShape('the status of an SMS', smsStatusSchema);
		const answer = await read.call(this, path, {}, { expected });
		return [{ json: { signatureId, documentId, ...answer } }];
	},
};
