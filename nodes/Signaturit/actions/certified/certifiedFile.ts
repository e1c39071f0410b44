import { createHash } from 'node:crypto';
import { z } from 'zod';
import { numberField, textField } from '../../input/fields';
import { damageHints } from '../../input/fileChecks';
import { DEFAULT_FIELD, findFiles, MAX_FILE_BYTES } from '../../input/files';
import { numberFrom } from '../../input/doors';
import { validated } from '../../input/schemas';
import { parameter, type ExecuteCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { certifiedFileWith, withId } from '../../transport/expected';
import { showValue } from '../../transport/errors/shown';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { plainRead, resource, type Operation } from '../operation';
import { jsonItems } from '../itemResult';
import { CERTIFIED, storedBytes, storedSize, uploadInChunks } from './uploadInChunks';

/** The service has no list of certified files to choose from. */
const fileIdField = textField('Certified File ID', 'fileId', {
	required: true,
	placeholder: 'e.g. 2e9b3c4d-7f42-11e6-8a49-0680f0041fef',
	description: 'The ID in the output of Upload',
});

/** GET /v3/files/{id}.json; answers the certified file with its MD5. */
const get = plainRead(endpoints.certifiedFile.one, [fileIdField], {
	name: 'Get',
	action: 'Get a certified file',
	description: 'Get what is certified of an uploaded file: its name, size, MD5 and date',
	expected: (id) => withId('the certified file', id),
});

const MEGABYTE = 1024 * 1024;

const uploadSchema = z.object({
	chunkSize: numberFrom('Chunk Size (MB)', 1, 15),
	file: z.custom<Exclude<Awaited<ReturnType<typeof fileToUpload>>, string>>(
		(file) => typeof file !== 'string',
		(problem) => ({ message: `Input Binary Field: ${problem}` }),
	),
});

/** POST /v3/files.json; answers the certified file. One that is too large for one request is sent in chunks. */
const upload: Operation = {
	name: 'Upload',
	action: 'Upload a file to have it certified',
	description: 'Upload a file of any size to have it certified',
	isSlow: true,
	fields: [
		textField('Input Binary Field', 'binaryPropertyName', {
			required: true,
			default: DEFAULT_FIELD,
			hint: 'The name of the input field that holds the file to certify. If it is the only file, leave it as it is.',
		}),
	],
	options: [
		numberField('Chunk Size (MB)', 'chunkSize', {
			typeOptions: { minValue: 1, maxValue: 15 },
			default: 5,
			description: 'Size of the parts in which a file of more than 15 MB is uploaded',
		}),
	],
	async run(call, item) {
		const { chunkSize, file } = validated(uploadSchema, {
			file: await fileToUpload(call, item),
			chunkSize: parameter(call, 'options.chunkSize', item, 5),
		});
		const { stored, read, size, fileName, mimeType } = file;
		if (size > MAX_FILE_BYTES) {
			const bytes = await storedBytes(call, stored);
			const large = { fileName, mimeType, size, bytes };
			return jsonItems(await uploadInChunks(call, large, Math.round(chunkSize * MEGABYTE)));
		}
		const { content } = await read();
		call.hint('warning', ...damageHints([{ fileName, content }]));
		const done = certifiedFileWith(createHash('md5').update(content).digest('hex'));
		const files = [{ field: 'file', fileName, mimeType, content }];
		return jsonItems(await write(call, writes.upload(CERTIFIED, done), { files }));
	},
};

/** The file that is named in the panel, still in n8n's binary store, and its size in bytes; or the problem. */
async function fileToUpload(call: ExecuteCall, item: number) {
	const named = parameter(call, 'binaryPropertyName', item);
	const [file, ...others] = findFiles(call, named, item);
	if (!file || others.length > 0) return 'enter the name of one binary field';
	const { stored, read, problem = '', fileName, mimeType } = file;
	if (!stored || !read) return problem;
	const size = await storedSize(call, stored);
	return size === 0
		? `${showValue(fileName)} is empty`
		: { stored, read, fileName, mimeType, size };
}

export const certifiedFile = resource('Certified File', 'certifiedFile', { upload, getFile: get });
