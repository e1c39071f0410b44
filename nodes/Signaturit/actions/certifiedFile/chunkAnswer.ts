import type { Fault } from '../../transport/fault';
import { certifiedFileSchema, chunkSchema } from '../../transport/shapes';

/** A chunk that was sent: its number, whether it is the last one, and the key of the upload if known. */
export interface SentChunk {
	chunk: number;
	isLast: boolean;
	uploadKey?: string;
}

/**
 * Reads the answer to a chunk (docs/service.md#chunks). The answer to the last chunk is not documented:
 * the certified file, or a chunk that says that the upload is completed.
 *
 * @returns the key of the upload while parts are left to send, or what is wrong with the answer
 */
export function readChunkAnswer(
	answer: unknown,
	sent: SentChunk,
): { uploadKey?: string } | { fault: Fault } {
	if (sent.isLast && certifiedFileSchema.safeParse(answer).success) return {};

	const { data } = chunkSchema.safeParse(answer);
	if (!data) return wrong('It does not confirm the part.');
	if (data.chunk !== sent.chunk) return wrong(`It confirms part ${data.chunk} instead.`);
	if (sent.uploadKey !== undefined && data.upload_key !== sent.uploadKey) {
		return wrong('It takes the part for one of another upload.');
	}
	if (data.completed !== sent.isLast) {
		return wrong(
			sent.isLast
				? 'Parts are missing there, although this was the last one.'
				: 'It takes the upload for completed, although parts are left.',
		);
	}
	return { uploadKey: data.upload_key };
}

function wrong(description: string): { fault: Fault } {
	return { fault: { message: 'Signaturit answered something unexpected', description } };
}
