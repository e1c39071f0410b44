import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildApp } from '../service/app';
import { World } from '../service/world/world';
import {
	citationFaults,
	endpointsOf,
	LEDGER,
	LEFT_OUT,
	oldCitations,
	readLedger,
	rowFaults,
	structureFaults,
} from './ledger';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readIfThere = (path: string) => {
	try {
		return read(path);
	} catch {
		return undefined;
	}
};

/** Whether a file or folder is hidden, installed or made by a build. */
const isIgnored = (name: string) =>
	name.startsWith('.') || ['node_modules', 'dist', 'demo-output', 'coverage'].includes(name);

/** Texts and code of the project below a folder, by their paths from the root. */
function filesIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (isIgnored(entry.name)) return [];
		if (entry.isDirectory()) return filesIn(path);
		return ['.ts', '.mjs', '.js', '.md'].includes(extname(path)) ? [path] : [];
	});
}

/** Methods and paths under /v3 and /v4 that the local service answers, with `{id}` for every parameter. */
async function servedEndpoints(): Promise<string[]> {
	const switches = { allowUnknownParameters: false, includeSignatureId: true, hold: [] };
	const world = new World('token', switches, () => undefined);
	const app = buildApp(world, 'control', () => '');
	const endpoints: string[] = [];
	app.addHook('onRoute', ({ method, url }) => {
		if (!/^\/v\d/.test(url)) return;
		const path = url.replace(/:\w+/g, '{id}');
		endpoints.push(...[method].flat().map((name) => `${name} ${path}`));
	});
	await app.ready();
	await app.close();
	world.stop();
	return endpoints.filter((endpoint) => !endpoint.startsWith('HEAD '));
}

describe('the ledger', () => {
	const ledger = readLedger(read(LEDGER));

	it('has headings that are unique, and a table under each topic', () => {
		expect(structureFaults(ledger)).toEqual([]);
	});

	it('has complete rows, each with a test that exists', () => {
		expect(rowFaults(ledger, readIfThere)).toEqual([]);
	});

	it('has a row for every endpoint of the local service, and for no other', async () => {
		const used = endpointsOf(ledger).filter(({ topic }) => topic !== LEFT_OUT);
		expect(used.map(({ endpoint }) => endpoint).sort()).toEqual((await servedEndpoints()).sort());
	});

	it('has a heading for every citation', () => {
		const faults = filesIn('.').flatMap((path) => citationFaults(ledger, path, read(path)));
		expect(faults).toEqual([]);
	});

	it('is the only description of the service that code cites', () => {
		const faults = ['nodes', 'credentials', 'test']
			.flatMap(filesIn)
			.filter((path) => !path.startsWith(join('test', 'project')))
			.flatMap((path) => oldCitations(path, read(path)));
		expect(faults).toEqual([]);
	});
});

describe('the checks of the ledger', () => {
	const HEADER =
		'| What it does | Known from | How sure | Test | Look at first when the real service disagrees |';
	const RIGHT = '| It signs. | [Page] | high | `a.test.ts` "signs" | `sign.ts` |';
	const LINK = '[Page]: https://example.com';
	const FILES: Record<string, string> = {
		'a.test.ts': "it('signs', () => {});\nit.each([1])(\n\t'says \"%s\"', () => {});\n// 'waits'",
		'nodes/Signaturit/sign.ts': '',
	};
	const withRows = (...rows: string[]) =>
		readLedger(['## Area', '', '### Topic', '', HEADER, '|---|', ...rows, '', LINK].join('\n'));
	const faultsOfRow = (row: string) => rowFaults(withRows(row), (path) => FILES[path]);

	it('accept a complete row', () => {
		const ledger = withRows(RIGHT);
		expect(ledger.rows).toHaveLength(1);
		expect(structureFaults(ledger)).toEqual([]);
		expect(faultsOfRow(RIGHT)).toEqual([]);
		const two = RIGHT.replace('"signs"', '"says "%s"", `a.test.ts` "signs"');
		expect(faultsOfRow(two)).toEqual([]);
	});

	it.each([
		['a cell missing', RIGHT.replace('| high ', ''), 'not 5 cells with something in each'],
		['an empty cell', RIGHT.replace('It signs.', ' '), 'not 5 cells with something in each'],
		['another confidence', RIGHT.replace('high', 'sure'), '"sure" is no confidence'],
		['no source', RIGHT.replace('[Page]', 'hearsay'), 'it does not say where this is known from'],
		['an unknown link', RIGHT.replace('[Page]', '[Book]'), 'no link for [Book]'],
		[
			'a guess from a page',
			RIGHT.replace('high', 'guess'),
			'"guess" and **our guess** belong together',
		],
		[
			'a sure guess',
			RIGHT.replace('[Page]', '**our guess**'),
			'"guess" and **our guess** belong together',
		],
		['no test', RIGHT.replace('"signs"', ''), 'it names no test'],
		['no such test file', RIGHT.replace('a.test', 'b.test'), 'there is no b.test.ts'],
		['no such test', RIGHT.replace('"signs"', '"waits"'), 'a.test.ts has no test "waits"'],
		['no such code', RIGHT.replace('sign.ts', 'seal.ts'), 'there is no seal.ts'],
		[
			'no such name in the code',
			RIGHT.replace('`sign.ts`', '`sign.ts`, `seal`'),
			'sign.ts has no seal',
		],
	])('report a row with %s', (_, row, fault) => {
		expect(faultsOfRow(row)).toEqual([`${LEDGER}:7: ${fault}`]);
	});

	it.each([
		['two headings with one anchor', '## Topic!\n', 'a second heading has the anchor #topic'],
		['a topic without a table', '### Other\n', '"Other" has not exactly one table'],
		['other columns', '### Other\n\n| What | How |', `the columns are not: ${'What it does'}`],
	])('report %s', (_, more, fault) => {
		const [found = '', ...others] = structureFaults(
			readLedger(`### Topic\n\n${HEADER}\n|---|\n${RIGHT}\n\n${more}`),
		);
		expect(found).toContain(fault);
		expect(others).toEqual([]);
	});

	it('report a citation that leads nowhere', () => {
		const text = `// ${LEDGER}#topic and ${LEDGER}#tropic, see ${LEDGER}`;
		expect(citationFaults(withRows(RIGHT), 'x.ts', text)).toEqual([
			`x.ts: there is no #tropic in ${LEDGER}`,
		]);
	});

	it.each(['(specification, Limits)', '/**\n * One (wire\n * facts) */', 'Specification, Errors'])(
		'report %j as a citation of something else',
		(text) => {
			expect(oldCitations('x.ts', text)).toHaveLength(1);
		},
	);

	it('know the endpoints of each topic', () => {
		const ledger = withRows(RIGHT.replace('It signs.', '`GET /v3/a/{id}.json` or `/v4` answers.'));
		expect(endpointsOf(ledger)).toEqual([{ endpoint: 'GET /v3/a/{id}.json', topic: 'topic' }]);
	});
});
