import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTest } from '../ledger/checks';
import { readLedger, rowsOf } from '../ledger/ledger';

const ROOT = join(__dirname, '..', '..', '..');

/** The pages for those who change this package; all others are for users. */
const OF_CONTRIBUTORS = ['localService.md', 'record.md', 'service.md', 'verification.md'];

/** Words by which a sentence promises something without exception. */
const STRONG =
	/\b(?:never|always|no ?body|no one|nothing|none|no event|no other|lost|twice|safe(?:ly)?|guarantee[sd]?|in any case|(?:comes?|sends?|sent|out) once)\b/i;

/** What a sentence with such a word stands on that promises nothing, but takes something back. */
const LIMIT = 'limit';

type Pages = Readonly<Record<string, string>>;
type Line = Readonly<{ page: string; sentence: string; reason: string }>;

function userPages(): Pages {
	const docs = readdirSync(join(ROOT, 'docs'))
		.filter((name) => name.endsWith('.md') && !OF_CONTRIBUTORS.includes(name))
		.map((name) => `docs/${name}`);
	return Object.fromEntries(['README.md', ...docs].map((path) => [path, readProject(path) ?? '']));
}

function readProject(path: string): string | undefined {
	try {
		return readFileSync(join(ROOT, path), 'utf8');
	} catch {
		return undefined;
	}
}

/** The sentences of a page without its marks and its code: a line of prose, an entry and a cell end a sentence too. */
function sentencesOf(page: string): string[] {
	const prose = page.replace(/```[^]*?```/g, '').replace(/<[^>\n]*>/g, '');
	return prose
		.split(/\n| \| |^\| /m)
		.map((line) => plain(line.replace(/^\s*(?:[-|]|#+|\d+\.)\s*|\s*\|\s*$/g, '')))
		.flatMap((line) =>
			line.split(/(?<=[.!?]["”)]?)(?<!\b(?:e\.g|i\.e)\.)\s+(?=["“([{]?[A-Z\d]|n8n\b|\w+\.json$)/),
		)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '');
}

const plain = (line: string) =>
	line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*+|`/g, '');

/** A line is the path of a page, or a sentence on it and what it stands on. */
function readLines(text: string): Line[] {
	let page = '';
	return text
		.split('\n')
		.filter((line) => line && !line.startsWith('#'))
		.flatMap((line) => {
			const [sentence = '', reason] = line.trim().split('  =>  ');
			if (reason !== undefined) return [{ page, sentence, reason }];
			page = sentence;
			return [];
		});
}

/** In what the list is not true of the pages, or the pages promise more than it has. */
function problemsOf(pages: Pages, lines: readonly Line[], read = readProject): string[] {
	const found = Object.entries(pages).flatMap(([page, text]) =>
		sentencesOf(text).map((sentence) => ({ page, sentence })),
	);
	const unlisted = found
		.filter(({ sentence }) => STRONG.test(sentence))
		.filter((each) => !lines.some((line) => isSame(line, each)))
		.map(({ page, sentence }) => `${page} promises what is not listed: ${sentence}`);
	const untrue = lines.flatMap((line) => {
		const places = found.filter((each) => isSame(line, each));
		return [
			...(places.length === 0 ? ['does not stand there'] : []),
			...problemsOfReason(line, lines, read),
		].map((problem) => `${line.page}, "${line.sentence}": ${problem}`);
	});
	return [...unlisted, ...untrue];
}

const isSame = (line: Omit<Line, 'reason'>, other: Omit<Line, 'reason'>) =>
	line.page === other.page && line.sentence === other.sentence;

function problemsOfReason(line: Line, lines: readonly Line[], read: typeof readProject): string[] {
	const { reason, page } = line;
	if (reason === LIMIT) return [];
	const elsewhere = lines.find((other) => other.reason === reason && other.page !== page);
	if (elsewhere) return [`${elsewhere.page} promises the same`];
	const [, row] = /^row (.+)$/.exec(reason) ?? [];
	if (row) return rowsOf(readLedger()).some(({ id }) => id === row) ? [] : [`no row ${row}`];
	const [, path = '', title = ''] = /^(test\/\S+\.ts): (.+)$/.exec(reason) ?? [];
	const text = path && read(path);
	return text && hasTest(text, title) ? [] : [`there is no test "${reason}"`];
}

it('the pages for users promise what is listed, once, with a test that shows it, and no more', () => {
	const lines = readLines(readFileSync(join(__dirname, 'promises.txt'), 'utf8'));
	expect(problemsOf(userPages(), lines)).toEqual([]);
});

describe('the list of promises', () => {
	const PAGE = 'docs/a.md';
	const tests = (path: string) =>
		path === 'test/a.test.ts' ? "it('comes', () => {});" : undefined;
	const problems = (page: string, ...lines: [sentence: string, reason: string][]) =>
		problemsOf(
			{ [PAGE]: page, 'docs/b.md': 'It is safe.' },
			[
				['docs/b.md', 'It is safe.', 'limit'] as const,
				...lines.map(([sentence, reason]) => [PAGE, sentence, reason] as const),
			].map(([place, sentence, reason]) => ({ page: place, sentence, reason })),
			tests,
		);

	it.each([
		['It never fails.'],
		['ALWAYS right.'],
		['Nobody is sent anything.'],
		['**Nothing** is sent.'],
		['No event is missed.'],
		['None comes late.'],
		['It comes once.'],
		['A contract is not sent *twice*.'],
		['It cannot get [lost](x.md).'],
		['A Retry is safe.'],
	])('must have "%s"', (sentence) => {
		expect(problems(sentence)).toEqual([expect.stringContaining('promises what is not listed')]);
	});

	it.each([
		['- First. It is lost. Last.'],
		['1. First (e.g. *Second*). It is lost.'],
		['| First | It is lost. |'],
		['It works. n8n is here. It is lost.'],
		['It is lost. [`first.json`](first.json)'],
		['| It is lost. | `a` |\n|---|---|'],
		['## It is lost.\nFirst.'],
		['<b>First</b>\nIt is [lost](a.md#b). "Last."'],
	])('has the sentence alone of "%s"', (page) => {
		expect(problems(page)).toEqual([`${PAGE} promises what is not listed: It is lost.`]);
	});

	it('needs no sentence of an example in code, and none without such a word', () => {
		expect(problems('It works, once it runs.\n```\nnever\n```\n')).toEqual([]);
	});

	it.each(['limit', 'test/a.test.ts: comes', 'row environments-hosts'])(
		'may say that a sentence stands on "%s"',
		(reason) => {
			expect(problems('It is never late.', ['It is never late.', reason])).toEqual([]);
		},
	);

	it.each([
		['a test that is gone', 'test/a.test.ts: goes'],
		['a part of a name', 'test/a.test.ts: come'],
		['a file that is gone', 'test/b.test.ts: comes'],
		['no row', 'row nowhere'],
		['a hope', 'our hope'],
	])('must not name %s', (_, reason) => {
		expect(problems('It is never late.', ['It is never late.', reason])).toHaveLength(1);
	});

	it('must have no sentence that is gone from its page', () => {
		expect(problems('It may be late.', ['It is never late.', 'limit'])).toEqual([
			`${PAGE}, "It is never late.": does not stand there`,
		]);
	});

	it('must not have a promise on two pages', () => {
		const reason = 'test/a.test.ts: comes';
		const lines = [
			{ page: PAGE, sentence: 'It comes once.', reason },
			{ page: 'docs/b.md', sentence: 'Once only.', reason },
		];
		const pages = { [PAGE]: 'It comes once.', 'docs/b.md': 'Once only.' };
		expect(problemsOf(pages, lines, tests)).toEqual([
			`${PAGE}, "It comes once.": docs/b.md promises the same`,
			'docs/b.md, "Once only.": docs/a.md promises the same',
		]);
	});
});

describe('the lines of the list', () => {
	it('are read by their pages, without comments', () => {
		expect(readLines('# why\nREADME.md\n\tIt is safe.  =>  limit\n\n')).toEqual([
			{ page: 'README.md', sentence: 'It is safe.', reason: 'limit' },
		]);
	});
});
