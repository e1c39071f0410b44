import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { accountOf, endpoints, readCredential, type ServicePath } from '../../transport/endpoints';
import { errorAbout, unlessRefused } from '../../transport/errors';
import { CREDENTIAL } from '../../transport/exchange';
import { read } from '../../transport/request';
import { isInDoubt, keyOfReference, Note, type Kept, type NoteContent } from './note';
import { runIndexOf, unansweredBefore } from './unanswered';

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
export function openNotes(this: IExecuteFunctions, operation: string, waits: boolean) {
	const nodeContext: { [NAME]?: Kept } = this.getContext('node');
	const kept = (nodeContext[NAME] ??= {});
	const execution = this.getExecutionId() ?? '';
	const run = runIndexOf(this);
	// n8n counts each try of a tool as a run of its own. Each call of a tool is a sending of its own.
	const isTool = this.getNode().type.endsWith('Tool');
	const isAwaited = waits && !isTool;
	const contents = contentsOf(this);
	const opened = new Map<number, Note>();
	let takeOver: ReturnType<typeof unansweredBefore> | undefined;

	return {
		/** How many items an earlier try of this run has done. */
		recalled: 0,

		/**
		 * Opens the note of an item.
		 *
		 * @param context of the item, with its credential
		 * @param reference the user's own, if there is one
		 * @throws UserError when the credential is not valid; NodeApiError when it cannot be asked what another token has sent
		 */
		of: async (context: IExecuteFunctions, item: number, reference: string | undefined) => {
			const account = accountOf(readCredential(await context.getCredentials(CREDENTIAL)));
			const { content = '', nth = 0 } = contents[item] ?? {};
			const sender = { account, execution, run, item, content, isAwaited };
			const key =
				reference === undefined
					? `${operation} ${isTool ? 'tool' : run} ${content} ${nth}`
					: keyOfReference(operation, reference);
			if (isAwaited) takeOver ??= unansweredBefore.call(this, kept, run);
			if (reference === undefined && !kept[key]) takeOver?.(key, sender);
			const earlierBy = await answeringAccount.call(context, kept[key] ?? {}, operation, account);
			const earlier = earlierBy === undefined ? undefined : kept[key]?.[earlierBy];
			const isOtherCall = isTool && reference === undefined && earlier && !isInDoubt(earlier);
			const note = new Note(kept, key, sender, isOtherCall ? undefined : earlierBy);
			opened.set(item, note);
			return note;
		},

		/** The note of an item, if it was opened. */
		opened: (item: number) => opened.get(item),

		/** Drops what only later tries of this run need: all its items are done. */
		end: () => {
			for (const note of opened.values()) note.end();
			if (Object.keys(kept).length === 0) Reflect.deleteProperty(nodeContext, NAME);
		},
	};
}

/** The notes of one run of the node. */
export type Notes = ReturnType<typeof openNotes>;

/**
 * The account whose note answers. What another token has sent is this account's if this token can read it; then it
 * takes the note over. What is unknown may be this account's, and is looked for.
 *
 * @throws NodeApiError when the service cannot be asked
 */
async function answeringAccount(
	this: IExecuteFunctions,
	notes: Record<string, NoteContent>,
	operation: string,
	account: string,
): Promise<string | undefined> {
	if (notes[account]) return account;
	for (const [other, note] of Object.entries(notes)) {
		const path = pathOf(operation, note);
		if (!path || !(await isReadable.call(this, path))) continue;
		Reflect.deleteProperty(notes, other);
		notes[account] = note;
		return account;
	}
	return Object.entries(notes).find(([, note]) => isInDoubt(note))?.[0];
}

/** @throws NodeApiError when the service cannot be asked */
async function isReadable(this: IExecuteFunctions, path: ServicePath): Promise<boolean> {
	try {
		return (await unlessRefused(read(this, path))) !== undefined;
	} catch (error) {
		const what =
			'What was sent with another access token could not be read, so it was not sent again';
		throw errorAbout(this.getNode(), error, what, '', 'unknown');
	}
}

/** What can be read by its ID. */
const readable = ['signature', 'certifiedEmail', 'certifiedSms', 'certifiedFile'] as const;

/** Where the service has what a note is about; `undefined` if it cannot be read. */
function pathOf(operation: string, { id, output }: NoteContent): ServicePath | undefined {
	const json: IDataObject = { id, ...output?.[0] };
	const idOf = (kind: string) =>
		json[`${kind}Id`] ?? (operation.startsWith(`${kind}.`) ? json.id : undefined);
	const kind = readable.find((each) => idOf(each) !== undefined);
	return kind && endpoints[kind].one(String(idOf(kind)));
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
