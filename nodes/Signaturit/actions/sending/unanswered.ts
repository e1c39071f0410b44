import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { keyOf, type Kept, type NoteContent, type Sender } from './note';

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
 * Finds what earlier runs of *Send and Wait* have sent without giving out its outcome. What has its outcome answers no
 * later run.
 *
 * @returns lets an item of this run go on with what was sent for the item that it came from, or else for an equal one:
 * gives those notes the subject of this item
 */
export function unansweredBefore(
	this: IExecuteFunctions,
	kept: Kept,
	run: number,
): (sender: Sender) => void {
	const { $: nodeNamed } = this.getWorkflowDataProxy(0) as { $: (name: string) => NodeOutput };
	const fromOutput = <Value>(select: (output: NodeOutput) => Value): Value | undefined => {
		try {
			return select(nodeNamed(this.getNode().name));
		} catch {
			// n8n knows nothing of it.
			return undefined;
		}
	};
	const outputs = new Map<number, { items: INodeExecutionData[]; ended: Set<unknown> }>();
	const outputOf = (each: number) => {
		const read = outputs.get(each);
		if (read) return read;
		const items = itemsSchema.parse(fromOutput((output) => output.all(0, each)));
		const ended = items.map(({ json }) => outcomeSchema.safeParse(json).data?.signatureId);
		const output = { items, ended: new Set(ended) };
		outputs.set(each, output);
		return output;
	};
	let unanswered: NoteContent[] = [];
	for (const note of Object.values(kept)) {
		if (!note.isAwaited || note.run >= run) continue;
		if (!note.isUnanswered && note.id !== undefined && outputOf(note.run).ended.has(note.id)) {
			// With a Reference, it is still known by its ID.
			if (note.hasReference) note.isAwaited = false;
			else Reflect.deleteProperty(kept, keyOf(note));
		} else {
			note.isUnanswered = true;
			if (!note.hasReference) unanswered.push(note);
		}
	}
	return ({ subject, item, content }) => {
		if (unanswered.length === 0) return;
		const origin = fromOutput((output) => output.pairedItem(item));
		// At its limit, the output of this node is its input. n8n gives the item or its JSON, by a setting.
		const isOrigin = (note: NoteContent) => {
			const output = outputOf(note.run).items[note.item];
			return output !== undefined && (output === origin || output.json === origin);
		};
		const earlier =
			(origin === undefined ? undefined : unanswered.findLast(isOrigin)) ??
			unanswered.find((note) => note.content === content);
		for (const note of unanswered.filter((each) => each.subject === earlier?.subject)) {
			Reflect.deleteProperty(kept, keyOf(note));
			const moved = { ...note, subject, run, item, content };
			kept[keyOf(moved)] = { ...moved, isUnanswered: false, output: undefined };
		}
		unanswered = unanswered.filter((each) => each.subject !== earlier?.subject);
	};
}
