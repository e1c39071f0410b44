import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/Signaturit/actions';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'actions.md'), 'utf8');

/** The operations of each resource in the page's table; a row without a resource belongs to the one above. */
function operationsInTable(): Record<string, string[]> {
	const listed: Record<string, string[]> = {};
	let resource = '';
	for (const [, first = '', second = ''] of page.matchAll(/^\| *([^|]*?) *\| *([^|]*?) *\|/gm)) {
		resource = first || resource;
		(listed[resource] ??= []).push(...second.split(', '));
	}
	return listed;
}

describe('the table of operations in docs/actions.md', () => {
	const listed = operationsInTable();

	it.each(resources)('has the operations of $name, and no others', ({ name, operations }) => {
		const names = Object.values(operations).map((operation) => operation.name);
		expect(listed[name]?.sort()).toEqual(names.sort());
	});
});
