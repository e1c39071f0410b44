import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { endpoints } from '../../transport/endpoints';
import { apiError, errorAbout } from '../../transport/errors';
import { inChunks } from '../../transport/files/inChunks';
import type { Bytes } from '../../transport/files/storedBytes';
import { request } from '../../transport/request';
import { readChunkAnswer } from './chunkAnswer';

/** Number of the first chunk; the documentation does not say which it is (docs/service.md#chunks). */
const FIRST_CHUNK = 1;

/** A file of any size to upload. `size` is in bytes. */
export interface LargeFile {
	fileName: string;
	mimeType: string;
	size: number;
	bytes: Bytes;
}

/**
 * Uploads a file in chunks, one POST /v3/files.json for each, one after the other. Only one chunk is in
 * memory at a time. No request is repeated.
 *
 * @returns the answer to the last chunk
 * @throws NodeApiError or NodeOperationError that says how far the upload got
 */
export async function uploadInChunks(
	this: IExecuteFunctions,
	{ fileName, mimeType, size, bytes }: LargeFile,
	chunkBytes: number,
): Promise<IDataObject | IDataObject[]> {
	const chunks = Math.ceil(size / chunkBytes);
	let done = 0;
	let uploadKey: string | undefined;
	let answer: IDataObject | IDataObject[] = {};
	try {
		for await (const content of inChunks(bytes, chunkBytes)) {
			// Otherwise n8n would let the upload go on after someone has stopped the execution.
			this.getExecutionCancelSignal()?.throwIfAborted();
			if (content.length !== Math.min(chunkBytes, size - done * chunkBytes)) {
				throw new UserError('The stored file changed while it was read');
			}
			const chunk = FIRST_CHUNK + done;
			answer = await request.call(this, 'POST', endpoints.certifiedFile.upload, {
				fields: { chunk, chunks, upload_key: uploadKey },
				files: [{ field: 'file', fileName, mimeType, content }],
			});
			const read = readChunkAnswer(answer, { chunk, isLast: done + 1 === chunks, uploadKey });
			if ('fault' in read) throw apiError(this.getNode(), read.fault);
			uploadKey = read.uploadKey;
			done++;
		}
	} catch (error) {
		throw errorAbout(
			this.getNode(),
			error,
			`Part ${done + 1} of ${chunks} of "${fileName}"`,
			`${done} parts (${megabytes(done * chunkBytes)} of ${megabytes(size)} MB) had arrived before. An upload cannot be continued; running this again starts a new one.`,
		);
	}
	return answer;
}

function megabytes(bytes: number): string {
	return (bytes / 1024 / 1024).toFixed(0);
}
