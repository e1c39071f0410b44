import type { IExecuteFunctions } from 'n8n-workflow';
import type { FormFile } from '../../transport/form';

/**
 * Reads the item's binary fields, in the order they are named.
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
			const { fileName, fileExtension, mimeType } = this.helpers.assertBinaryData(item, field);
			return {
				fileName: fileName ?? [field, fileExtension].filter(Boolean).join('.'),
				mimeType,
				content: await this.helpers.getBinaryDataBuffer(item, field),
			};
		}),
	);
}
