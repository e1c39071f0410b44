import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeApiError,
} from 'n8n-workflow';
import { locatorValue } from '../input/locators';
import { endpoints, type DeliveryKind, type ServicePath } from '../transport/endpoints';
import { withThisId } from '../transport/expected';
import { downloadFile } from '../transport/files/download';
import { downloadName, type ServiceFile } from '../transport/files/deliveryFiles';
import { read } from '../transport/request';
import { deliverySchema, type TrackedRecord } from '../transport/shapes';
import { runContext } from './itemContext';
import { isRefusedFile, missingFileError, whyMissing } from './missingFile';
import type { Operation } from './operation';

const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
};

/** A file to download, the kind of its delivery, and the panel's fields that identify it. */
export interface DownloadableFile {
	kind: DeliveryKind;
	locators: readonly [delivery: INodeProperties, record: INodeProperties];
	file: ServiceFile;
}

/**
 * An operation that downloads a file. The output keeps the input item's JSON, with the IDs of what the file belongs
 * to, and adds the file to its binary fields.
 */
export function fileDownload(
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
	{ kind, locators: [delivery, record], file }: DownloadableFile,
): Operation {
	return {
		...texts,
		reads: true,
		fields: [delivery, record, outputField],
		async run(item) {
			const id = locatorValue.call(this, delivery, item);
			const recordId = locatorValue.call(this, record, item);
			const field = this.getNodeParameter('binaryPropertyName', item) as string;
			const downloaded = await download.call(this, kind, id, recordId, file);
			const input = this.getInputData()[item];
			return [
				{
					json: { ...input?.json, ...idsOf(kind, id, recordId) },
					binary: { ...input?.binary, [field]: downloaded },
				},
			];
		},
	};
}

/** The IDs as all items call them (`requestItem`, `certifiedItem`). */
function idsOf(kind: DeliveryKind, id: string, recordId: string): IDataObject {
	return kind === 'signature'
		? { signatureId: id, documentId: recordId }
		: { [`${kind}Id`]: id, certificateId: recordId };
}

/**
 * Downloads a file, and names it after its document and signer if the service tells them. When it refuses the
 * file, the status of the document or certificate may say why.
 */
async function download(
	this: IExecuteFunctions,
	kind: DeliveryKind,
	id: string,
	recordId: string,
	file: ServiceFile,
): Promise<IBinaryData> {
	const path = endpoints[kind].download(id, recordId, file.name);
	const fileName = (given: string | undefined) => given ?? downloadName({ id: recordId }, file);
	const [result] = await Promise.allSettled([downloadFile.call(this, path, file.format, fileName)]);
	if (result.status === 'rejected' && !isRefusedFile(result.reason)) throw result.reason;
	const records = await recordsOf.call(this, kind, id);
	const record = records.find((one) => one.id.toLowerCase() === recordId.toLowerCase());
	if (result.status === 'fulfilled') {
		return record ? { ...result.value, fileName: downloadName(record, file) } : result.value;
	}
	const why = record && whyMissing(kind, file.name, record);
	throw why ? missingFileError(this.getNode(), result.reason as NodeApiError, why) : result.reason;
}

/** What was read in a run of a node, by the address: several files of a request need it once. */
const known = new WeakMap<object, Map<string, Promise<TrackedRecord[]>>>();

/** The documents or certificates of a delivery; none if they cannot be had. */
async function recordsOf(
	this: IExecuteFunctions,
	kind: DeliveryKind,
	id: string,
): Promise<TrackedRecord[]> {
	const run = runContext(this);
	const own = known.get(run) ?? new Map<string, Promise<TrackedRecord[]>>();
	known.set(run, own);
	const path = endpoints[kind].one(id);
	const reading = own.get(path) ?? readRecords.call(this, path, id);
	own.set(path, reading);
	return await reading;
}

async function readRecords(
	this: IExecuteFunctions,
	path: ServicePath,
	id: string,
): Promise<TrackedRecord[]> {
	const reading = { expected: withThisId('a request', id), repeatable: false };
	const [answer] = await Promise.allSettled([read.call(this, path, {}, reading)]);
	if (answer.status === 'rejected') return [];
	return deliverySchema.safeParse(answer.value).data?.records ?? [];
}
