// The text of the page `docs/service.md`, made from the ledger.

import { anchorOf, OUR_GUESS, rowsOf, type Ledger, type Row } from './ledger';

const MADE = '<!-- This page is written by "npm run ledger", from the data in docs/service/. -->';

/** The ledger as a page for people (docs/service.md). */
export function ledgerPage(ledger: Ledger): string {
	const { title, intro, mattering, chapters, links } = ledger;
	const blocks = [
		`# ${title}`,
		MADE,
		intro.trim(),
		`## ${mattering.title}`,
		mattering.prose.trim(),
		matteringTable(ledger),
		...chapters.flatMap((chapter) => [
			`## ${chapter.title}`,
			...chapter.topics.flatMap(({ title: topic, prose, rows }) => [
				`### ${topic}`,
				...(prose === undefined ? [] : [prose]),
				table(
					['What it does', 'How sure', 'Look at first'],
					rows.map((row) => [row.what, howSure(row), row.look]),
				),
			]),
		]),
		Object.entries(links)
			.map(([label, address]) => `[${label}]: ${address}`)
			.join('\n'),
	];
	return `${blocks.join('\n\n')}\n`;
}

/** The guesses that have a rank, in its order. */
export const matteringRows = (ledger: Pick<Ledger, 'chapters'>) =>
	rowsOf(ledger)
		.flatMap((row) => (row.matters ? [{ ...row, ...row.matters }] : []))
		.sort((one, other) => one.rank - other.rank);

function matteringTable(ledger: Ledger): string {
	const titles = ledger.chapters.flatMap(({ topics }) => topics.map(({ title }) => title));
	const titleOf = (anchor: string) => titles.find((title) => anchorOf(title) === anchor) ?? anchor;
	const rows = matteringRows(ledger).map(({ rank, what, topic, ifWrong, look }) => [
		`${rank}`,
		`${what} ([${titleOf(topic)}](#${topic}))`,
		ifWrong,
		look,
	]);
	return table(['', 'What we guess', 'If that is wrong', 'Look at first'], rows);
}

/** How sure we are, and why. */
function howSure({ certainty, source }: Pick<Row, 'certainty' | 'source'>): string {
	if (certainty !== 'guess') return `${certainty}: ${source}`;
	const others = source.split(', ').filter((part) => part !== OUR_GUESS);
	return others.length > 0 ? `**guess**, see ${others.join(', ')}` : '**guess**';
}

function table(columns: string[], rows: string[][]): string {
	const lines = [columns, ...rows].map(
		(cells) =>
			`|${cells.map((cell) => (cell ? ` ${cell.replaceAll('|', '\\|')} ` : ' ')).join('|')}|`,
	);
	return [lines[0], `|${'---|'.repeat(columns.length)}`, ...lines.slice(1)].join('\n');
}
