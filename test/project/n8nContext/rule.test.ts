import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const cases = readFileSync(join(__dirname, 'cases.ts'), 'utf8');

/** The lines in which the linter finds n8n's context misused, if the cases were in this file of the nodes. */
function linesFound(file: string): number[] {
	const lint = `const { ESLint } = require('eslint');
		const rules = { 'project/n8n-context': 'error' };
		new ESLint({ ruleFilter: ({ ruleId }) => ruleId in rules })
			.lintText(require('node:fs').readFileSync(0, 'utf8'), { filePath: process.argv[1] })
			.then((results) => console.log(JSON.stringify(results[0].messages)));`;
	const output = execFileSync(process.execPath, ['-e', lint, file], {
		cwd: ROOT,
		input: cases,
		encoding: 'utf8',
		// In CI the parser would take the text of the file itself.
		env: { ...process.env, TSESTREE_SINGLE_RUN: 'false' },
	});
	const messages = JSON.parse(output) as Array<{ line: number; ruleId: string }>;
	expect(messages.filter(({ ruleId }) => ruleId !== 'project/n8n-context')).toEqual([]);
	return [...new Set(messages.map(({ line }) => line))];
}

describe("the linter's rule about n8n's context", () => {
	it('finds each way to what its types do not promise, and nothing else', () => {
		const expected = cases
			.split('\n')
			.flatMap((line, index) => (line.endsWith('// found') ? index + 1 : []));
		expect(linesFound('nodes/Signaturit/actions/router.ts')).toEqual(expected);
	});

	it('finds nothing in the room', () => {
		expect(linesFound('nodes/Signaturit/n8n/listedToolCall.ts')).toEqual([]);
	});
});
