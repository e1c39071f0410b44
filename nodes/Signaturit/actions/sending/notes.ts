// All notes of a node, as n8n keeps them with the execution.

import { createHash, randomUUID } from 'node:crypto';
import { deepCopy, type IDataObject } from 'n8n-workflow';
import { derivedReference, newReference } from '../../events/tracking';
import { plainReference } from '../../input/customData';
import { isTool, reviewsToolCalls, variantOf } from '../../n8n/variant';
import { parameter, type ExecuteCall } from '../../transport/call';
import { serviceTime } from '../../transport/clock';
import { accountOf, serviceAddressOf } from '../../transport/credential';
import { endpoints } from '../../transport/endpoints';
import { errorAbout, unlessRefused } from '../../transport/errors/errors';
import { read } from '../../transport/request';
import { runIndexOf } from '../unknownN8n';
import { broughtBackTo } from './broughtBack';
import { toolCallRules } from './limits/rules';
import { keptOf, type NoteContent, type Sender } from './kept';
import { forgetOutput, idOf, isUnknown, keyOf, Note, type Earlier } from './note';

const NOTHING_KEPT =
	'This is a Retry, and n8n has kept nothing of an earlier try of this node. If that try has sent something, it is sent again, unless the item has a Reference.';

/**
 * To be called before notes are opened.
 *
 * @throws UserError when n8n lacks what they need, or what it has kept cannot be read
 */
export function checkNotes(call: ExecuteCall): void {
	runIndexOf(call);
	keptOf(call);
}

/** The facts about an operation that shape its notes. */
interface Noted {
	creates?: boolean;
	/** Whether it waits for what it sends. */
	sleep?: object;
}

/**
 * The notes on the sendings of this node (ARCHITECTURE.md, "Sending"). The subject of a note is the item's place: the
 * run of the node and the index of the item. So a run in a loop sends anew; only *Send and Wait* goes on with the
 * request of an earlier run, for an item that is brought back.
 *
 * @param name e.g. `signature.create`
 * @param context what n8n keeps of the node; a copy of it where nothing may be noted
 */
export function openNotes(
	call: ExecuteCall,
	operation: Noted,
	name: string,
	context = keptOf(call),
) {
	const execution = call.n8n.getExecutionId() ?? '';
	const isEmpty = context.root === undefined;
	const root = (context.root ??= `${execution} ${randomUUID()}`);
	// Only n8n's Retries have the root of another execution.
	const isRetry = !root.startsWith(`${execution} `);
	const keptNotes = (context.sent ??= {});
	const run = runIndexOf(call);
	const ofAgent = variantOf(call.node) !== 'node';
	if (isEmpty && call.n8n.getMode() === 'retry' && operation.creates && !ofAgent) {
		call.hint('info', NOTHING_KEPT);
		call.log('info', `Signaturit: execution ${execution}: ${NOTHING_KEPT}`);
	}
	const common = {
		// Create and Send and Wait create the same.
		kind: operation.creates ? name.replace(/\..*/, '') : name,
		run,
		execution,
		...(operation.sleep && !ofAgent && { isOfSendAndWait: true }),
	};
	const inputHashes = ofAgent ? inputHashesOf(call) : [];
	/** By item. */
	const opened = new Map<number, Note>();
	for (const note of Object.values(keptNotes)) {
		if (note.run < run && !ofAgent) forgetOutput(keptNotes, note, true);
	}
	const withReference = ({ kind, userReference }: Sender) =>
		userReference === undefined
			? []
			: Object.values(keptNotes).filter(
					(note) => note.kind === kind && note.userReference === userReference,
				);
	const comesBack = common.isOfSendAndWait
		? broughtBackTo(call, keptNotes, common)
		: () => undefined;
	const placeOf = (item: number) => ({ ...common, item, tool: inputHashes[item] });

	return {
		opened,
		kind: common.kind,

		/** The note of an earlier try of this run for this item, with whatever token. */
		earlierOf: (item: number): NoteContent | undefined => keptNotes[keyOf(placeOf(item))],

		/**
		 * @param ofItem the call of the item
		 * @throws UserError when the credential is not valid; NodeApiError when what another token has sent cannot be read
		 */
		open: async (ofItem: ExecuteCall, item: number): Promise<Note> => {
			const userReference = referenceOf(ofItem, operation, item);
			const credential = await ofItem.credential();
			const account = accountOf(credential);
			const sender: Sender = { ...placeOf(item), account, userReference };
			const key = keyOf(sender);
			const noted = keptNotes[key];
			// Each tool call sends anew.
			const own = noted && ofAgent && !isUnknown(noted) ? undefined : noted;
			const earlier = await ofThisAccount(ofItem, account, [
				own ? { note: own, by: 'place' } : comesBack(item),
				...withReference(sender).map((note): Earlier => ({ note, by: 'Reference' })),
			]);
			const drawn = own?.state === 'begun' ? own.reference : newReference();
			const note = new Note(keptNotes, sender, {
				earlier,
				isToAsk: own !== undefined || (isRetry && !ofAgent),
				rules: isTool(ofItem.node) ? toolCallRules(ofItem, item, context) : undefined,
				reference: ofAgent ? drawn : derivedReference(root, key),
				now: () => serviceTime(serviceAddressOf(credential)),
			});
			opened.set(item, note);
			return note;
		},

		/** Drops the data that only later tries of this run need. To be called when all its items are done. */
		end: () => {
			for (const note of opened.values()) note.end();
			if (Object.keys(keptNotes).length === 0) delete context.sent;
		},
	};
}

/** Opens the notes only to read them: what is written into them is not kept. */
export const copiedNotes = (call: ExecuteCall, operation: Noted, name: string) =>
	openNotes(call, operation, name, deepCopy(keptOf(call)));

export type Notes = ReturnType<typeof openNotes>;

/** For each input item of a tool, a hash of its JSON, and how many equal items stand before it. */
function inputHashesOf(call: ExecuteCall): string[] {
	const seen = new Map<string, number>();
	return call.n8n.getInputData().map(({ json }) => {
		const inputHash = createHash('sha256').update(JSON.stringify(json)).digest('base64url');
		const nth = seen.get(inputHash) ?? 0;
		seen.set(inputHash, nth + 1);
		return `${inputHash} ${nth}`;
	});
}

/** The user's Reference. A review has none: no existing request may answer an agent's tool call. */
export function referenceOf(
	call: ExecuteCall,
	{ creates }: Pick<Noted, 'creates'>,
	item: number,
): string | undefined {
	const mayReuse = creates && !reviewsToolCalls(call.node);
	const options = mayReuse ? parameter(call, 'options', item, {}) : {};
	return plainReference(options as IDataObject);
}

/**
 * The first of these notes that is of this account. Another token may have written it: if this token can read what was
 * sent, the note is of this account. If the verdict is unknown, this account may have it, so the note counts too:
 * otherwise it could be sent twice.
 */
async function ofThisAccount(
	call: ExecuteCall,
	account: string,
	notes: ReadonlyArray<Earlier | undefined>,
): Promise<Earlier | undefined> {
	const found = notes.filter((each) => each !== undefined);
	const same = found.find(({ note }) => note.account === account);
	if (same) return same;
	for (const each of found) if (await isReadable(call, each.note)) return each;
	return found.find(({ note }) => isUnknown(note));
}

/** The resources that can be read by ID. */
const readableResources = ['signature', 'certifiedEmail', 'certifiedSms', 'certifiedFile'] as const;

async function isReadable(call: ExecuteCall, note: NoteContent) {
	const output: IDataObject = note.state === 'done' ? { ...note.output?.[0] } : {};
	const id = (resource: string) =>
		output[`${resource}Id`] ??
		(note.kind.startsWith(resource) ? (idOf(note) ?? output.id) : undefined);
	const resource = readableResources.find((each) => id(each) !== undefined);
	if (!resource) return false;
	try {
		const path = endpoints[resource].one(String(id(resource)));
		return (await unlessRefused(read(call, path))) !== undefined;
	} catch (error) {
		const what = 'What was sent with another access token could not be read';
		throw errorAbout(call.node, error, `${what}, so it was not sent again`, '', 'unknown');
	}
}
