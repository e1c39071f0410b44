import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';
import { verdictOf } from '../transport/errors/errors';

/** One item of an operation's output; the router pairs it with the input item. */
export interface OutputItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** One item for an object, one for each entry of a list. */
export function jsonItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return [answer].flat().map((json) => ({ json }));
}

type Failure = NodeApiError | NodeOperationError;

/** What an item has come to: its output, or why it has none. */
export type ItemResult = { items: OutputItem[] } | { failure: Failure };

/** Turns any error into one of n8n's, with the item's index. */
export function failureOf(this: IExecuteFunctions, error: unknown, item: number): Failure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= item;
		return error;
	}
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const description = 'description' in cause ? String(cause.description ?? '') : undefined;
	return new NodeOperationError(this.getNode(), cause, { itemIndex: item, description });
}

/**
 * The output of a failed item with Continue On Fail. n8n sends it to the error output only if it has exactly these two
 * keys.
 *
 * @param writes whether to add the verdict. What fails without one has failed before anything was sent
 */
export function failureJson(failure: Failure, writes: boolean): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		message,
		error: {
			message,
			...(description && { description }),
			...(httpCode && { httpCode }),
			...(writes && { verdict: verdictOf(failure) ?? 'refused' }),
		},
	};
}

/**
 * Adds to the failure that ends an execution what became of the other items: they are not in the output, and what was
 * created for them exists.
 *
 * @param outcomes by item; those that were not begun are missing
 */
export function addOtherOutcomes(
	failure: Failure,
	outcomes: ReadonlyMap<number, ItemResult>,
	count: number,
): void {
	const others = [...outcomes]
		.filter(([, outcome]) => !('failure' in outcome && outcome.failure === failure))
		.sort(([a], [b]) => a - b)
		.map(([item, outcome]) => `• Item ${item + 1} of ${count}: ${summary(outcome)}`);
	if (others.length === 0) return;
	const lines = [failure.description, 'The other items:', ...others];
	failure.description = lines.filter(Boolean).join('\n');
}

function summary(outcome: ItemResult): string {
	if ('failure' in outcome) return outcome.failure.message;
	const ids = outcome.items.flatMap(
		({ json }) => json.signatureId ?? json.certifiedEmailId ?? json.certifiedSmsId ?? json.id ?? [],
	);
	return ['done', ...ids.map(String)].join(', ');
}
