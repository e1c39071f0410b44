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
	const awaited = Object.values(kept).filter((note) => note.isAwaited && note.run < run);
	const outputs = new Map<number, INodeExecutionData[]>();
	const ended = new Set<string>();
	for (const each of new Set(awaited.map((note) => note.run))) {
		const items = itemsSchema.parse(fromOutput((output) => output.all(0, each)));
		outputs.set(each, items);
		for (const { json } of items) {
			const { data } = outcomeSchema.safeParse(json);
			if (data) ended.add(`${each} ${data.signatureId}`);
		}
	}
	let unanswered: NoteContent[] = [];
	for (const note of awaited) {
		const isAnswered = note.id !== undefined && ended.has(`${note.run} ${note.id}`);
		// With a Reference, it is still known by its ID.
		if (isAnswered && note.hasReference) note.isAwaited = false;
		else if (isAnswered) Reflect.deleteProperty(kept, keyOf(note));
		else if (!note.hasReference) unanswered.push(note);
	}
	return ({ subject, item, content }) => {
		if (unanswered.length === 0) return;
		const origin = fromOutput((output) => output.pairedItem(item));
		// At its limit, the output of this node is its input. n8n gives the item or its JSON, by a setting.
		const isOrigin = (note: NoteContent) => {
			const output = outputs.get(note.run)?.[note.item];
			return output !== undefined && (output === origin || output.json === origin);
		};
		const earlier =
			unanswered.findLast(isOrigin) ?? unanswered.find((note) => note.content === content);
		for (const note of unanswered.filter((each) => each.subject === earlier?.subject)) {
			Reflect.deleteProperty(kept, keyOf(note));
			const moved = { ...note, subject, run, item, content, output: undefined };
			kept[keyOf(moved)] = moved;
		}
		unanswered = unanswered.filter((each) => each.subject !== earlier?.subject);
	};
}
