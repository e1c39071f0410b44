import type { INodeProperties } from 'n8n-workflow';
import { locatorValue } from '../input/locators';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { downloadFile } from '../transport/files/download';
import type { ServiceFile } from '../transport/files/serviceFiles';
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
			const downloaded = await downloadFile.call(
				this,
				endpoints[kind].download(id, recordId, file.name),
				file.format,
				(given) => given ?? `${recordId}-${file.suffix}`,
			);
			const input = this.getInputData()[item];
			return [{ json: input?.json ?? {}, binary: { ...input?.binary, [field]: downloaded } }];
		},
	};
}
