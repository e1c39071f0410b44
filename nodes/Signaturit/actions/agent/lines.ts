// A list as a model is told of it: the entries that fit, and the number of others.

// How a list is told to a model: a line for each entry, as many as fit, and how many more there are.
import type { IDataObject } from 'n8n-workflow';
import { instant } from '../../events/state';
import { lineText, singleLine, type EntryLine } from '../line';

/** Longest counts by status, in characters of JSON: a status may be any text. */
const MOST_COUNTS = 500;

/** How many lines have each status; `undefined` for lists whose entries have none. */
function countsOf(lines: readonly EntryLine[]): Record<string, number> | undefined {
	const counts = new Map<string, number>();
	for (const line of lines) {
		if (!('status' in line)) continue;
		const status = singleLine(line.status) || 'unknown';
		counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	return counts.size > 0 ? Object.fromEntries(counts) : undefined;
}

/** The newest first, if each line has its time; otherwise in the order of the service. */
export function newestFirst(lines: readonly EntryLine[]): {
	wordForFirst: string;
	ordered: readonly EntryLine[];
} {
	const timed = lines.map((line) => ({ line, time: instant(singleLine(line.created)) }));
	if (timed.some(({ time }) => Number.isNaN(time)))
		return { wordForFirst: 'first', ordered: lines };
	const sorted = timed.sort((a, b) => b.time - a.time);
	return { wordForFirst: 'newest', ordered: sorted.map(({ line }) => line) };
}

/**
 * A list in at most `most` characters of JSON: its `message`, `entries` with as many whole ones as fit, `more` with the
 * number of the others, and `moreByStatus` if they have one.
 *
 * @param most at least 4,000, so that there is room for a line and for the counts
 */
export function listAnswer(lines: readonly EntryLine[], most: number): IDataObject {
	const { wordForFirst, ordered } = newestFirst(lines);
	const isCounted = JSON.stringify(countsOf(lines) ?? {}).length <= MOST_COUNTS;
	const found = `${lines.length} found`;
	const answerOf = (entries: Array<string | IDataObject>): IDataObject => {
		const rest = ordered.slice(entries.length);
		const message = `${found}; the ${wordForFirst} ${entries.length} are shown. "more" says how many are not: if this tool has filters, narrow the list by them.`;
		const moreByStatus = isCounted ? countsOf(rest) : undefined;
		return { message, entries, more: rest.length, ...(moreByStatus && { moreByStatus }) };
	};
	const entries: Array<string | IDataObject> = [];
	// The numbers of what is not shown only get smaller; that of the lines shown is shorter than `found`.
	let left = most - JSON.stringify(answerOf([])).length - found.length;
	for (const line of ordered) {
		const told = line.entry ?? lineText(line);
		left -= JSON.stringify(told).length + 1;
		if (left < 0) break;
		entries.push(told);
	}
	return entries.length < lines.length ? answerOf(entries) : { message: `${found}.`, entries };
}
