// The resource Certified File: the upload, also in chunks, and the reading of a file.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { IBinaryData } from 'n8n-workflow';
import { numberField, textField } from '../../input/fields';
import { damageHints } from '../../input/fileChecks';
import { DEFAULT_FIELD, findFiles, lacksFile, MAX_FILE_BYTES } from '../../input/files';
import { numberFrom } from '../../input/doors';
import { validated } from '../../input/schemas';
import { parameter, type ExecuteCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { certifiedFileWith, withId } from '../../transport/expected';
import { showValue } from '../../transport/errors/shown';
import { write, read } from '../../transport/request';
import { writes, unknownProblem } from '../../transport/writes';
import type { Resource, WriteOperation } from '../operation';
import { plainRead } from '../plain';
import { inChunks, type Bytes } from './inChunks';
import { createdAtField, entryItem, entryOutput, isSimplified, numberIn } from '../output';
import { apiError, errorAbout } from '../../transport/errors/errors';
import { certifiedFileSchema, chunkSchema } from '../../transport/shapes';
import { Refusal } from '../../transport/errors/refusal';

/** The service has no list of certified files to choose from. */
const fileIdField = textField('Certified File ID', 'fileId', {
	required: true,
	placeholder: 'e.g. 2e9b3c4d-7f42-11e6-8a49-0680f0041fef',
	description: 'The ID in the output of Upload',
});

/** docs/service.md#certified-files */
const output = entryOutput(
	['fileName', 'size', 'md5', 'createdAt', 'other'],
	entryItem('certifiedFileId', {
		name: ['fileName'],
		size: ['size', numberIn],
		md5: ['md5'],
		created_at: createdAtField,
	}),
);

/** GET /v3/files/{id}.json; answers the certified file with its MD5. */
const get = plainRead(endpoints.certifiedFile.one, [fileIdField], {
	name: 'Get',
	action: 'Get a certified file',
	description: 'Get what is certified of an uploaded file: its name, size, MD5 and date',
	expected: (id) => withId('the certified file', id),
	...output.ofRead,
});

const MEGABYTE = 1024 * 1024;

const uploadSchema = z.object({
	chunkSize: numberFrom('Chunk Size (MB)', 1, 15),
	file: z.custom<UploadFile>(
		(file) => typeof file !== 'string',
		(problem) => ({ message: `Input Binary Field: ${problem}` }),
	),
});

/** POST /v3/files.json; answers the certified file. A file that is too large for one request is sent in chunks. */
const upload: WriteOperation = {
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
		...output.ofWrite.options,
	],
	async prepare(call, item) {
		const { chunkSize, file } = validated(uploadSchema, {
			file: await fileToUpload(call, item),
			chunkSize: parameter(call, 'options.chunkSize', item, 5),
		});
		isSimplified(call, item, 'option');
		return async () => {
			const certified =
				file.size > MAX_FILE_BYTES
					? await uploadInChunks(call, file, Math.round(chunkSize * MEGABYTE))
					: await uploadAtOnce(call, file);
			return output.ofWrite.give({ call, item, answer: certified });
		};
	},
};

type UploadFile = Exclude<Awaited<ReturnType<typeof fileToUpload>>, string>;

/** The file that is named in the panel, still in n8n's binary store, and its size in bytes; or the problem. */
async function fileToUpload(call: ExecuteCall, item: number) {
	const named = parameter(call, 'binaryPropertyName', item);
	const [file, ...moreFiles] = findFiles(call, named, item);
	if (!file || moreFiles.length > 0) return 'enter the name of one binary field';
	const { stored, read, problem = '', fileName, mimeType } = file;
	if (file.isOfNone) throw lacksFile();
	if (!stored || !read) return problem;
	const size = await storedSize(call, stored);
	return size === 0
		? `${showValue(fileName)} is empty`
		: { stored, read, fileName, mimeType, size };
}

export const certifiedFile: Resource = {
	name: 'Certified File',
	value: 'certifiedFile',
	operations: { upload, getFile: get },
};

/** Number of the first chunk; the documentation does not say which it is (docs/service.md#chunks). */
const FIRST_CHUNK = 1;

/** The effect of a completed upload, in messages. */
const CERTIFIED = 'the file was certified';

/** The bytes of a stored file, from the item itself or from n8n's binary store. */
async function storedBytes(call: ExecuteCall, { id, data }: IBinaryData): Promise<Bytes> {
	return id ? await call.n8n.helpers.getBinaryStream(id) : [Buffer.from(data, 'base64')];
}

/** The size of a stored file, in bytes. */
async function storedSize(call: ExecuteCall, { id, data }: IBinaryData) {
	if (!id) return Buffer.byteLength(data, 'base64');
	const { fileSize } = await call.n8n.helpers.getBinaryMetadata(id);
	return fileSize;
}

const chunkAnswerSchema = z
	.object({ id: z.string(), upload_key: z.string().optional().catch(undefined) })
	.catch({ id: '' });

async function uploadAtOnce(call: ExecuteCall, { read, fileName, mimeType }: UploadFile) {
	const { content } = await read();
	call.hint('warning', ...damageHints([{ fileName, content }]));
	const done = certifiedFileWith(createHash('md5').update(content).digest('hex'));
	const files = [{ field: 'file', fileName, mimeType, content }];
	return await write(call, writes.upload(CERTIFIED, done), { files });
}

/**
 * Uploads a file in chunks, one POST /v3/files.json after the other, with one chunk in memory. The service's answer
 * to the last one is not documented, so the certified file is read back and its MD5 compared.
 *
 * @returns the certified file
 * @throws NodeApiError or NodeOperationError that says how far the upload got
 */
async function uploadInChunks(
	call: ExecuteCall,
	{ stored, size, fileName, mimeType }: UploadFile,
	chunkBytes: number,
) {
	const chunks = Math.ceil(size / chunkBytes);
	const md5 = createHash('md5');
	let done = 0;
	let answer = chunkAnswerSchema.parse({});
	try {
		const bytes = await storedBytes(call, stored);
		for await (const content of inChunks(bytes, chunkBytes)) {
			// Otherwise n8n would let the upload go on after someone has stopped the execution.
			call.stop?.throwIfAborted();
			if (content.length !== Math.min(chunkBytes, size - done * chunkBytes)) {
				throw new Refusal('The stored file changed while it was read', 'builder');
			}
			md5.update(content);
			const chunk = FIRST_CHUNK + done;
			const isLast = done + 1 === chunks;
			const { upload_key } = answer;
			const deed = isLast ? CERTIFIED : 'this part of the file arrived';
			const part = writes.upload(deed, {
				what: 'a confirmation of the part',
				mismatch: (given) => mismatchOfChunkAnswer(given, { chunk, isLast, uploadKey: upload_key }),
			});
			const fields = { chunk, chunks, upload_key };
			const files = [{ field: 'file', fileName, mimeType, content }];
			answer = chunkAnswerSchema.parse(await write(call, part, { fields, files }));
			done++;
		}
		return await confirmedFile(call, answer.id, md5.digest('hex'));
	} catch (error) {
		const failed = `${done < chunks ? `Part ${done + 1} of ${chunks} of ` : ''}"${fileName}"`;
		const arrived = `${megabytes(Math.min(size, done * chunkBytes))} of ${megabytes(size)} MB`;
		const advice = `${done} parts (${arrived}) had arrived before. An upload cannot be continued; running this again starts a new one.`;
		throw errorAbout(call.node, error, failed, advice);
	}
}

/** Reads the certified file back. After an error, or with another file, the verdict is unknown. */
async function confirmedFile(call: ExecuteCall, id: string, md5: string) {
	const expected = certifiedFileWith(md5, id);
	try {
		return await read(call, endpoints.certifiedFile.one(id), { expected });
	} catch (error) {
		const { message } = errorAbout(call.node, error, 'Reading the certified file back failed');
		const upload = writes.upload(CERTIFIED, expected);
		throw apiError(call.node, unknownProblem(upload, message));
	}
}

const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0);

/**
 * The problem of an answer to a chunk (docs/service.md#chunks), as a sentence; `undefined` if it confirms it. The last
 * answer may be the certified file, or a chunk that says that the upload is completed.
 */
export function mismatchOfChunkAnswer(
	answer: unknown,
	sent: { chunk: number; isLast: boolean; uploadKey?: string },
): string | undefined {
	if (sent.isLast && certifiedFileSchema.safeParse(answer).success) return undefined;

	const { data } = chunkSchema.safeParse(answer);
	if (!data) return 'The answer does not confirm the part.';
	if (data.chunk !== sent.chunk) return `The answer confirms part ${data.chunk} instead.`;
	if (sent.uploadKey !== undefined && data.upload_key !== sent.uploadKey) {
		return 'The answer takes the part for one of another upload.';
	}
	if (data.completed === sent.isLast) return undefined;
	return sent.isLast
		? 'Parts are missing there, although this was the last one.'
		: 'The answer takes the upload for completed, although parts are left.';
}
