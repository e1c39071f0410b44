import type { INodeProperties } from 'n8n-workflow';
import { downloadFile } from '../transport/files/download';
import type { FileFormat } from '../transport/files/fileFormat';
import type { ServicePath } from '../transport/serviceUrl';
import { locatorValue } from '../input/locators';
import type { Operation } from './operation';

const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
};

/** A file that the service keeps: what it belongs to, where it is, and how it is called. */
export interface DownloadableFile {
	/** What the file belongs to: the outer thing, and the one inside of it. */
	locators: readonly [outer: INodeProperties, inner: INodeProperties];
	/** The endpoint. */
	path: (outerId: string, innerId: string) => ServicePath;
	format: FileFormat;
	/** Stored under this name when the service gives none; the inner id is put before it. */
	suffix: string;
}

/**
 * An operation that downloads a file. The output keeps the input item's JSON and adds the file to its
 * binary fields.
 */
export function fileDownload(
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
	{ locators: [outer, inner], path, format, suffix }: DownloadableFile,
): Operation {
	return {
		...texts,
		reads: true,
		fields: [outer, inner, outputField],
		async run(item) {
			const outerId = locatorValue.call(this, outer, item);
			const innerId = locatorValue.call(this, inner, item);
			const field = this.getNodeParameter('binaryPropertyName', item) as string;
			const file = await downloadFile.call(
				this,
				path(outerId, innerId),
				format,
				(given) => given ?? `${innerId}-${suffix}`,
			);
			const input = this.getInputData()[item];
			return [{ json: input?.json ?? {}, binary: { ...input?.binary, [field]: file } }];
		},
	};
}
