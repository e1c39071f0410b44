import { createHash } from 'node:crypto';
import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints } from '../../transport/endpoints';
import { apiError, errorAbout } from '../../transport/errors';
import { certifiedFile } from '../../transport/expected';
import { inChunks } from '../../transport/files/inChunks';
import type { Bytes } from '../../transport/files/storedBytes';
import { read, write } from '../../transport/request';
import { unknownFault } from '../../transport/verdict';
import { writes, type Write } from '../../transport/writes';
import { flawOfChunkAnswer, type SentChunk } from './chunkAnswer';

/** Number of the first chunk; the documentation does not say which it is (docs/service.md#chunks). */
const FIRST_CHUNK = 1;

/** A file of any size to upload. `size` is in bytes. */
export interface LargeFile {
	fileName: string;
	mimeType: string;
	size: number;
	bytes: Bytes;
}

const answerSchema = z
	.object({ id: z.string(), upload_key: z.string().optional().catch(undefined) })
	.catch({ id: '' });

/**
 * Uploads a file in chunks, one POST /v3/files.json for each, one after the other. Only one chunk is in
 * memory at a time. No request is repeated. What the service answers to the last chunk is not documented,
 * so the certified file is read back and its MD5 compared.
 *
 * @returns the certified file
 * @throws NodeApiError or NodeOperationError that says how far the upload got
 */
export async function uploadInChunks(
	this: IExecuteFunctions,
	{ fileName, mimeType, size, bytes }: LargeFile,
	chunkBytes: number,
): Promise<IDataObject | IDataObject[]> {
	const chunks = Math.ceil(size / chunkBytes);
	const md5 = createHash('md5');
	let done = 0;
	let answer = answerSchema.parse({});
	try {
		for await (const content of inChunks(bytes, chunkBytes)) {
			// Otherwise n8n would let the upload go on after someone has stopped the execution.
			this.getExecutionCancelSignal()?.throwIfAborted();
			if (content.length !== Math.min(chunkBytes, size - done * chunkBytes)) {
				throw new UserError('The stored file changed while it was read');
			}
			md5.update(content);
			const chunk = FIRST_CHUNK + done;
			const { upload_key: uploadKey } = answer;
			const part = chunkUpload({ chunk, isLast: done + 1 === chunks, uploadKey });
			answer = answerSchema.parse(
				await write.call(this, part, {
					fields: { chunk, chunks, upload_key: uploadKey },
					files: [{ field: 'file', fileName, mimeType, content }],
				}),
			);
			done++;
		}
		return await confirmedFile.call(this, answer.id, md5.digest('hex'));
	} catch (error) {
		throw errorAbout(
			this.getNode(),
			error,
			done < chunks ? `Part ${done + 1} of ${chunks} of "${fileName}"` : `"${fileName}"`,
			`${done} parts (${megabytes(Math.min(size, done * chunkBytes))} of ${megabytes(size)} MB) had arrived before. An upload cannot be continued; running this again starts a new one.`,
		);
	}
}

function chunkUpload(sent: SentChunk): Write {
	const deed = sent.isLast ? 'the file was certified' : 'this part of the file arrived';
	return writes.upload(deed, {
		what: 'a confirmation of the part',
		flaw: (answer) => flawOfChunkAnswer(answer, sent),
	});
}

/** Reads what the service has certified. Anything but the file that was sent leaves it unknown. */
async function confirmedFile(
	this: IExecuteFunctions,
	id: string,
	md5: string,
): Promise<IDataObject | IDataObject[]> {
	const expected = certifiedFile(md5, id);
	try {
		return await read.call(this, endpoints.certifiedFile.one(id), {}, { expected });
	} catch (error) {
		const { message } = errorAbout(this.getNode(), error, 'Reading the certified file back failed');
		const upload = writes.upload('the file was certified', expected);
		throw apiError(this.getNode(), unknownFault(upload, message));
	}
}

function megabytes(bytes: number): string {
	return (bytes / 1024 / 1024).toFixed(0);
}
