import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { apiError, verdictOf } from '../transport/errors';
import type { Failure, Outcome } from './failure';
import { itemKeys } from './itemKeys';
import type { OutputItem } from './outputItem';

/** What the items of one run of the node have come to, kept over the tries of *Retry On Fail*. */
export interface RunMemory {
	/**
	 * The output of an item that was done in an earlier try; `undefined` if it is to be done.
	 *
	 * @param settlesDoubt whether an item may be run again of which it is unknown whether it was done
	 * @throws the failure of such an item otherwise
	 */
	recall(item: number, settlesDoubt?: boolean): OutputItem[] | undefined;
	remember(item: number, outcome: Outcome): void;
	/** Drops everything about this run: it has ended well. */
	forget(): void;
}

const recordSchema = z.union([
	z.object({ done: z.array(z.custom<IDataObject>()) }),
	z.object({
		unknown: z.object({
			message: z.string(),
			description: z.string().optional(),
			httpCode: z.string().optional(),
		}),
		execution: z.string(),
	}),
]);

type Remembered = z.infer<typeof recordSchema>;

/**
 * The memory of this run of the node. With *Retry On Fail* n8n runs the whole node again when an item has
 * failed, and what was sent for the other items would be sent once more. n8n keeps the context of a node
 * over all tries of an execution, and over its Retry of a failed execution.
 *
 * An item that is done stays done in both. One of which it is unknown whether it was done is not tried
 * again in the same execution; in n8n's Retry it is, as someone has decided to.
 *
 * @param operation names what is done, e.g. `signature.create`
 */
export function runMemory(this: IExecuteFunctions, operation: string): RunMemory {
	const context: Record<string, unknown> = this.getContext('node');
	const keys = itemKeys.call(this, operation);
	const execution = this.getExecutionId() ?? '';
	return {
		recall: (item, settlesDoubt = false) => {
			const { data } = recordSchema.safeParse(
				context[keys.ofItem(item)] ?? context[keys.ofDoubt(item)],
			);
			if (data === undefined) return undefined;
			if ('done' in data) return data.done.map((json) => ({ json }));
			if (settlesDoubt || data.execution !== execution) return undefined;
			throw apiError(this.getNode(), { ...data.unknown, verdict: 'unknown' });
		},
		remember: (item, outcome) => {
			const record = recordOf(outcome, execution);
			if (record) context[('done' in record ? keys.ofItem : keys.ofDoubt)(item)] = record;
		},
		forget: () => {
			const own = Object.keys(context).filter((key) => key.startsWith(keys.run));
			for (const key of own) Reflect.deleteProperty(context, key);
		},
	};
}

/** What to remember of an outcome; a refused item is tried again. */
function recordOf(outcome: Outcome, execution: string): Remembered | undefined {
	if ('items' in outcome) return { done: outcome.items.map(({ json }) => json) };
	const { failure } = outcome;
	return verdictOf(failure) === 'unknown' ? { unknown: faultIn(failure), execution } : undefined;
}

function faultIn(failure: Failure) {
	const { message, description } = failure;
	return {
		message,
		description: description ?? undefined,
		httpCode: failure instanceof NodeApiError ? (failure.httpCode ?? undefined) : undefined,
	};
}
