import { PDFDocument } from '@cantoo/pdf-lib';
import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { storedFile } from './engine';

/** A credential for the local service. */
export function credentialFor(service: {
	url: string;
	token: string;
}): ICredentialDataDecryptedObject {
	return { environment: 'custom', accessToken: service.token, baseUrl: service.url };
}

/** A PDF of one page with this text on it. */
export async function pdfOf(text: string): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	pdf.addPage().drawText(text, { x: 50, y: 700, size: 16 });
	return Buffer.from(await pdf.save());
}

/** An input item that holds one PDF in the field `data`. */
export async function itemWithPdf(
	fileName: string,
	content: Buffer,
	json: INodeExecutionData['json'] = {},
): Promise<INodeExecutionData> {
	return { json, binary: { data: await storedFile(content, fileName) } };
}

/** Parameters of Signature Request: Create for Ada and Charles; nobody hears of events. */
export function createParameters(changes: INodeParameters = {}): INodeParameters {
	return {
		resource: 'signature',
		operation: 'create',
		binaryPropertyNames: 'data',
		recipients: {
			recipient: [
				{ email: 'ada@example.com', name: 'Ada Lovelace' },
				{ email: 'charles@example.com', name: 'Charles Babbage' },
			],
		},
		name: 'Engine contract',
		events: 'none',
		additionalFields: {},
		...changes,
	};
}

/** Parameters of an operation on a document. */
export function documentParameters(
	operation: string,
	signatureId: string,
	documentId: string,
): INodeParameters {
	return {
		resource: 'document',
		operation,
		signatureId: { __rl: true, mode: 'id', value: signatureId },
		documentId: { __rl: true, mode: 'id', value: documentId },
		binaryPropertyName: 'data',
	};
}
