import { locatorValue, signatureLocator } from '../../input/locators';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import type { Operation } from '../operation';

/** DELETE /v3/signatures/{id}. Its answer is not documented, so every 2xx without an error counts as success. */
export const deleteSignature: Operation = {
	name: 'Delete',
	action: 'Delete a signature request that has ended',
	description: 'Delete a request that is no longer in progress; cancel one that still is',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await write.call(this, writes.delete(id));
		return [{ json: { signatureId: id, deleted: true } }];
	},
};
