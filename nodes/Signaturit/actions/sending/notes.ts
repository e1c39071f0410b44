import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { CREDENTIAL } from '../../transport/exchange';
import { accountOf, readCredential } from '../../transport/serviceUrl';
import {
	dropNote,
	hasReference,
	keyOfReference,
	Note,
	readNote,
	writeNote,
	type Kept,
	type Key,
} from './note';
import { runIndexOf, unansweredBefore } from './unanswered';

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
	const nodeContext: { [NAME]?: Kept } = this.getContext('node');
	const kept = (nodeContext[NAME] ??= {});
	const execution = this.getExecutionId() ?? '';
	const run = runIndexOf(this);
	// n8n counts each try of a tool as a run of its own. Each call of a tool is a sending of its own.
	const isTool = this.getNode().type.endsWith('Tool');
	const contents = contentsOf(this);
	const keys = new Map<number, Key>();
	const isWaiting = waits && !isTool;
	let unanswered: ReturnType<typeof unansweredBefore> | undefined;

	return {
		of: async (context, item, reference) => {
			const account = accountOf(readCredential(await context.getCredentials(CREDENTIAL)));
			const { content = '', place = 0 } = contents[item] ?? {};
			const key =
				reference === undefined
					? { what: `${operation} ${isTool ? 'tool' : run} ${content} ${place}`, account }
					: keyOfReference(operation, reference, account);
			keys.set(item, key);
			if (isWaiting) unanswered ??= unansweredBefore.call(this, kept, run);
			const [other] = Object.keys(kept[key.what] ?? {});
			const found =
				other === undefined
					? ((reference === undefined ? unanswered?.keyFor(item, content) : undefined) ?? key)
					: { ...key, ...(!readNote(kept, key) && { account: other }) };
			const waits = isWaiting ? 'open' : undefined;
			const note = new Note(kept, { execution, run, item, content, waits, key, found });
			if (isTool && reference === undefined && !note.isInDoubt) note.forget();
			return note;
		},
		accountOf: (item) => keys.get(item)?.account,
		isOfOtherExecution: (item) => {
			const key = keys.get(item);
			return ((key && readNote(kept, key)?.execution) ?? execution) !== execution;
		},
		end: () => {
			for (const key of keys.values()) {
				const note = readNote(kept, key);
				if (note && (hasReference(key) || note.waits)) {
					writeNote(kept, key, { ...note, output: undefined });
				} else dropNote(kept, key);
			}
			if (Object.keys(kept).length === 0) Reflect.deleteProperty(nodeContext, NAME);
		},
	};
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
