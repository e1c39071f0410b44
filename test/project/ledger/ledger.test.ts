import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../../service/app';
import { World } from '../../service/world/world';
import { filesIn, ROOT } from '../files';
import { citationProblems, endpointsOf, LEFT_OUT, rowProblems, wholeProblems } from './checks';
import { FOLDER, PAGE, readChapter, readLedger, rowsOf } from './ledger';
import { ledgerPage } from './page';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readIfExists = (path: string) => {
	try {
		return read(path);
	} catch {
		return undefined;
	}
};

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
	const ledger = readLedger();
	const rows = rowsOf(ledger);

	it('is the page that its data makes: "npm run ledger" writes it', () => {
		expect(read(PAGE)).toBe(ledgerPage(ledger));
	});

	it('has a chapter for each file of its data', () => {
		const files = readdirSync(join(ROOT, FOLDER));
		expect(files).toHaveLength(ledger.chapters.length + 1);
	});

	it('has unique headings and IDs, and a rank for each of the guesses that matter most', () => {
		expect(wholeProblems(ledger)).toEqual([]);
	});

	it('has only complete rows, each with a test that exists', () => {
		expect(rowProblems(rows, ledger.links, readIfExists)).toEqual([]);
	});

	it('has a row for every endpoint of the local service and for no other endpoint', async () => {
		const used = endpointsOf(rows).filter(({ topic }) => topic !== LEFT_OUT);
		expect(used.map(({ endpoint }) => endpoint).sort()).toEqual((await servedEndpoints()).sort());
	});

	it('has a heading for every citation of it in the project', () => {
		const problems = filesIn('.').flatMap((path) => citationProblems(ledger, path, read(path)));
		expect(problems).toEqual([]);
	});
});

describe('the checks of the ledger', () => {
	const RIGHT = {
		id: 'it-signs',
		what: 'It signs.',
		source: '[Page]',
		certainty: 'high',
		test: { 'a.test.ts': 'signs' } as Record<string, string | string[]>,
		look: '`sign.ts`',
	};
	const LINKS = { Page: 'https://example.com' };
	const FILES: Record<string, string> = {
		'a.test.ts': "it('signs', () => {});\nit.each([1])(\n\t'says \"%s\"', () => {});\n// 'waits'",
		'nodes/Signaturit/sign.ts': 'sealAll();',
	};
	const withRows = (...rows: object[]) => {
		const chapter = { title: 'Area', topics: [{ title: 'Topic', rows }] };
		return { chapters: [readChapter('area.yaml', JSON.stringify(chapter))] };
	};
	const problemsOfRow = (other: object) =>
		rowProblems(rowsOf(withRows({ ...RIGHT, ...other })), LINKS, (path) => FILES[path]);

	it('accept a complete row', () => {
		expect(problemsOfRow({})).toEqual([]);
		expect(problemsOfRow({ source: '`owner/name` `a b.ts`, [Page]' })).toEqual([]);
		expect(problemsOfRow({ test: { 'a.test.ts': ['signs', 'says "%s"'] } })).toEqual([]);
	});

	it.each([
		['no source', { source: 'hearsay' }, 'nobody can check "hearsay"'],
		[
			'a program without its file',
			{ source: '[Page], `owner/name`' },
			'nobody can check "`owner/name`"',
		],
		['a link that is not defined', { source: '[Book]' }, 'no link for [Book]'],
		[
			'a guess that is known from a page',
			{ certainty: 'guess' },
			'"guess" and **our guess** belong together',
		],
		[
			'a guess whose certainty is not guess',
			{ source: '**our guess**' },
			'"guess" and **our guess** belong together',
		],
		['no test', { test: {} }, 'it names no test'],
		[
			'a test file that does not exist',
			{ test: { 'b.test.ts': 'signs' } },
			'there is no b.test.ts',
		],
		[
			'a test that does not exist',
			{ test: { 'a.test.ts': ['signs', 'waits'] } },
			'a.test.ts has no test "waits"',
		],
		['a file of code that does not exist', { look: '`seal.ts`' }, 'there is no seal.ts'],
		[
			'a name that is only a part of one in the code',
			{ look: '`sign.ts`, `seal`' },
			'sign.ts has no seal',
		],
		[
			'a rank that is no guess',
			{ matters: { rank: 1, ifWrong: 'All is lost.' } },
			'it matters, but is no guess',
		],
	])('report a row with %s', (_, other, problem) => {
		expect(problemsOfRow(other)).toEqual([`it-signs: ${problem}`]);
	});

	it('report headings, IDs and ranks that stand twice or are missing', () => {
		const { chapters } = withRows(RIGHT, RIGHT);
		expect(wholeProblems({ chapters: [...chapters, { title: 'Topic!', topics: [] }] })).toEqual([
			'a second heading has the anchor #topic',
			'a second row has the ID it-signs',
			'the ranks are not 1 to 25: ',
		]);
	});

	it('report a citation of a heading that does not exist', () => {
		const text = `// ${PAGE}#topic and ${PAGE}#tropic, see ${PAGE}`;
		expect(citationProblems(withRows(RIGHT), 'x.ts', text)).toEqual([
			`x.ts: there is no #tropic in ${PAGE}`,
		]);
	});

	it('list the endpoints in the rows of each topic', () => {
		const ledger = withRows({ ...RIGHT, what: '`GET /v3/a/{id}.json` or `/v4` answers.' });
		expect(endpointsOf(rowsOf(ledger))).toEqual([
			{ endpoint: 'GET /v3/a/{id}.json', topic: 'topic' },
		]);
	});
});
