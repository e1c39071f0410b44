import { locatorValue, signatureLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withThisId } from '../../transport/expected';
import { read } from '../../transport/request';
import { simplifiedItems } from '../deliveryItems';
import type { Operation } from '../operation';
import { simplifiedSignature, simplifySignatureField } from '../simplify';

/** GET /v3/signatures/{id}.json; answers the signature request with its documents and their events. */
export const get: Operation = {
	name: 'Get',
	action: 'Get a signature request with its status',
	description: 'Get a signature request with its documents, their status and events',
	reads: true,
	fields: [signatureLocator, simplifySignatureField],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const expected = withThisId('the signature request', id);
		const answer = await read.call(this, endpoints.signature.one(id), {}, { expected });
		return simplifiedItems.call(this, answer, simplifiedSignature, item);
	},
};
