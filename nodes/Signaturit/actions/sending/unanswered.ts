import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { dropNote, hasReference, readNote, writeNote, type Kept, type Key } from './note';

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

/**
 * What earlier runs of *Send and Wait* have sent, and whose outcome they have not given out. Each request is asked
 * once whether its run has; what has its outcome answers no later run.
 */
export function unansweredBefore(this: IExecuteFunctions, kept: Kept, run: number) {
	const outputOf = oncePer((each: number) =>
		itemsSchema.parse(quietly(() => ownOutput(this).all(0, each))),
	);
	const endedIn = oncePer((each: number) => {
		const outcomes = outputOf(each).map((item) => outcomeSchema.safeParse(item).data);
		return new Set(outcomes.map((outcome) => outcome?.json.signatureId));
	});
	// Depending on a setting of the workflow, n8n gives the item or its JSON.
	const indicesIn = oncePer(
		(each: number) =>
			new Map<unknown, number>(
				outputOf(each).flatMap((item, at) => [
					[item, at],
					[item.json, at],
				]),
			),
	);
	const byPlace = new Map<string, Key>();
	const byContent = new Map<string, Key[]>();
	const runs = new Set<number>();
	for (const key of awaitedIn(kept)) {
		const note = readNote(kept, key);
		if (!note || note.run >= run) continue;
		if (note.waits === 'open' && note.id !== undefined && endedIn(note.run).has(note.id)) {
			// With a Reference, it is still known by its ID.
			if (hasReference(key)) writeNote(kept, key, { ...note, waits: undefined });
			else dropNote(kept, key);
			continue;
		}
		if (note.waits === 'open') writeNote(kept, key, { ...note, waits: 'unanswered' });
		runs.add(note.run);
		byPlace.set(`${note.run} ${note.item}`, key);
		byContent.set(note.content, [...(byContent.get(note.content) ?? []), key]);
	}
	const taken = new Set<Key | undefined>();
	/** Where an item came from by n8n's item linking: at its limit, the output of this node is its input. */
	const originOf = (item: number): Key | undefined => {
		const found = quietly(() => ownOutput(this).pairedItem(item));
		if (found === undefined) return undefined;
		for (const each of [...runs].sort((a, b) => b - a)) {
			const index = indicesIn(each).get(found);
			if (index !== undefined) return byPlace.get(`${each} ${index}`);
		}
		return undefined;
	};
	return {
		/** The key of what was sent for an item: that which it came from, or else an equal one. Each goes to one item. */
		keyFor: (item: number, content: string): Key | undefined => {
			if (runs.size === 0) return undefined;
			const candidates = [originOf(item), ...(byContent.get(content) ?? [])];
			const key = candidates.find((each) => each && !taken.has(each));
			taken.add(key);
			return key;
		},
	};
}

/** The keys of requests of *Send and Wait*. Only those are parsed: a loop may have thousands of others. */
function awaitedIn(kept: Kept): Key[] {
	return Object.entries(kept).flatMap(([what, accounts]) =>
		Object.entries(accounts).flatMap(([account, note]) =>
			(note as { waits?: unknown } | null)?.waits ? [{ what, account }] : [],
		),
	);
}

function ownOutput(context: IExecuteFunctions): OwnOutput {
	const { $: nodeOf } = context.getWorkflowDataProxy(0) as { $: (name: string) => OwnOutput };
	return nodeOf(context.getNode().name);
}

/** Keeps what was read. */
function oncePer<Value>(read: (run: number) => Value): (run: number) => Value {
	const known = new Map<number, Value>();
	return (run) => {
		const value = known.get(run) ?? read(run);
		known.set(run, value);
		return value;
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
