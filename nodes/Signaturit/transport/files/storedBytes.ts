import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** Bytes in pieces, in order. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The bytes of a stored file, from the item itself or from n8n's binary store. */
export async function storedBytes(
	this: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<Bytes> {
	return id ? await this.helpers.getBinaryStream(id) : [Buffer.from(data, 'base64')];
}

/** The size of a stored file, in bytes. */
export async function storedSize(
	this: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<number> {
	if (!id) return Buffer.byteLength(data, 'base64');
	const { fileSize } = await this.helpers.getBinaryMetadata(id);
	return fileSize;
}

/**
 * Cuts bytes into chunks of this size; the last one may be smaller. All chunks use the same memory: use
 * each before you ask for the next.
 *
 * @param size in bytes, at least 1
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
