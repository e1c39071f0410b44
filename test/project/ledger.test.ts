import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildApp } from '../service/app';
import { World } from '../service/world/world';
import {
	citationProblems,
	endpointsOf,
	LEDGER,
	LEFT_OUT,
	otherCitations,
	readLedger,
	rowProblems,
	structureProblems,
} from './ledger';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readIfExists = (path: string) => {
	try {
		return read(path);
	} catch {
		return undefined;
	}
};

/** Whether a file or folder is hidden, installed or created by a build. */
const isIgnored = (name: string) =>
	name.startsWith('.') || ['node_modules', 'dist', 'demo-output', 'coverage'].includes(name);

/** The paths from the root of the project's texts and code below a folder. */
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
	const switches = {
		allowUnknownParameters: false,
		includeSignatureId: true,
		creationsAnswer200: false,
		hold: [],
		hideNew: 0,
		ignoreCustomData: false,
		smsWithoutData: false,
		expireTime: 0,
		reminders: 0,
		reasonsInAnswers: true,
		widgetsFilledBy: 'either' as const,
		credits: 1_000,
	};
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

	it('has unique headings, and one table under each topic', () => {
		expect(structureProblems(ledger)).toEqual([]);
	});

	it('has only complete rows, each with a test that exists', () => {
		expect(rowProblems(ledger, readIfExists)).toEqual([]);
	});

	it('has a row for every endpoint of the local service and for no other endpoint', async () => {
		const used = endpointsOf(ledger).filter(({ topic }) => topic !== LEFT_OUT);
		expect(used.map(({ endpoint }) => endpoint).sort()).toEqual((await servedEndpoints()).sort());
	});

	it('has a heading for every citation of it in the project', () => {
		const problems = filesIn('.').flatMap((path) => citationProblems(ledger, path, read(path)));
		expect(problems).toEqual([]);
	});

	it('is the only description of the service that the code cites', () => {
		const problems = ['nodes', 'credentials', 'test']
			.flatMap(filesIn)
			.filter((path) => !path.startsWith(join('test', 'project')))
			.flatMap((path) => otherCitations(path, read(path)));
		expect(problems).toEqual([]);
	});
});

describe('the checks of the ledger', () => {
	const HEADER =
		'| What it does | Known from | How sure | Test | Look at first when the real service disagrees |';
	const RIGHT = '| It signs. | [Page] | high | `a.test.ts` "signs" | `sign.ts` |';
	const LINK = '[Page]: https://example.com';
	const FILES: Record<string, string> = {
		'a.test.ts': "it('signs', () => {});\nit.each([1])(\n\t'says \"%s\"', () => {});\n// 'waits'",
		'nodes/Signaturit/sign.ts': 'sealAll();',
	};
	const withRows = (...rows: string[]) =>
		readLedger(['## Area', '', '### Topic', '', HEADER, '|---|', ...rows, '', LINK].join('\n'));
	const problemsOfRow = (row: string) => rowProblems(withRows(row), (path) => FILES[path]);

	it('accept a complete row', () => {
		const ledger = withRows(RIGHT);
		expect(ledger.rows).toHaveLength(1);
		expect(structureProblems(ledger)).toEqual([]);
		expect(problemsOfRow(RIGHT)).toEqual([]);
		expect(problemsOfRow(RIGHT.replace('[Page]', '`owner/name` `a b.ts`, [Page]'))).toEqual([]);
		const two = RIGHT.replace('"signs"', '"says "%s"", `a.test.ts` "signs"');
		expect(problemsOfRow(two)).toEqual([]);
	});

	it.each([
		['a missing cell', RIGHT.replace('| high ', ''), 'not 5 cells with something in each'],
		['an empty cell', RIGHT.replace('It signs.', ' '), 'not 5 cells with something in each'],
		['an unknown confidence', RIGHT.replace('high', 'sure'), '"sure" is no confidence'],
		['no source', RIGHT.replace('[Page]', 'hearsay'), 'nobody can check "hearsay"'],
		[
			'a program without its file',
			RIGHT.replace('[Page]', '[Page], `owner/name`'),
			'nobody can check "`owner/name`"',
		],
		['a link that is not defined', RIGHT.replace('[Page]', '[Book]'), 'no link for [Book]'],
		[
			'a guess that is known from a page',
			RIGHT.replace('high', 'guess'),
			'"guess" and **our guess** belong together',
		],
		[
			'a guess whose confidence is not guess',
			RIGHT.replace('[Page]', '**our guess**'),
			'"guess" and **our guess** belong together',
		],
		['no test', RIGHT.replace('"signs"', ''), 'it names no test'],
		['a test file that does not exist', RIGHT.replace('a.test', 'b.test'), 'there is no b.test.ts'],
		[
			'a test that does not exist',
			RIGHT.replace('"signs"', '"waits"'),
			'a.test.ts has no test "waits"',
		],
		[
			'a file of code that does not exist',
			RIGHT.replace('sign.ts', 'seal.ts'),
			'there is no seal.ts',
		],
		[
			'a name that is only a part of one in the code',
			RIGHT.replace('`sign.ts`', '`sign.ts`, `seal`'),
			'sign.ts has no seal',
		],
	])('report a row with %s', (_, row, problem) => {
		expect(problemsOfRow(row)).toEqual([`${LEDGER}:7: ${problem}`]);
	});

	it.each([
		['two headings with the same anchor', '## Topic!\n', 'a second heading has the anchor #topic'],
		['a topic without a table', '### Other\n', '"Other" has not exactly one table'],
		[
			'a table with other columns',
			'### Other\n\n| What | How |',
			`the columns are not: ${'What it does'}`,
		],
	])('report %s', (_, more, problem) => {
		const [found = '', ...others] = structureProblems(
			readLedger(`### Topic\n\n${HEADER}\n|---|\n${RIGHT}\n\n${more}`),
		);
		expect(found).toContain(problem);
		expect(others).toEqual([]);
	});

	it('report a citation of a heading that does not exist', () => {
		const text = `// ${LEDGER}#topic and ${LEDGER}#tropic, see ${LEDGER}`;
		expect(citationProblems(withRows(RIGHT), 'x.ts', text)).toEqual([
			`x.ts: there is no #tropic in ${LEDGER}`,
		]);
	});

	it.each(['(specification, Limits)', '/**\n * One (wire\n * facts) */', 'Specification, Errors'])(
		'report that %j cites another description of the service',
		(text) => {
			expect(otherCitations('x.ts', text)).toHaveLength(1);
		},
	);

	it('list the endpoints in the rows of each topic', () => {
		const ledger = withRows(RIGHT.replace('It signs.', '`GET /v3/a/{id}.json` or `/v4` answers.'));
		expect(endpointsOf(ledger)).toEqual([{ endpoint: 'GET /v3/a/{id}.json', topic: 'topic' }]);
	});
});
