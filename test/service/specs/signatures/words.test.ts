import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const WORDS = resolve(__dirname, '..', '..', 'pdf', 'words.ts');

test('a thread that breaks down while it reads a PDF fails this reading, and not the process', async () => {
	// The loader of TypeScript has a thread too, so it comes first.
	const program = `
		const { wordsOf } = require(${JSON.stringify(WORDS)});
		const threads = require('node:worker_threads');
		const { Worker } = threads;
		threads.Worker = class extends Worker {
			constructor() {
				super('throw new Error("Out of memory")', { eval: true });
			}
		};
		const file = { kind: 'pdf', bytes: async () => Buffer.from('%PDF-1.7') };
		wordsOf(file).catch(({ message }) => console.log(message));
	`;
	const words = ['--import', require.resolve('tsx'), '-e', program];
	const { stdout } = await promisify(execFile)(process.execPath, words);
	expect(stdout).toBe('The thread that reads PDFs has ended\n');
});
