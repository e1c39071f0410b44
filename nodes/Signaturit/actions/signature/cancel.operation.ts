import { request } from '../../transport/request';
import { segment } from '../../transport/serviceUrl';
import { checked } from '../../input/checks';
import { locatorValue, signatureLocator } from '../../input/locators';
import type { Operation } from '../operation';
import { text } from '../../input/schemas';
import { signatureItems } from './answer';

/** PATCH /v3/signatures/{id}/cancel.json; answers the canceled request. */
export const cancel: Operation = {
	name: 'Cancel',
	action: 'Cancel a signature request',
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
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const reason = checked(text('Reason'), this.getNodeParameter('reason', item));
		return signatureItems(
			await request.call(this, 'PATCH', `/v3/signatures/${segment(id)}/cancel.json`, {
				fields: { reason },
			}),
		);
	},
};
