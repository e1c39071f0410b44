import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Described } from '../creation/creation';

/** The name under which the node's context holds what it has sent. */
const NAME = 'sent';

const sentSchema = z
	.array(
		z.object({
			/** The same for the same request (`requestKey`). */
			key: z.string(),
			/** The input item. */
			item: z.number(),
			/** The signature request. */
			id: z.string(),
			/** The run of the node that has waited for it last. */
			run: z.number(),
		}),
	)
	.catch([]);

const runSchema = z.array(z.object({ json: z.object({ outcome: z.unknown() }).passthrough() }));

/** Stands for a request with everything that is sent: its fields, its files. */
export function requestKey({ fields, files }: Described): string {
	const hash = createHash('sha256').update(JSON.stringify(fields));
	for (const { fileName, content } of files) hash.update(fileName).update(content);
	return hash.digest('base64url');
}

/**
 * The request that an earlier run of the node in this execution has sent, and whose outcome it has not given
 * out: its time was over, and the workflow has come back to the node. It counts as this run's from now on.
 *
 * @returns its id; `undefined` if there is none
 */
export function takeSentBefore(
	this: IExecuteFunctions,
	item: number,
	key: string,
): string | undefined {
	const run = runIndexOf(this);
	const sent = readSent(this).filter((entry) => entry.run >= run || !wasAnswered(this, entry.run));
	const same = sent.filter((entry) => entry.key === key && entry.run < run);
	const found = same.find((entry) => entry.item === item) ?? same[0];
	if (found) Object.assign(found, { item, run });
	this.getContext('node')[NAME] = sent;
	return found?.id;
}

/** Keeps what this run has sent for an item. */
export function keepSent(this: IExecuteFunctions, item: number, key: string, id: string): void {
	const run = runIndexOf(this);
	const others = readSent(this).filter((entry) => entry.run !== run || entry.item !== item);
	this.getContext('node')[NAME] = [...others, { key, item, id, run }];
}

/** Which run of the node in this execution it is, from 0. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

function readSent(context: IExecuteFunctions): z.infer<typeof sentSchema> {
	return sentSchema.parse(context.getContext('node')[NAME]);
}

/** Whether a run of the node has given out outcomes. When its time was over, n8n has given out its input. */
function wasAnswered(context: IExecuteFunctions, run: number): boolean {
	const { $: nodeOf } = context.getWorkflowDataProxy(0) as {
		$: (name: string) => { all(output: number, run: number): unknown };
	};
	try {
		const items = runSchema.safeParse(nodeOf(context.getNode().name).all(0, run)).data ?? [];
		return items.some(({ json }) => 'signers' in json && json.outcome !== undefined);
	} catch {
		// n8n knows nothing of that run. Without proof, nothing is sent again.
		return false;
	}
}
