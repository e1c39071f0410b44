import type { INodeProperties } from 'n8n-workflow';
import { downloadPdf } from '../../transport/download';
import { segment } from '../../transport/serviceUrl';
import { documentLocator, locatorValue, signatureLocator } from '../locators';
import type { Operation } from '../operation';

const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
};

/** A PDF that the service keeps for a document: the last segment of its path, and how it is called. */
export interface DocumentFile {
	path: 'signed' | 'audit_trail';
	/** Stored under this name when the service gives none; the document's id is put before it. */
	suffix: string;
}

/**
 * An operation that downloads one of a document's PDFs. The output keeps the input item's JSON and
 * adds the file to its binary fields.
 */
export function fileDownload(
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
	file: DocumentFile,
): Operation {
	return {
		...texts,
		fields: [signatureLocator, documentLocator, outputField],
		async run(item) {
			const signatureId = locatorValue.call(this, signatureLocator, item);
			const documentId = locatorValue.call(this, documentLocator, item);
			const field = this.getNodeParameter('binaryPropertyName', item) as string;
			const pdf = await downloadPdf.call(
				this,
				`/v3/signatures/${segment(signatureId)}/documents/${segment(documentId)}/download/${file.path}`,
				`${documentId}-${file.suffix}.pdf`,
			);
			const input = this.getInputData()[item];
			return [{ json: input?.json ?? {}, binary: { ...input?.binary, [field]: pdf } }];
		},
	};
}
