import type { IExecuteFunctions } from 'n8n-workflow';
import type { FormFile } from '../transport/form';
import { nameOfFile } from './files';

/**
 * Reads binary fields of the item, in the order of their names.
 *
 * @param names field names, comma separated
 * @throws NodeOperationError of n8n when the item has no such field
 */
export async function readFiles(
	this: IExecuteFunctions,
	names: string,
	item: number,
): Promise<Omit<FormFile, 'field'>[]> {
	const fields = names
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	return await Promise.all(
		fields.map(async (field) => {
			const file = this.helpers.assertBinaryData(item, field);
			return {
				fileName: nameOfFile(file, field),
				mimeType: file.mimeType,
				content: await this.helpers.getBinaryDataBuffer(item, field),
			};
		}),
	);
}
