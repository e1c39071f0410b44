import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { CREDENTIAL } from '../../transport/exchange';
import { accountOf, readCredential } from '../../transport/serviceUrl';
import { earlierRuns, runIndexOf } from './earlierRuns';
import { Note, readNote, type Kept } from './note';

/** The notes of one run of the node. */
export interface Notes {
	/**
	 * The note of an item.
	 *
	 * @param context of the item, with its credential
	 * @param reference the user's own, if there is one
	 * @throws UserError when the credential is not valid
	 */
	of(context: IExecuteFunctions, item: number, reference: string | undefined): Promise<Note>;
	/** The account that has sent an item of this run. */
	accountOf(item: number): string | undefined;
	/** Whether another execution has sent an item of this run, so that its events are posted there. */
	isOfOtherExecution(item: number): boolean;
	/** Drops what only later tries of this run need: all its items are done. */
	end(): void;
}

/** The name under which the node's context holds the notes. */
const NAME = 'sent';

/** What the keys with a Reference begin with. */
const REFERENCE = 'Reference ';

/**
 * The notes about what this node sends, as long as the execution, and in n8n's Retry of it. The key of a note is the
 * account, the operation, and the user's Reference; without one, the run of the node and the input item: its content,
 * and its place among equal ones. What is sent is not part of it: subjects and dates change between two runs.
 *
 * A run in a loop sends anew. Only *Send and Wait* goes on with what an earlier run has sent and nobody has answered.
 *
 * @param operation e.g. `signature.create`
 * @param waits whether it is *Send and Wait*
 */
export function openNotes(this: IExecuteFunctions, operation: string, waits: boolean): Notes {
	const kept = keptFor(this);
	const execution = this.getExecutionId() ?? '';
	const run = runIndexOf(this);
	// n8n counts each try of a tool as a run of its own. Each call of a tool is a sending of its own.
	const isTool = this.getNode().type.endsWith('Tool');
	const contents = contentsOf(this);
	const keys = new Map<number, string>();
	const written = (item: number) => readNote(kept, keys.get(item) ?? '');
	const isWaiting = waits && !isTool;
	let unanswered: ReturnType<typeof unansweredBefore> | undefined;

	return {
		of: async (context, item, reference) => {
			const account = accountOf(readCredential(await context.getCredentials(CREDENTIAL)));
			const { content = '', place = 0 } = contents[item] ?? {};
			const runKey = isTool ? 'tool' : run;
			const what =
				reference === undefined
					? `${operation} ${runKey} ${content} ${place}`
					: `${REFERENCE}${operation} ${reference}`;
			const keyOf = (each: string) => `${what} ${each}`;
			const key = keyOf(account);
			keys.set(item, key);
			if (isWaiting) unanswered ??= unansweredBefore.call(this, kept, run);
			const found =
				[account, ...Object.keys(kept.accounts)].map(keyOf).find((each) => each in kept.notes) ??
				(reference === undefined ? unanswered?.keyFor(item, content) : undefined) ??
				key;
			const note = new Note(kept, {
				key,
				found,
				account,
				execution,
				run,
				item,
				content,
				waits: isWaiting,
			});
			if (isTool && reference === undefined && !note.isInDoubt) note.forget();
			return note;
		},
		accountOf: (item) => written(item)?.account,
		isOfOtherExecution: (item) => (written(item)?.execution ?? execution) !== execution,
		end: () => {
			for (const key of keys.values()) {
				if (key.startsWith(REFERENCE) || key in kept.awaited) withoutOutput(kept, key);
				else Reflect.deleteProperty(kept.notes, key);
			}
			if (Object.keys(kept.notes).length === 0)
				Reflect.deleteProperty(this.getContext('node'), NAME);
		},
	};
}

/** What earlier runs of *Send and Wait* have sent, and whose outcome they have not given out. */
function unansweredBefore(this: IExecuteFunctions, kept: Kept, run: number) {
	const earlier = earlierRuns.call(this);
	const isOpen = (key: string) => {
		const note = readNote(kept, key);
		if (!note || note.run >= run) return false;
		if (note.isUnanswered) return true;
		if (!earlier.hasOutcome(note.run, note.id)) {
			kept.notes[key] = { ...note, isUnanswered: true };
			return true;
		}
		Reflect.deleteProperty(kept.awaited, key);
		// With a Reference, it is still known by its ID.
		if (!key.startsWith(REFERENCE)) Reflect.deleteProperty(kept.notes, key);
		return false;
	};
	const open = Object.keys(kept.awaited).filter(isOpen);
	const byPlace = new Map<string, string>();
	const byContent = new Map<string, string[]>();
	const runs = new Set<number>();
	for (const key of open) {
		const note = readNote(kept, key);
		if (!note) continue;
		runs.add(note.run);
		byPlace.set(`${note.run} ${note.item}`, key);
		byContent.set(note.content, [...(byContent.get(note.content) ?? []), key]);
	}
	return {
		/** The key of what was sent for an item: that which it came from, or else an equal one. */
		keyFor: (item: number, content: string): string | undefined => {
			if (open.length === 0) return undefined;
			const origin = earlier.originOf(
				item,
				[...runs].sort((a, b) => b - a),
			);
			const cameFrom = origin && byPlace.get(`${origin.run} ${origin.item}`);
			// What another item has taken over is under another key.
			return [cameFrom, ...(byContent.get(content) ?? [])].find(
				(key) => key !== undefined && key in kept.awaited,
			);
		},
	};
}

function withoutOutput(kept: Kept, key: string): void {
	const note = readNote(kept, key);
	if (note) kept.notes[key] = { ...note, output: undefined };
}

/** n8n gives each node an object for what it wants to keep. */
function keptFor(context: IExecuteFunctions): Kept {
	const kept: { [NAME]?: Kept } = context.getContext('node');
	return (kept[NAME] ??= { notes: {}, awaited: {}, accounts: {} });
}

/** What each input item consists of, as a hash, and how many equal ones stand before it. */
function contentsOf(context: IExecuteFunctions): Array<{ content: string; place: number }> {
	const seen = new Map<string, number>();
	// An outcome of an earlier node is taken off an item that waits (`sleep.ts`).
	return context.getInputData().map(({ json: { outcome: _, ...json } }) => {
		const content = createHash('sha256').update(JSON.stringify(json)).digest('base64url');
		const place = seen.get(content) ?? 0;
		seen.set(content, place + 1);
		return { content, place };
	});
}
