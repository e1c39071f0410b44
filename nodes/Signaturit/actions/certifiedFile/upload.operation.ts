import { createHash } from 'node:crypto';
import { z } from 'zod';
import { validated } from '../../input/checks';
import { MAX_FILE_BYTES, nameOfFile } from '../../input/files';
import { numberBetween } from '../../input/schemas';
import { certifiedFile } from '../../transport/expected';
import { storedBytes, storedSize } from '../../transport/files/storedBytes';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { jsonItems, type Operation } from '../operation';
import { uploadInChunks } from './uploadInChunks';

const MEGABYTE = 1024 * 1024;

const inputSchema = z.object({
	chunkSize: numberBetween('Chunk Size', 1, 15),
	file: z.object({ fileName: z.string(), size: z.number() }).refine(
		({ size }) => size > 0,
		({ fileName }) => ({ message: `Input Binary Field: "${fileName}" is empty` }),
	),
});

/**
 * POST /v3/files.json; answers the certified file. A file that is too large for one request is sent in
 * chunks, which are read from n8n's binary store one by one.
 */
export const upload: Operation = {
	name: 'Upload',
	action: 'Upload a certified file',
	description: 'Upload a file of any size to have it certified',
	isSlow: true,
	fields: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the input field that holds the file to certify',
		},
	],
	options: [
		{
			displayName: 'Chunk Size (MB)',
			name: 'chunkSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 15 },
			default: 5,
			description: 'Size of the parts in which a file of more than 15 MB is uploaded',
		},
	],
	async run(item) {
		const field = this.getNodeParameter('binaryPropertyName', item) as string;
		const stored = this.helpers.assertBinaryData(item, field);
		const file = {
			fileName: nameOfFile(stored, field),
			mimeType: stored.mimeType,
			size: await storedSize.call(this, stored),
		};
		const { chunkSize } = validated(inputSchema, {
			file,
			chunkSize: this.getNodeParameter('options.chunkSize', item, 5),
		});
		if (file.size > MAX_FILE_BYTES) {
			const bytes = await storedBytes.call(this, stored);
			return jsonItems(
				await uploadInChunks.call(this, { ...file, bytes }, Math.round(chunkSize * MEGABYTE)),
			);
		}
		const content = await this.helpers.getBinaryDataBuffer(item, field);
		const done = certifiedFile(createHash('md5').update(content).digest('hex'));
		return jsonItems(
			await write.call(this, writes.upload('the file was certified', done), {
				files: [{ field: 'file', fileName: file.fileName, mimeType: file.mimeType, content }],
			}),
		);
	},
};
