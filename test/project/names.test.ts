import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const NODES = resolve(__dirname, '..', '..', 'nodes');

/** Each resource has these operations, under the names of the panel. */
const VERBS = ['count', 'create', 'downloadAuditTrail', 'get', 'getMany'];

/** The files in which each name is exported. */
function homes(): Map<string, string[]> {
	const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' });
	const found = new Map<string, string[]>();
	for (const file of files.filter((each) => each.endsWith('.ts'))) {
		const declared = readFileSync(join(NODES, file), 'utf8').matchAll(
			/^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm,
		);
		for (const [, name = ''] of declared) found.set(name, [...(found.get(name) ?? []), file]);
	}
	return found;
}

describe('an exported name', () => {
	it('has one home, so that it means one thing', () => {
		const all = homes();
		expect(all.size).toBeGreaterThan(500);
		const twice = [...all].filter(([name, files]) => files.length > 1 && !VERBS.includes(name));
		expect(twice).toEqual([]);
	});
});
