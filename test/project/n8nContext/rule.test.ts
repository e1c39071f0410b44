import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const cases = readFileSync(join(__dirname, 'cases.ts'), 'utf8');

/**
 * The lines in which the linter finds n8n's context misused, if the cases were in these files of the nodes. One process
 * reads the types of the nodes once for all of them.
 */
function linesFound(files: readonly string[]): number[][] {
	const lint = `const { ESLint } = require('eslint');
		const rules = { 'project/n8n-context': 'error' };
		const linter = new ESLint({ ruleFilter: ({ ruleId }) => ruleId in rules });
		const text = require('node:fs').readFileSync(0, 'utf8');
		Promise.all(process.argv.slice(1).map((filePath) => linter.lintText(text, { filePath })))
			.then((all) => console.log(JSON.stringify(all.map(([{ messages }]) => messages))));`;
	const output = execFileSync(process.execPath, ['-e', lint, ...files], {
		cwd: ROOT,
		input: cases,
		encoding: 'utf8',
		// In CI the parser would take the text of the file itself.
		env: { ...process.env, TSESTREE_SINGLE_RUN: 'false' },
	});
	const all = JSON.parse(output) as Array<Array<{ line: number; ruleId: string }>>;
	expect(all.flat().filter(({ ruleId }) => ruleId !== 'project/n8n-context')).toEqual([]);
	return all.map((messages) => [...new Set(messages.map(({ line }) => line))]);
}

it("the linter's rule finds each way to what n8n's types do not promise, nothing else, and nothing in the room", () => {
	const expected = cases
		.split('\n')
		.flatMap((line, index) => (line.endsWith('// found') ? index + 1 : []));
	const files = ['nodes/Signaturit/actions/router.ts', 'nodes/Signaturit/n8n/listedCall.ts'];
	expect(linesFound(files)).toEqual([expected, []]);
});
