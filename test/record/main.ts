// The start of the recorder in a terminal, with its question and its answer to Ctrl+C.

import { createInterface } from 'node:readline/promises';

import { command } from './command';

const interruption = new AbortController();
process.once('SIGINT', () => {
	console.log(
		'\nIt stops, and cancels what it has created. Press Ctrl+C again to leave that undone.',
	);
	interruption.abort();
});

async function confirm(question: string): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	terminal.once('SIGINT', () => interruption.abort());
	try {
		const answer = await terminal.question(question, { signal: interruption.signal });
		return /^y(es)?$/i.test(answer.trim());
	} catch {
		// Ctrl+C at the question.
		return false;
	} finally {
		terminal.close();
	}
}

void command(process.argv.slice(2), {
	print: (line) => console.log(line),
	...(process.stdin.isTTY && { confirm }),
	pace: { pauseMs: 3000, signal: interruption.signal },
	today: new Date().toISOString().slice(0, 10),
}).then((code) => {
	process.exitCode = code;
});
