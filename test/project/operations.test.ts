import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/Signaturit/actions';

const PAGE = join(__dirname, '..', '..', 'docs', 'actions.md');

/** The table, below the comment that says where it comes from. */
const TABLE = /(?<=^<!-- .*npm run previews.* -->\n\n)(?:\|.*\n)+/m;

/** A row for each operation, in the panel's words; a row without a resource belongs to the one above. */
function tableOfOperations(): string {
	const rows = resources.flatMap(({ name: resource, operations }) =>
		Object.values(operations).map(({ name, description }, index) => [
			index === 0 ? resource : '',
			name,
			description.replaceAll('|', '\\|'),
		]),
	);
	const lines = rows.map(
		(cells) => `|${cells.map((cell) => (cell ? ` ${cell} ` : ' ')).join('|')}|`,
	);
	return ['| Resource | Operation | What it does |', '|---|---|---|', ...lines, ''].join('\n');
}

describe('the table of operations in docs/actions.md', () => {
	beforeAll(() => {
		if (process.env.PREVIEWS !== 'write') return;
		const page = readFileSync(PAGE, 'utf8');
		writeFileSync(
			PAGE,
			page.replace(TABLE, () => tableOfOperations()),
		);
	});

	it('says what the panel says of each operation: "npm run previews" writes it', () => {
		const [table] = TABLE.exec(readFileSync(PAGE, 'utf8')) ?? [];
		expect(table).toBe(tableOfOperations());
	});
});
