import { read } from '../../transport/request';
import { segment } from '../../transport/serviceUrl';
import { locatorValue, signatureLocator } from '../../input/locators';
import type { Operation } from '../operation';
import { signatureItemsAsWanted, simplifySignatureField } from './answer';

/** GET /v3/signatures/{id}.json; answers the signature request with its documents and their events. */
export const get: Operation = {
	name: 'Get',
	action: 'Get a signature request',
	description: 'Get a signature request with its documents, their status and events',
	reads: true,
	fields: [signatureLocator, simplifySignatureField],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const answer = await read.call(this, `/v3/signatures/${segment(id)}.json`);
		return signatureItemsAsWanted.call(this, answer, item);
	},
};
