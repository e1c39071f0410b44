// One item's output or error, and the form in which n8n gets it.

import {
	ApplicationError,
	NodeOperationError,
	type IBinaryKeyData,
	type IDataObject,
	type INode,
} from 'n8n-workflow';
import { asSentence, cut, cutLines, MAX_DESCRIPTION, MAX_MESSAGE } from '../transport/errors/shown';
import { changed, isItemError, problemOf, type ItemError } from '../transport/errors/errors';
import { Refusal, wrongWords, type Problem } from '../transport/errors/refusal';

/** One item of an operation's output; the router pairs it with the input item. */
export interface OutputItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** Whether it is added to the input item, with its files. */
	onInput?: true;
}

/** An item of the output as n8n can read it (`readable`), with the input item if it is added to it. */
export const onInput = (
	{ onInput: isAdded, json, binary }: OutputItem,
	input: Partial<OutputItem> = {},
): Omit<OutputItem, 'onInput'> =>
	isAdded
		? { json: readable({ ...input.json, ...json }), binary: { ...input.binary, ...binary } }
		: { json: readable(json), ...(binary && { binary }) };

/** One item for an object, one for each entry of a list. */
export function jsonItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return [answer].flat().map((json) => ({ json }));
}

/** The output of an item, or why it has none. */
export type ItemResult = { items: OutputItem[] } | { error: ItemError };

/** Turns any error into one of n8n's, with the item's index, and cuts it: expressions throw errors with long values. */
export function itemErrorOf(node: INode, error: unknown, item: number): ItemError {
	if (isItemError(error)) {
		error.context.itemIndex ??= item;
		return error;
	}
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const lines = 'description' in cause ? String(cause.description ?? '').split('\n') : [];
	const shown = new NodeOperationError(node, cause, {
		itemIndex: item,
		message: cut(cause.message, MAX_MESSAGE),
		description: cutLines(lines, MAX_DESCRIPTION).join('\n') || undefined,
	});
	return error instanceof Refusal ? changed(shown, error.problem) : shown;
}

/**
 * What became of a failed item of an operation that writes. An error without a verdict came before anything was sent.
 *
 * @param sent the ID of what was sent for the item all the same, by its name
 */
export const verdictOfItem = (error: ItemError, sent: IDataObject = {}) =>
	Object.keys(sent).length > 0 ? 'done' : (problemOf(error).verdict ?? 'refused');

/**
 * The output of a failed item with Continue On Fail. n8n sends it to the error output only if it has exactly these two
 * keys.
 *
 * @param sent the ID of what was sent for the item all the same, by its name; `undefined` if the operation only reads
 */
export function errorJson(error: ItemError, sent?: IDataObject): IDataObject {
	const { message, description } = error;
	const { httpCode } = problemOf(error);
	return {
		message,
		error: {
			message,
			...(description && { description }),
			...(httpCode && { httpCode }),
			...(sent && { ...sent, verdict: verdictOfItem(error, sent) }),
		},
	};
}

/** n8n takes an item with one of these keys for a failed one, so the keys get these names. */
const RENAMED = new Map([
	['error', 'serviceError'],
	['$error', 'serviceError'],
	['$json', 'serviceJson'],
]);

/** The item with those keys renamed: n8n would try an item again that it takes for a failed one. */
export function readable(json: IDataObject): IDataObject {
	if (![...RENAMED.keys()].some((key) => key in json)) return json;
	const renamed = Object.entries(json).map(([key, value]) => [RENAMED.get(key) ?? key, value]);
	return Object.fromEntries(renamed) as IDataObject;
}

/** How many rows that are not valid are listed at most. */
const MOST_ROWS = 10;

/** Longest reason of a row in a list, in characters. */
const LONGEST_REASON = 160;

/**
 * The error that ends an execution before anything is sent, because rows are not valid: the error of the only row, the
 * error that all rows share, or one that lists the rows.
 *
 * @param errors at least one, with the index of its item
 */
export function errorOfRows(node: INode, errors: readonly ItemError[], count: number): ItemError {
	const [first] = errors;
	if (first && errors.length === 1) return first;
	const rows = errors.map(rowOf);
	const { lacks } = problemOf(first);
	if (first && lacks && errors.every((error) => problemOf(error).lacks === lacks)) {
		const lacking =
			errors.length === count
				? `None of the ${count} rows has a ${lacks}`
				: `Rows ${listed(rows)} of ${count} have no ${lacks}`;
		return changed(first, { message: lacking, rows: '' });
	}
	const texts = new Set(errors.map(({ message, description }) => `${message} ${description}`));
	if (first && errors.length === count && texts.size === 1) {
		return changed(first, { rows: `All ${count} rows` });
	}
	const more = rows.length - MOST_ROWS;
	const reasons = errors
		.slice(0, MOST_ROWS)
		.map((error) => `Row ${rowOf(error)}: ${reasonOf(error)}`);
	const message = `Rows ${listed(rows)} of ${count} need a correction. ${reasons[0]}`;
	const facts = [...reasons, ...(more > 0 ? [`… and ${more} more`] : [])];
	const description = facts.map((fact) => `• ${fact}`).join('\n');
	const itemIndex = Number(first?.context.itemIndex ?? 0);
	const error = new NodeOperationError(node, message, { itemIndex });
	return changed(error, { message, description, remedy: 'model', unsent: true, rows: '' });
}

/** E.g. `1, 2 and 5`. */
function listed(rows: readonly number[]): string {
	const more = rows.length - MOST_ROWS;
	const shown = more > 0 ? [...rows.slice(0, MOST_ROWS), `${more} more`] : [...rows];
	const last = shown.pop();
	return `${shown.join(', ')} and ${last}`;
}

/** The row of an error's item, counted from 1. */
const rowOf = ({ context: { itemIndex } }: ItemError): number => Number(itemIndex) + 1;

/** Why a row is not valid, in one line. */
function reasonOf(error: ItemError): string {
	const reason = problemOf(error).problems?.map(wrongWords).join('; ') ?? error.message;
	return reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason;
}

/** The problems that an error is about, each with what to do. */
export function problemsIn(error: ItemError): readonly string[] {
	const { message, description } = error;
	const whole = description ? `${asSentence(message)} ${description}` : message;
	return problemOf(error).problems?.map(wrongWords) ?? [whole];
}

/** Begins an error's message with the row of its item, unless there is only one row, or the message names its rows. */
export function nameRow(error: ItemError, count: number): void {
	if (count <= 1 || problemOf(error).rows !== undefined) return;
	changed(error, { rows: `Row ${rowOf(error)} of ${count}` });
}

/**
 * The error that ends an execution, with the results of the items: they are not in the output, but what was created for
 * them exists.
 *
 * @param results by item; those that were not begun are missing
 */
export function endOfRun(
	error: ItemError,
	results: ReadonlyMap<number, ItemResult>,
	count: number,
	heading = 'The other rows:',
): ItemError {
	const otherResults = [...results]
		.filter(([, result]) => ('error' in result ? result.error !== error : result.items.length > 0))
		.sort(([a], [b]) => a - b);
	if (otherResults.some(([, result]) => 'items' in result)) sayUnsent(error, 'row');
	if (otherResults.length > 0) {
		const lines = otherResults.map(
			([item, result]) => `• Row ${item + 1} of ${count}: ${summary(result)}`,
		);
		changed(error, { lines: [...(problemOf(error).lines ?? []), heading, ...lines] });
	}
	return error;
}

/** Limits the words that nothing was sent: to the row if others were sent, or to none if nobody expects a sending. */
export function sayUnsent(error: ItemError, unsent: NonNullable<Problem['unsent']>): void {
	if (problemOf(error).unsent === true) changed(error, { unsent });
}

function summary(result: ItemResult): string {
	if ('error' in result) return result.error.message;
	const ids = result.items.flatMap(({ json }) => {
		// The own ID comes first, if the answer is not the service's.
		const [first = ''] = Object.keys(json);
		return json.id ?? (first.endsWith('Id') ? json[first] : undefined) ?? [];
	});
	return ['done', ...ids.map(String)].join(', ');
}
