import { join } from 'node:path';
import { ReadingThread } from '../pdf/readingThread';

test('a thread that breaks down before it takes a file fails the reading, and not the process', async () => {
	const reader = new ReadingThread<number>(join(__dirname, 'support', 'brokenWorker.mjs'));
	await expect(reader.read(new Uint8Array(3))).rejects.toThrow(
		'The thread that reads PDFs has ended',
	);
});

test('a file is read though the one before has ended the thread', async () => {
	const reader = new ReadingThread<number>(join(__dirname, 'support', 'fragileWorker.mjs'));
	await expect(reader.read(new Uint8Array(0))).rejects.toThrow('has ended');
	expect(await reader.read(new Uint8Array(3))).toBe(3);
});
