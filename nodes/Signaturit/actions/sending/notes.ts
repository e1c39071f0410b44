import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { endpoints, type ServicePath } from '../../transport/endpoints';
import { errorAbout, unlessRefused } from '../../transport/errors';
import { CREDENTIAL } from '../../transport/exchange';
import { read } from '../../transport/request';
import { accountOf, readCredential } from '../../transport/serviceUrl';
import {
	dropNote,
	hasReference,
	isInDoubt,
	keyOfReference,
	Note,
	readNote,
	writeNote,
	type Kept,
	type Key,
	type NoteContent,
} from './note';
import { runIndexOf, unansweredBefore } from './unanswered';

/** The notes of one run of the node. */
export interface Notes {
	/**
	 * The note of an item.
	 *
	 * @param context of the item, with its credential
	 * @param reference the user's own, if there is one
	 * @throws UserError when the credential is not valid; NodeApiError when it cannot be asked what another token has sent
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
			const { content = '', nth = 0 } = contents[item] ?? {};
			const key =
				reference === undefined
					? { what: `${operation} ${isTool ? 'tool' : run} ${content} ${nth}`, account }
					: keyOfReference(operation, reference, account);
			keys.set(item, key);
			if (isWaiting) unanswered ??= unansweredBefore.call(this, kept, run);
			const isNew = reference === undefined && !kept[key.what];
			const { what } = (isNew && unanswered?.keyFor(item, content)) || key;
			const from = await leftBy.call(context, kept, operation, { what, account });
			const isTheirs = from.account !== account;
			const waits = isWaiting ? 'open' : undefined;
			const place = {
				execution,
				run,
				item,
				content,
				waits,
				key,
				from: isTheirs ? from : key,
			} as const;
			let left = readNote(kept, from);
			if (left && !isTheirs && what !== key.what) {
				// So the next try of this run finds by its own key what an earlier run has sent.
				left = { ...left, output: undefined, run, item, content, waits };
				dropNote(kept, from);
				writeNote(kept, key, left);
			}
			const isOtherCall = isTool && reference === undefined && left && !isInDoubt(left);
			return new Note(kept, place, isOtherCall ? undefined : left);
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

/**
 * Under which account the note about something stands. What another token has sent is this account's if this token can
 * read it; its note is moved. What is unknown may be this account's, and is looked for.
 *
 * @throws NodeApiError when the service cannot be asked
 */
async function leftBy(
	this: IExecuteFunctions,
	kept: Kept,
	operation: string,
	own: Key,
): Promise<Key> {
	if (readNote(kept, own)) return own;
	const others = Object.keys(kept[own.what] ?? {}).map((account) => ({ ...own, account }));
	for (const other of others) {
		const left = readNote(kept, other);
		const path = left && pathOf(operation, left);
		if (!path || !(await isReadable.call(this, path))) continue;
		dropNote(kept, other);
		writeNote(kept, own, left);
		return own;
	}
	const isUnknown = (note?: NoteContent) => note !== undefined && isInDoubt(note);
	return others.find((other) => isUnknown(readNote(kept, other))) ?? own;
}

/** @throws NodeApiError when the service cannot be asked */
async function isReadable(this: IExecuteFunctions, path: ServicePath): Promise<boolean> {
	try {
		return (await unlessRefused(read.call(this, path))) !== undefined;
	} catch (error) {
		const what =
			'What was sent with another access token could not be read, so it was not sent again';
		throw errorAbout(this.getNode(), error, what, '', 'unknown');
	}
}

/** What can be read by its ID. */
const readable = ['signature', 'certifiedEmail', 'certifiedSms', 'certifiedFile'] as const;

/** Where the service has what a note is about; `undefined` if it cannot be read. */
function pathOf(
	operation: string,
	{ id, output = [{ id }] }: NoteContent,
): ServicePath | undefined {
	const [json = {}] = output;
	const named = readable.find((kind) => json[`${kind}Id`] !== undefined);
	if (named) return endpoints[named].one(String(json[`${named}Id`]));
	const kind = readable.find((each) => operation.startsWith(`${each}.`) && json.id !== undefined);
	return kind && endpoints[kind].one(String(json.id));
}

/** What each input item consists of, as a hash, and how many equal ones stand before it. */
function contentsOf(context: IExecuteFunctions): Array<{ content: string; nth: number }> {
	const seen = new Map<string, number>();
	// An outcome of an earlier node is taken off an item that waits (`sleep.ts`).
	return context.getInputData().map(({ json: { outcome: _, ...json } }) => {
		const content = createHash('sha256').update(JSON.stringify(json)).digest('base64url');
		const nth = seen.get(content) ?? 0;
		seen.set(content, nth + 1);
		return { content, nth };
	});
}
