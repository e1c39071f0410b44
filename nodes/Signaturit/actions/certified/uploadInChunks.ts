import { createHash } from 'node:crypto';
import { UserError, type IBinaryData } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { apiError, errorAbout } from '../../transport/errors/errors';
import { certifiedFileWith } from '../../transport/expected';
import type { FormFile } from '../../transport/form';
import { read, write } from '../../transport/request';
import { certifiedFileSchema, chunkSchema } from '../../transport/shapes';
import { unknownProblem, writes } from '../../transport/writes';

/** Number of the first chunk; the documentation does not say which it is (docs/service.md#chunks). */
const FIRST_CHUNK = 1;

/** What an upload has done in the end, in messages. */
export const CERTIFIED = 'the file was certified';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The bytes of a stored file, from the item itself or from n8n's binary store. */
export async function storedBytes(call: ExecuteCall, { id, data }: IBinaryData): Promise<Bytes> {
	return id ? await call.n8n.helpers.getBinaryStream(id) : [Buffer.from(data, 'base64')];
}

/** The size of a stored file, in bytes. */
export async function storedSize(call: ExecuteCall, { id, data }: IBinaryData) {
	if (!id) return Buffer.byteLength(data, 'base64');
	const { fileSize } = await call.n8n.helpers.getBinaryMetadata(id);
	return fileSize;
}

/** `size` is in bytes. */
type LargeFile = Pick<FormFile, 'fileName' | 'mimeType'> & { size: number; bytes: Bytes };

const chunkAnswerSchema = z
	.object({ id: z.string(), upload_key: z.string().optional().catch(undefined) })
	.catch({ id: '' });

/**
 * Uploads a file in chunks, one POST /v3/files.json after the other, with one chunk in memory. What the service answers
 * to the last one is not documented, so the certified file is read back and its MD5 compared.
 *
 * @returns the certified file
 * @throws NodeApiError or NodeOperationError that says how far the upload got
 */
export async function uploadInChunks(
	call: ExecuteCall,
	{ fileName, mimeType, size, bytes }: LargeFile,
	chunkBytes: number,
) {
	const chunks = Math.ceil(size / chunkBytes);
	const md5 = createHash('md5');
	let done = 0;
	let answer = chunkAnswerSchema.parse({});
	try {
		for await (const content of inChunks(bytes, chunkBytes)) {
			// Otherwise n8n would let the upload go on after someone has stopped the execution.
			call.stop?.throwIfAborted();
			if (content.length !== Math.min(chunkBytes, size - done * chunkBytes)) {
				throw new UserError('The stored file changed while it was read');
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

/** Anything but the file that was sent leaves it unknown whether it was certified. */
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

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/**
 * What is wrong with the answer to a chunk (docs/service.md#chunks), as a sentence; `undefined` if it confirms it. The
 * last answer may be the certified file, or a chunk that says that the upload is completed.
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

/**
 * Cuts bytes into chunks. All use the same memory: use each before you ask for the next.
 *
 * @param size in bytes, at least 1; the last one may be smaller
 */
export async function* inChunks(bytes: Bytes, size: number): AsyncGenerator<Buffer, void> {
	const chunk = Buffer.allocUnsafe(size);
	let filled = 0;
	for await (const piece of bytes) {
		for (let taken = 0; taken < piece.length;) {
			const part = piece.subarray(taken, taken + size - filled);
			chunk.set(part, filled);
			taken += part.length;
			filled += part.length;
			if (filled < size) continue;
			yield chunk;
			filled = 0;
		}
	}
	if (filled > 0) yield chunk.subarray(0, filled);
}
