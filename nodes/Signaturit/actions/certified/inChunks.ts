// Cuts the bytes of a file into chunks.

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

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
