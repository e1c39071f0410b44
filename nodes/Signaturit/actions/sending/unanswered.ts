import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

/** What earlier runs of the node in this execution have given out. */
export interface EarlierRuns {
	/** Whether a run has given out the outcome of a request. */
	hasOutcome(run: number, id: string | undefined): boolean;
	/**
	 * From which item of which run an input item came, by n8n's item linking. When a limit is over, the output of
	 * *Send and Wait* is its input.
	 *
	 * @param runs the runs to look at, in this order
	 */
	originOf(item: number, runs: readonly number[]): { run: number; item: number } | undefined;
}

/** What n8n's `$('…')` gives. */
interface OwnOutput {
	all(output: number, run: number): unknown;
	pairedItem(item: number): unknown;
}

const itemsSchema = z.array(z.custom<INodeExecutionData>()).catch([]);

const outcomeSchema = z.object({
	json: z.object({ signatureId: z.string(), outcome: z.string() }),
});

/** Which run of the node in this execution it is, from 0. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** The runs of this node before this one. What is read of a run is kept. */
export function earlierRuns(this: IExecuteFunctions): EarlierRuns {
	const outputs = new Map<number, INodeExecutionData[]>();
	const outcomes = new Map<number, Set<string>>();
	const indices = new Map<number, Map<unknown, number>>();
	const ownOutput = () => {
		const { $: nodeOf } = this.getWorkflowDataProxy(0) as { $: (name: string) => OwnOutput };
		return nodeOf(this.getNode().name);
	};
	const outputOf = (run: number): INodeExecutionData[] => {
		const items = outputs.get(run) ?? itemsSchema.parse(quietly(() => ownOutput().all(0, run)));
		outputs.set(run, items);
		return items;
	};
	// Depending on a setting of the workflow, n8n gives the item or its JSON.
	const indexOf = (run: number): Map<unknown, number> => {
		const index =
			indices.get(run) ??
			new Map(outputOf(run).flatMap((item, at) => [[item, at] as const, [item.json, at] as const]));
		indices.set(run, index);
		return index;
	};
	return {
		hasOutcome: (run, id) => {
			const ended =
				outcomes.get(run) ??
				new Set(
					outputOf(run).flatMap(
						(item) => outcomeSchema.safeParse(item).data?.json.signatureId ?? [],
					),
				);
			outcomes.set(run, ended);
			return id !== undefined && ended.has(id);
		},
		originOf: (item, runs) => {
			const found = quietly(() => ownOutput().pairedItem(item));
			if (found === undefined) return undefined;
			for (const run of runs) {
				const index = indexOf(run).get(found);
				if (index !== undefined) return { run, item: index };
			}
			return undefined;
		},
	};
}

/** `undefined` when n8n knows nothing of it. */
function quietly<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
