// The credential, input items and parameters that many tests of the nodes use.

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameterResourceLocator,
	INodeParameters,
} from 'n8n-workflow';
import { ADA, CHARLES } from '../../people';
import { storedFile } from './engine';

export { pdfOf } from '../../service/specs/support/pdf';
export { createSignature, recipients } from '../../service/specs/support/wire';

/** A credential for the local service. */
export function credentialFor(service: {
	url: string;
	token: string;
}): ICredentialDataDecryptedObject {
	return { environment: 'custom', accessToken: service.token, baseUrl: service.url };
}

/** An input item that holds one PDF in the field `data`. */
export async function itemWithPdf(
	fileName: string,
	content: Buffer,
	json: INodeExecutionData['json'] = {},
): Promise<INodeExecutionData> {
	return { json, binary: { data: await storedFile(content, fileName) } };
}

/** Parameters of Signature Request: Create, with Ada and Charles as signers and without events. */
export function createParameters({ options, ...changes }: INodeParameters = {}): INodeParameters {
	return {
		resource: 'signature',
		operation: 'create',
		binaryPropertyNames: 'data',
		recipients: {
			recipient: [ADA, CHARLES],
		},
		...changes,
		options: { name: 'Engine contract', events: 'none', ...(options as INodeParameters) },
	};
}

/** The value of a resource locator in the mode By ID. */
export function byId(value: string): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}

/** Parameters of an operation on a signature request. */
export function signatureParameters(
	operation: string,
	signatureId: string,
	more: INodeParameters = {},
): INodeParameters {
	return { resource: 'signature', operation, signatureId: byId(signatureId), ...more };
}

/** Parameters of an operation on a document. */
export function documentParameters(
	operation: string,
	signatureId: string,
	documentId: string,
	more: INodeParameters = {},
): INodeParameters {
	return {
		resource: 'document',
		operation,
		signatureId: byId(signatureId),
		documentId: byId(documentId),
		...more,
	};
}

/** What a manual run says of what it has just created. */
export const BEING_PREPARED =
	'The status in_queue means: it is being prepared, and goes out in a moment.';

/** The documents of a request in an item, in the order of the service: an item has them under their signers. */
export function documentsIn(json: IDataObject | undefined): IDataObject[] {
	const signers = (json?.signers ?? []) as Array<{ documents: IDataObject[] }>;
	const documents = signers.flatMap((signer) => signer.documents);
	return documents.sort((one, other) => Number(one.number) - Number(other.number));
}

export const documentIdsIn = (json: IDataObject | undefined): string[] =>
	documentsIn(json).map(({ documentId }) => String(documentId));
