import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { locatorValue } from '../input/locators';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { withThisId } from '../transport/expected';
import { downloadFile } from '../transport/files/download';
import type { ServiceFile } from '../transport/files/serviceFiles';
import { read } from '../transport/request';
import { deliverySchema, type TrackedRecord } from '../transport/shapes';
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
 * An operation that downloads a file. The output keeps the input item's JSON and adds the file to its
 * binary fields.
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
			return [{ json: input?.json ?? {}, binary: { ...input?.binary, [field]: downloaded } }];
		},
	};
}

/** Downloads a file. When the service refuses it, the document's or certificate's status may say why. */
async function download(
	this: IExecuteFunctions,
	kind: DeliveryKind,
	id: string,
	recordId: string,
	{ name, format, suffix }: ServiceFile,
): Promise<IBinaryData> {
	const path = endpoints[kind].download(id, recordId, name);
	const fileName = (given: string | undefined) => given ?? `${recordId}-${suffix}`;
	const [result] = await Promise.allSettled([downloadFile.call(this, path, format, fileName)]);
	if (result.status === 'fulfilled') return result.value;
	if (!isRefusedFile(result.reason)) throw result.reason;
	const record = await findRecord.call(this, kind, id, recordId);
	const why = record && whyMissing(kind, name, record);
	throw why ? missingFileError(this.getNode(), result.reason, why) : result.reason;
}

/** A document or certificate; `undefined` if it cannot be had. */
async function findRecord(
	this: IExecuteFunctions,
	kind: DeliveryKind,
	id: string,
	recordId: string,
): Promise<TrackedRecord | undefined> {
	const reading = { expected: withThisId('a request', id), repeatable: false };
	const [answer] = await Promise.allSettled([
		read.call(this, endpoints[kind].one(id), {}, reading),
	]);
	if (answer.status === 'rejected') return undefined;
	const { records = [] } = deliverySchema.safeParse(answer.value).data ?? {};
	return records.find((record) => record.id.toLowerCase() === recordId.toLowerCase());
}
