import { endpoints } from '../../transport/endpoints';
import { command } from '../../transport/request';
import { locatorValue, signatureLocator } from '../../input/locators';
import type { Operation } from '../operation';

/** DELETE /v3/signatures/{id}. What it answers is not documented, so any success counts. */
export const deleteSignature: Operation = {
	name: 'Delete',
	action: 'Delete a signature request',
	description: 'Delete a request that is no longer in progress; cancel one that still is',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await command.call(this, 'DELETE', endpoints.signature.delete(id));
		return [{ json: { deleted: true, id } }];
	},
};
