/** Path of the ledger from the project's root. */
export const LEDGER = 'docs/service.md';

/** The columns of every table. */
const COLUMNS = [
	'What it does',
	'Known from',
	'How sure',
	'Test',
	'Look at first when the real service disagrees',
];

const CONFIDENCES = ['high', 'medium', 'low', 'guess'];
const OUR_GUESS = '**our guess**';

/** Anchor of the topic of endpoints that neither the nodes nor the local service have. */
export const LEFT_OUT = 'endpoints-left-out';

interface Heading {
	line: number;
	level: number;
	title: string;
	/** As GitHub derives it from the title, without the number that it adds when a title is repeated. */
	anchor: string;
}

interface TableRow {
	line: number;
	/** Anchor of the topic. */
	topic: string;
	cells: string[];
}

/** The parsed ledger. Lines are counted from 1. */
export interface Ledger {
	headings: Heading[];
	/** The first rows of the tables, with the names of the columns. */
	headers: TableRow[];
	/** The other rows of the tables, one for each behaviour. */
	rows: TableRow[];
	/** Labels of the links at the end of the file. */
	links: Set<string>;
}

/** Parses the ledger's Markdown. */
export function readLedger(markdown: string): Ledger {
	const ledger: Ledger = { headings: [], headers: [], rows: [], links: new Set() };
	let inTable = false;
	for (const [index, text] of markdown.split('\n').entries()) {
		const line = index + 1;
		const [, marks = '', title = ''] = /^(#+) (.+)$/.exec(text) ?? [];
		if (title) ledger.headings.push({ line, level: marks.length, title, anchor: anchorOf(title) });
		const [, label] = /^\[([^\]]+)\]: https:\/\/\S+$/.exec(text) ?? [];
		if (label) ledger.links.add(label);

		if (text.startsWith('|') && !/^[|\-: ]+$/.test(text)) {
			const topic = ledger.headings.at(-1)?.anchor ?? '';
			(inTable ? ledger.rows : ledger.headers).push({ line, topic, cells: cellsOf(text) });
		}
		inTable = text.startsWith('|');
	}
	return ledger;
}

/** Problems of the headings and of the tables' columns, as messages with their lines. */
export function structureProblems({ headings, headers }: Ledger): string[] {
	const repeated = headings.filter(
		({ anchor }, index) => headings.findIndex((other) => other.anchor === anchor) !== index,
	);
	const topics = headings.filter(({ level }) => level === 3);
	return [
		...repeated.map(({ line, anchor }) => at(line, `a second heading has the anchor #${anchor}`)),
		...topics
			.filter(({ anchor }) => headers.filter(({ topic }) => topic === anchor).length !== 1)
			.map(({ line, title }) => at(line, `"${title}" has not exactly one table`)),
		...headers
			.filter(({ cells }) => cells.join('|') !== COLUMNS.join('|'))
			.map(({ line }) => at(line, `the columns are not: ${COLUMNS.join(', ')}`)),
	];
}

/**
 * Problems of the rows, as messages with their lines.
 *
 * @param read the text of a file of the project, by its path from the root; `undefined` if there is none
 */
export function rowProblems(
	{ rows, links }: Ledger,
	read: (path: string) => string | undefined,
): string[] {
	return rows.flatMap(({ line, cells }) => {
		const [, source = '', confidence = '', test = '', place = ''] = cells;
		if (cells.length !== COLUMNS.length || cells.includes('')) {
			return [at(line, `not ${COLUMNS.length} cells with something in each`)];
		}
		return [
			...(CONFIDENCES.includes(confidence) ? [] : [`"${confidence}" is no confidence`]),
			...sourceProblems(source, confidence, links),
			...testProblems(test, read),
			...placeProblems(place, read),
		].map((problem) => at(line, problem));
	});
}

/** Problems of a file that cites headings which the ledger does not have. */
export function citationProblems({ headings }: Ledger, path: string, text: string): string[] {
	const anchors = new Set(headings.map(({ anchor }) => anchor));
	const cited = [...text.matchAll(/docs\/service\.md#([\w-]*)/g)].map(([, anchor = '']) => anchor);
	return cited
		.filter((anchor) => !anchors.has(anchor))
		.map((anchor) => `${path}: there is no #${anchor} in ${LEDGER}`);
}

/** Problems of a file that cites a description of the service other than the ledger. */
export function otherCitations(path: string, text: string): string[] {
	const flowing = text.replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
	return [...flowing.matchAll(/\(specification|(?<!the )specification,|wire facts/gi)].map(
		([words]) => `${path}: "${words}" cites something other than ${LEDGER}`,
	);
}

/** The endpoints in the first cells, e.g. `GET /v3/files/{id}.json`, with their topics. */
export function endpointsOf({ rows }: Ledger): { endpoint: string; topic: string }[] {
	return rows.flatMap(({ cells: [what = ''], topic }) =>
		[...what.matchAll(/`([A-Z]+ \/v\d[^`]*)`/g)].map(([, endpoint = '']) => ({ endpoint, topic })),
	);
}

function anchorOf(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');
}

function cellsOf(line: string): string[] {
	return line
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** A source that a reader can check is a page, a file of a public repository, or our guess. */
const SOURCE = /^(\[[^\]]+\]|`[\w.-]+\/[\w.-]+` `[^`]+`)$/;

function sourceProblems(source: string, confidence: string, links: Set<string>): string[] {
	const sources = source.split(', ');
	const labels = [...source.matchAll(/\[([^\]]+)\]/g)].map(([, label = '']) => label);
	return [
		...sources
			.filter((part) => part !== OUR_GUESS && !SOURCE.test(part))
			.map((part) => `nobody can check "${part}"`),
		...labels.filter((label) => !links.has(label)).map((label) => `no link for [${label}]`),
		...(source.includes(OUR_GUESS) === (confidence === 'guess')
			? []
			: [`"guess" and ${OUR_GUESS} belong together`]),
	];
}

function testProblems(cell: string, read: (path: string) => string | undefined): string[] {
	const tests = [...cell.matchAll(/`([^`]+)` "(.+?)"(?=$|, `)/g)];
	if (tests.length === 0) return ['it names no test'];
	return tests.flatMap(([, path = '', title = '']) => {
		const text = read(path);
		if (text === undefined) return [`there is no ${path}`];
		return hasTest(text, title) ? [] : [`${path} has no test "${title}"`];
	});
}

/** Whether a test of this literal title is declared, by `it`, `test` or the `each` of one. */
function hasTest(text: string, title: string): boolean {
	const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${literal}\\1`).test(text);
}

/** A cell names files by their paths from the nodes' folder or from the root, each followed by names in its code. */
function placeProblems(cell: string, read: (path: string) => string | undefined): string[] {
	let path = '';
	return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
		if (/\.ts$/.test(name)) path = name;
		else if (!/^\w+$/.test(name) || path === '') return [];
		const text = read(`nodes/Signaturit/${path}`) ?? read(path);
		if (text === undefined) return [`there is no ${path}`];
		return name === path || new RegExp(`\\b${name}\\b`).test(text)
			? []
			: [`${path} has no ${name}`];
	});
}

const at = (line: number, problem: string) => `${LEDGER}:${line}: ${problem}`;
