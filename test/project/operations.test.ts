import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/Signaturit/actions';

const PAGE = join(__dirname, '..', '..', 'docs', 'actions.md');

/** The tables, between the comment that says where they come from and the next heading. */
const TABLES = /(?<=^<!-- .*npm run previews.* -->\n\n)[^]*?(?=\n## )/m;

/** The resource whose operations are explained; those of the others say by their names what they do. */
const EXPLAINED = 'Signature Request';

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/** A table with a row for each operation of the explained resource, and one with a row for each other resource. */
function tablesOfOperations(): string {
	const explained = resources.filter(({ name }) => name === EXPLAINED);
	const others = resources.filter(({ name }) => name !== EXPLAINED);
	return [
		row(EXPLAINED, 'What it does'),
		'|---|---|',
		...explained.flatMap(({ operations }) =>
			Object.values(operations).map(({ name, description }) =>
				row(name, description.replaceAll('|', '\\|')),
			),
		),
		'',
		row('Other resources', 'Operations'),
		'|---|---|',
		...others.map(({ name: resource, operations }) =>
			row(
				resource,
				Object.values(operations)
					.map(({ name }) => name)
					.join(', '),
			),
		),
		'',
	].join('\n');
}

describe('the tables of operations in docs/actions.md', () => {
	beforeAll(() => {
		if (process.env.PREVIEWS !== 'write') return;
		const page = readFileSync(PAGE, 'utf8');
		writeFileSync(
			PAGE,
			page.replace(TABLES, () => tablesOfOperations()),
		);
	});

	it('have every operation as the panel calls it: "npm run previews" writes them', () => {
		const [tables] = TABLES.exec(readFileSync(PAGE, 'utf8')) ?? [];
		expect(tables).toBe(tablesOfOperations());
	});
});
