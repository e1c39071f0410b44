import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { dropNote, isForReference, type Kept, type NoteContent, type Sender } from './note';

/** What n8n's `$('…')` gives. */
interface NodeOutput {
	all(output: number, run: number): unknown;
	pairedItem(item: number): unknown;
}

const itemsSchema = z.array(z.custom<INodeExecutionData>()).catch([]);

const outcomeSchema = z.object({ signatureId: z.string(), outcome: z.string() });

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
		const ended = items.map(({ json }) => outcomeSchema.safeParse(json).data?.signatureId);
		const output = { items, ended: new Set(ended) };
		outputs.set(each, output);
		return output;
	};
	let unanswered: Array<{ key: string; note: NoteContent }> = [];
	for (const [key, notes] of Object.entries(kept)) {
		for (const [account, note] of Object.entries(notes)) {
			if (!note.isAwaited || note.run >= run) continue;
			if (!note.isUnanswered && note.id !== undefined && outputOf(note.run).ended.has(note.id)) {
				// With a Reference, it is still known by its ID.
				if (isForReference(key)) note.isAwaited = false;
				else dropNote(kept, key, account);
			} else {
				note.isUnanswered = true;
				if (!isForReference(key)) unanswered.push({ key, note });
			}
		}
	}
	return (key, { item, content }) => {
		if (unanswered.length === 0) return;
		const origin = quietly(() => nodeNamed(name).pairedItem(item));
		// At its limit, the output of this node is its input. n8n gives the item or its JSON, by a setting.
		const isOrigin = ({ note }: { note: NoteContent }) => {
			const output = outputOf(note.run).items[note.item];
			return output !== undefined && (output === origin || output.json === origin);
		};
		const earlier =
			(origin === undefined ? undefined : unanswered.findLast(isOrigin)) ??
			unanswered.find(({ note }) => note.content === content);
		if (!earlier) return;
		unanswered = unanswered.filter((each) => each.key !== earlier.key);
		for (const [account, note] of Object.entries(kept[earlier.key] ?? {})) {
			const place = { run, item, content, isUnanswered: false };
			(kept[key] ??= {})[account] = { ...note, ...place, output: undefined };
		}
		Reflect.deleteProperty(kept, earlier.key);
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
