import fc from 'fast-check';
import { inChunks } from '../../../../nodes/Signaturit/actions/certified/inChunks';

/** The chunks of the pieces. Chunks share their memory, so each one is copied before the next. */
async function copiedChunks(pieces: Uint8Array[], size: number): Promise<Buffer[]> {
	const chunks: Buffer[] = [];
	for await (const chunk of inChunks(pieces, size)) chunks.push(Buffer.from(chunk));
	return chunks;
}

describe('inChunks', () => {
	it('yields every byte once and in order, in chunks of the given size except for the last', async () => {
		const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(pieces, fc.integer({ min: 1, max: 60 }), async (all, size) => {
				const chunks = await copiedChunks(all, size);
				expect(Buffer.concat(chunks)).toEqual(Buffer.concat(all));
				expect(chunks.slice(0, -1).every(({ length }) => length === size)).toBe(true);
				expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true);
			}),
		);
	});

	it('reads no more pieces than the next chunk needs', async () => {
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
