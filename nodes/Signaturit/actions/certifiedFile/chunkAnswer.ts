import { certifiedFileSchema, chunkSchema } from '../../transport/shapes';

/** A chunk that was sent: its number, whether it is the last one, and the key of the upload if known. */
export interface SentChunk {
	chunk: number;
	isLast: boolean;
	uploadKey?: string;
}

/**
 * What is wrong with the answer to a chunk (docs/service.md#chunks), as a sentence; `undefined` if it
 * confirms the chunk. The answer to the last chunk is not documented: the certified file, or a chunk that
 * says that the upload is completed.
 */
export function flawOfChunkAnswer(answer: unknown, sent: SentChunk): string | undefined {
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
