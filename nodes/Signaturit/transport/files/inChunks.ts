import type { Bytes } from './storedBytes';

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
