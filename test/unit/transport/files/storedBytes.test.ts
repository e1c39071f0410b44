import fc from 'fast-check';
import { inChunks } from '../../../../nodes/Signaturit/transport/files/storedBytes';

/** Chunks share their memory, so they are copied at once. */
async function cut(pieces: Uint8Array[], size: number): Promise<Buffer[]> {
	const chunks: Buffer[] = [];
	for await (const chunk of inChunks(pieces, size)) chunks.push(Buffer.from(chunk));
	return chunks;
}

describe('inChunks', () => {
	it('gives every byte once and in order, and only the last chunk is smaller', async () => {
		const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(pieces, fc.integer({ min: 1, max: 60 }), async (all, size) => {
				const chunks = await cut(all, size);
				expect(Buffer.concat(chunks)).toEqual(Buffer.concat(all));
				expect(chunks.slice(0, -1).every(({ length }) => length === size)).toBe(true);
				expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true);
			}),
		);
	});

	it('reads no further than it was asked for', async () => {
		let read = 0;
		const pieces = (function* () {
			for (; read < 100; read++) yield Buffer.alloc(10);
		})();
		const chunks = inChunks(pieces, 20);
		await chunks.next();
		expect(read).toBeLessThanOrEqual(2);
		await chunks.return();
		expect(pieces.next().done).toBe(true);
	});
});
