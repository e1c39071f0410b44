import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { dropNote, isForReference, type Kept, type Sender } from './note';

/** What n8n's `$('…')` gives. */
interface NodeOutput {
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

/**
 * Finds what earlier runs of *Send and Wait* have sent, and whose outcome they have not given out. What has its
 * outcome answers no later run.
 *
 * @returns lets an item of this run go on with what was sent for the item that it came from, or else for an equal one:
 * gives those notes the key of this item
 */
export function unansweredBefore(
	this: IExecuteFunctions,
	kept: Kept,
	run: number,
): (key: string, sender: Sender) => void {
	const name = this.getNode().name;
	const { $: nodeNamed } = this.getWorkflowDataProxy(0) as { $: (name: string) => NodeOutput };
	const outputs = new Map<number, { items: INodeExecutionData[]; ended: Set<unknown> }>();
	const outputOf = (each: number) => {
		const read = outputs.get(each);
		if (read) return read;
		const items = itemsSchema.parse(quietly(() => nodeNamed(name).all(0, each)));
		const ended = items.map((item) => outcomeSchema.safeParse(item).data?.json.signatureId);
		const output = { items, ended: new Set(ended) };
		outputs.set(each, output);
		return output;
	};
	const byOutput = new Map<unknown, string>();
	const byContent = new Map<string, string[]>();
	for (const [key, notes] of Object.entries(kept)) {
		for (const [account, note] of Object.entries(notes)) {
			if (!note.isAwaited || note.run >= run) continue;
			const { items, ended } = outputOf(note.run);
			if (note.id !== undefined && ended.has(note.id)) {
				// With a Reference, it is still known by its ID.
				if (isForReference(key)) note.isAwaited = false;
				else dropNote(kept, key, account);
			} else if (!isForReference(key)) {
				// At its limit, the output of this node is its input. n8n gives the item or its JSON, by a setting.
				const item = items[note.item];
				byOutput.set(item, key).set(item?.json, key);
				byContent.set(note.content, [...(byContent.get(note.content) ?? []), key]);
			}
		}
	}
	byOutput.delete(undefined);
	return (key, { item, content }) => {
		const origin = byOutput.size > 0 && quietly(() => nodeNamed(name).pairedItem(item));
		const candidates = [byOutput.get(origin), ...(byContent.get(content) ?? [])];
		const earlier = candidates.find((each) => each !== undefined && each in kept);
		if (earlier === undefined) return;
		for (const [account, note] of Object.entries(kept[earlier] ?? {})) {
			const taken = { ...note, run, item, content, isAwaited: true, output: undefined };
			(kept[key] ??= {})[account] = taken;
		}
		Reflect.deleteProperty(kept, earlier);
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
