import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(__dirname, '../..');

/** The end-to-end tests, as one text. */
function endToEnd(folder: string): string {
	const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'n8n');
	return entries
		.map((entry) => {
			const path = join(folder, entry.name);
			return entry.isDirectory() ? endToEnd(path) : readFileSync(path, 'utf8');
		})
		.join('\n');
}

describe('what the canary prints', () => {
	const text = readFileSync(join(root, '.ci/room.json'), 'utf8');
	const named = z.record(z.string()).parse(JSON.parse(text));

	it('has a line for each file of the room for what n8n does not promise', () => {
		const files = readdirSync(join(root, 'nodes/Signaturit/n8n'));
		expect(Object.keys(named)).toEqual(files.map((file) => file.replace('.ts', '')));
	});

	it('names tests that there are', () => {
		const tests = endToEnd(join(root, 'test/e2e'));
		const missing = Object.values(named).filter((part) => !tests.includes(part));
		expect(missing).toEqual([]);
	});
});
