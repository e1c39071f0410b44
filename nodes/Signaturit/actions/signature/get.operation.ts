import { request } from '../../transport/request';
import { segment } from '../../transport/serviceUrl';
import { locatorValue, signatureLocator } from '../locators';
import type { Operation } from '../operation';
import { signatureItems } from './answer';

/** GET /v3/signatures/{id}.json; answers the signature request with its documents and their events. */
export const get: Operation = {
	name: 'Get',
	action: 'Get a signature request',
	description: 'Get a signature request with its documents, their status and events',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		return signatureItems(await request.call(this, 'GET', `/v3/signatures/${segment(id)}.json`));
	},
};
