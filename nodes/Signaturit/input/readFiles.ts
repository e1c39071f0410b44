import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { fileLabels, type InputFile, resolveFields, missingFile } from './files';

/**
 * Reads binary fields of the item, in the order of their names. A field that the item does not have is a
 * file with a fault, so that it is reported together with the other faults of the input.
 *
 * @param names as the panel or an expression gives them: text with commas, or a list
 */
export async function readFiles(
	this: IExecuteFunctions,
	names: unknown,
	item: number,
): Promise<InputFile[]> {
	const fields = resolveFields(names, this.getInputData()[item]);
	return await Promise.all(
		fields.map(async (field): Promise<InputFile> => {
			const stored = field && storedFile.call(this, field, item);
			if (!stored || typeof stored === 'string') {
				return faulty(stored ?? 'name binary fields of the item, e.g. contract,annex');
			}
			const content = await this.helpers.getBinaryDataBuffer(item, field);
			return {
				...fileLabels(stored, typeof field === 'string' ? field : 'file', content),
				content,
			};
		}),
	);
}

/** The file in this field of the item, or the message that there is none. */
export function storedFile(
	this: IExecuteFunctions,
	field: string | IBinaryData,
	item: number,
): IBinaryData | string {
	if (typeof field !== 'string') return field;
	try {
		const file: unknown = this.helpers.assertBinaryData(item, field);
		// A field with the name of a method of all objects is found, but is no file.
		if (typeof file === 'object') return file as IBinaryData;
	} catch {
		// n8n's own message does not name the files that the item does have.
	}
	return missingFile(field, this.getInputData()[item]);
}

function faulty(fault: string): InputFile {
	return { fileName: '', mimeType: '', content: Buffer.alloc(0), fault };
}
