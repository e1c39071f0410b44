// The sentence above the output that tells which rows were sent, and which were not.

// What stands above the output with Continue On Fail, where n8n shows a node with failed items as a success.

import { cut } from '../transport/errors/shown';
import { verdictOfItem, type ItemResult } from './itemResult';
import type { Operation } from './operation';

type Sent = Parameters<typeof verdictOfItem>[1];

/** Most of a list of rows, in characters. */
const MAX_ROWS = 100;

/** E.g. `rows 2, 7`, cut off where they are many. */
export const namedRows = (rows: readonly number[]): string =>
	`${rows.length === 1 ? 'row' : 'rows'} ${cut(rows.join(', '), MAX_ROWS)}`;

const were = (count: number) => (count === 1 ? 'was' : 'were');

/**
 * E.g. `2 of 3 were sent, 1 was not: row 2`; `undefined` if no item has failed, or the operation only reads.
 *
 * @param sentFor the ID of what was sent for an item, by its name
 */
export function failedRows(
	{ reads, creates, sends }: Pick<Operation, 'reads' | 'creates' | 'sends'>,
	results: readonly ItemResult[],
	sentFor?: (item: number) => Sent,
): string | undefined {
	if (reads || results.every((result) => 'items' in result)) return undefined;
	const rows = { done: [] as number[], refused: [] as number[], unknown: [] as number[] };
	const failedLater: number[] = [];
	for (const [item, result] of results.entries()) {
		const verdict = 'error' in result ? verdictOfItem(result.error, sentFor?.(item)) : 'done';
		rows[verdict].push(item + 1);
		if ('error' in result && verdict === 'done') failedLater.push(item + 1);
	}
	const { done, refused, unknown } = rows;
	const deed = creates || sends ? 'sent' : 'done';
	if (results.length === 1) {
		if (refused.length > 0) return `It was not ${deed}`;
		return unknown.length > 0
			? `It is unknown whether it was ${deed}`
			: `It was ${deed}, and failed after that`;
	}
	return [
		`${done.length} of ${results.length} ${were(done.length)} ${deed}`,
		refused.length > 0 && `${refused.length} ${were(refused.length)} not: ${namedRows(refused)}`,
		unknown.length > 0 && `of ${unknown.length} it is unknown: ${namedRows(unknown)}`,
		failedLater.length > 0 && `${failedLater.length} failed after that: ${namedRows(failedLater)}`,
	]
		.filter(Boolean)
		.join(', ');
}
