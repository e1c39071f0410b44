// The rules that the ledger of service facts must keep: unique headings, checkable sources, existing tests.

import { anchorOf, OUR_GUESS, PAGE, rowsOf, type Ledger, type Row } from './ledger';
import { matteringRows } from './page';

/** Anchor of the topic of endpoints that neither the nodes nor the local service have. */
export const LEFT_OUT = 'endpoints-left-out';

/** How many guesses are those that matter most. */
const MATTERING = 25;

type Chapters = Pick<Ledger, 'chapters'>;

/** Problems of the ledger as a whole: headings, IDs and ranks, each of which stands once. */
export function wholeProblems(ledger: Chapters): string[] {
	const ranks = matteringRows(ledger).map(({ rank }) => rank);
	const wanted = Array.from({ length: MATTERING }, (_, index) => index + 1);
	return [
		...repeated(anchorsOf(ledger)).map((anchor) => `a second heading has the anchor #${anchor}`),
		...repeated(rowsOf(ledger).map(({ id }) => id)).map((id) => `a second row has the ID ${id}`),
		...(ranks.join() === wanted.join()
			? []
			: [`the ranks are not 1 to ${MATTERING}: ${ranks.join()}`]),
	];
}

const anchorsOf = ({ chapters }: Chapters) =>
	chapters.flatMap(({ title, topics }) =>
		[title, ...topics.map((topic) => topic.title)].map(anchorOf),
	);

const repeated = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index);

/**
 * Problems of the rows, as messages with their IDs.
 *
 * @param links addresses of the pages, by their labels
 * @param read the text of a file of the project, by its path from the root; `undefined` if there is none
 */
export function rowProblems(
	rows: readonly Row[],
	links: Ledger['links'],
	read: (path: string) => string | undefined,
): string[] {
	return rows.flatMap((row) =>
		[
			...sourceProblems(row, links),
			...testProblems(row, read),
			...placeProblems(row.look, read),
			...(row.matters && row.certainty !== 'guess' ? ['it matters, but is no guess'] : []),
		].map((problem) => `${row.id}: ${problem}`),
	);
}

/** Problems of a file that cites headings which the ledger does not have. */
export function citationProblems(ledger: Chapters, path: string, text: string): string[] {
	const anchors = new Set(anchorsOf(ledger));
	const cited = [...text.matchAll(/docs\/service\.md#([\w-]*)/g)].map(([, anchor = '']) => anchor);
	return cited
		.filter((anchor) => !anchors.has(anchor))
		.map((anchor) => `${path}: there is no #${anchor} in ${PAGE}`);
}

/** The endpoints that rows name, e.g. `GET /v3/files/{id}.json`, with their topics. */
export function endpointsOf(rows: readonly Row[]): { endpoint: string; topic: string }[] {
	return rows.flatMap(({ what, topic }) =>
		[...what.matchAll(/`([A-Z]+ \/v\d[^`]*)`/g)].map(([, endpoint = '']) => ({ endpoint, topic })),
	);
}

/** A source that a reader can check is a page, a file of a public repository, or our guess. */
const SOURCE = /^(\[[^\]]+\]|`[\w.-]+\/[\w.-]+` `[^`]+`)$/;

function sourceProblems({ source, certainty }: Row, links: Ledger['links']): string[] {
	const sources = source.split(', ');
	const labels = [...source.matchAll(/\[([^\]]+)\]/g)].map(([, label = '']) => label);
	return [
		...sources
			.filter((part) => part !== OUR_GUESS && !SOURCE.test(part))
			.map((part) => `nobody can check "${part}"`),
		...labels.filter((label) => !(label in links)).map((label) => `no link for [${label}]`),
		...(source.includes(OUR_GUESS) === (certainty === 'guess')
			? []
			: [`"guess" and ${OUR_GUESS} belong together`]),
	];
}

function testProblems({ test }: Row, read: (path: string) => string | undefined): string[] {
	const files = Object.entries(test);
	if (files.length === 0) return ['it names no test'];
	return files.flatMap(([path, titles]) => {
		const text = read(path);
		if (text === undefined) return [`there is no ${path}`];
		return [titles]
			.flat()
			.filter((title) => !hasTest(text, title))
			.map((title) => `${path} has no test "${title}"`);
	});
}

/** Whether a test of this literal title is declared, by `it`, `test` or the `each` of one. */
export function hasTest(text: string, title: string): boolean {
	const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${literal}\\1`).test(text);
}

/** A text names files by their paths from the nodes' folder or from the root, each followed by names in its code. */
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
