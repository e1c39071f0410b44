import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	type IBinaryKeyData,
	type IDataObject,
	type INode,
} from 'n8n-workflow';
import { problemOf, verdictOf, withLines, type ItemError } from '../transport/errors/errors';

/** One item of an operation's output; the router pairs it with the input item. */
export interface OutputItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** One item for an object, one for each entry of a list. */
export function jsonItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return [answer].flat().map((json) => ({ json }));
}

/** What an item has come to: its output, or why it has none. */
export type ItemResult = { items: OutputItem[] } | { error: ItemError };

/** Turns any error into one of n8n's, with the item's index. */
export function itemErrorOf(node: INode, error: unknown, item: number): ItemError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= item;
		return error;
	}
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const description = 'description' in cause ? String(cause.description ?? '') : undefined;
	return new NodeOperationError(node, cause, { itemIndex: item, description });
}

/**
 * The output of a failed item with Continue On Fail. n8n sends it to the error output only if it has exactly these two
 * keys.
 *
 * @param writes whether to add the verdict. What fails without one has failed before anything was sent
 */
export function errorJson(error: ItemError, writes: boolean): IDataObject {
	const { message, description, httpCode } = problemOf(error);
	return {
		message,
		error: {
			message,
			...(description && { description }),
			...(httpCode && { httpCode }),
			...(writes && { verdict: verdictOf(error) ?? 'refused' }),
		},
	};
}

/**
 * Adds to the error that ends an execution what became of the other items: they are not in the output, and what was
 * created for them exists.
 *
 * @param results by item; those that were not begun are missing
 */
export function addOtherResults(
	error: ItemError,
	results: ReadonlyMap<number, ItemResult>,
	count: number,
): void {
	const others = [...results]
		.filter(([, result]) => !('error' in result && result.error === error))
		.sort(([a], [b]) => a - b)
		.map(([item, result]) => `• Item ${item + 1} of ${count}: ${summary(result)}`);
	if (others.length > 0) withLines(error, ['The other items:', ...others]);
}

function summary(result: ItemResult): string {
	if ('error' in result) return result.error.message;
	const ids = result.items.flatMap(
		({ json }) => json.signatureId ?? json.certifiedEmailId ?? json.certifiedSmsId ?? json.id ?? [],
	);
	return ['done', ...ids.map(String)].join(', ');
}
