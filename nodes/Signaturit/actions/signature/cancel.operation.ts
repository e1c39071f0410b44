import { validated } from '../../input/checks';
import { locatorValue, signatureLocator } from '../../input/locators';
import { text } from '../../input/schemas';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { simplifiedItems } from '../deliveryItems';
import type { Operation } from '../operation';
import { simplifiedSignature, simplifyOption } from '../simplify';

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
