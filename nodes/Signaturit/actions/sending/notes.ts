import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { givenReference } from '../../input/customData';
import { parameter, type ExecuteCall } from '../../transport/call';
import { inTurn } from '../../transport/concurrency';
import { accountOf, endpoints } from '../../transport/endpoints';
import {
	apiError,
	errorAbout,
	problemOf,
	unlessRefused,
	verdictOf,
} from '../../transport/errors/errors';
import { read } from '../../transport/request';
import { prepare, type Carry, type Operation } from '../operation';
import { itemErrorOf, jsonItems, type OutputItem } from '../itemResult';
import { reviewsCalls } from '../waiting/approval';
import { stillUnknown } from './createOnce';
import {
	contentsOf,
	isUnknown,
	keyOf,
	Note,
	runIndexOf,
	type Kept,
	type NoteContent,
	type Sender,
} from './note';

/**
 * The notes about what this node sends (ARCHITECTURE.md, "Sending"). Without a Reference, the subject is the run of the
 * node and the input item: its content, and its place among equal ones. So a run in a loop sends anew; only *Send and
 * Wait* goes on with what an earlier run has sent and nobody has answered.
 *
 * @param operation e.g. `signature.create`
 * @param waits whether it is *Send and Wait*
 */
export function openNotes(call: ExecuteCall, operation: string, waits: boolean) {
	const nodeContext: { sent?: Kept } = call.n8n.getContext('node');
	const kept = (nodeContext.sent ??= {});
	/** Those of all notes. */
	const accounts = new Set(Object.values(kept).map(({ account }) => account));
	const run = runIndexOf(call);
	// n8n counts each try of a tool as a run of its own. Each call of a tool is a sending of its own.
	const isTool = call.node.type.endsWith('Tool');
	const isAwaited = waits && !isTool;
	const common = { execution: call.n8n.getExecutionId() ?? '', run, isAwaited };
	const contents = contentsOf(call);
	/** By item. */
	const opened = new Map<number, Note>();
	const placeOf = ({ subject, run, item, content }: Partial<Sender>) =>
		[subject?.split(' ')[0], run, item, content].join(' ');
	const earlier = new Map(Object.values(kept).map((note) => [placeOf(note), note]));
	const goOn = isAwaited ? findUnanswered(call, kept, run) : undefined;

	return {
		opened,

		/** What an earlier try of this run has left for this very item, with whatever token. */
		earlierOf: (item: number): NoteContent | undefined =>
			earlier.get(placeOf({ subject: operation, run, item, content: contents[item]?.content })),

		/**
		 * @param ofItem the call of the item
		 * @throws UserError when the credential is not valid; NodeApiError when what another token has sent cannot be read
		 */
		open: async (ofItem: ExecuteCall, item: number, userReference: string | undefined) => {
			const account = accountOf(await ofItem.credential());
			accounts.add(account);
			const { content = '', nth = 0 } = contents[item] ?? {};
			const hasReference = userReference !== undefined;
			const what = hasReference ? [userReference] : [isTool ? 'tool' : run, content, nth];
			const subject = [operation, ...what].join(' ');
			const sender = { ...common, account, subject, userReference, item, content };
			if (!hasReference && !kept[keyOf(sender)]) goOn?.(sender);
			const earlier = await findEarlier(ofItem, kept, accounts, sender);
			const isOtherCall = isTool && !hasReference && earlier && !isUnknown(earlier);
			if (isOtherCall) Reflect.deleteProperty(kept, keyOf(earlier));
			const note = new Note(kept, sender, isOtherCall ? undefined : earlier);
			opened.set(item, note);
			return note;
		},

		/** Drops what only later tries of this run need: all its items are done. */
		end: () => {
			for (const note of opened.values()) note.end();
			if (Object.keys(kept).length === 0) delete nodeContext.sent;
		},
	};
}

export type Notes = ReturnType<typeof openNotes>;

/**
 * Does what an operation writes for one item, once over all tries. Its output is given out again. What is unknown
 * is done again only in n8n's Retry, as someone has decided to. Creations are looked for first (`createOnce`). Items
 * with the same Reference take turns, in their order.
 *
 * @param prepared carries it out; `undefined` if that is still to be prepared
 * @throws the error of the item; that of an earlier try again if nobody can tell what became of it
 */
export async function runOnce(
	call: ExecuteCall,
	item: number,
	operation: Operation,
	notes: Notes,
	prepared: Carry | undefined,
): Promise<OutputItem[]> {
	// A call of an agent is never answered by what exists.
	const mayReuse = operation.creates && !reviewsCalls(call.node);
	const options = mayReuse ? parameter(call, 'options', item, {}) : {};
	const given = givenReference(options as IDataObject);
	const reference = given === undefined ? undefined : String(given).trim();
	const task = async () => {
		const note = await notes.open(call, item, reference);
		const { earlier, output } = note;
		if (output) return jsonItems(output);
		if (earlier?.problem && !note.isDecided) {
			throw apiError(call.node, { ...earlier.problem, verdict: 'unknown' });
		}
		try {
			const preparing = async () =>
				await prepare(operation, call, item).catch((thrown: unknown) => {
					throw note.unknownTry ? stillUnknown(itemErrorOf(call.node, thrown, item)) : thrown;
				});
			const carry = prepared ?? (await preparing());
			const items = await carry(note);
			note.done(items.map(({ json }) => json));
			return items;
		} catch (thrown) {
			const error = itemErrorOf(call.node, thrown, item);
			const isLost = !operation.creates && verdictOf(error) === 'unknown';
			if (isLost) note.endUnknown(problemOf(error));
			throw error;
		}
	};
	return reference === undefined ? await task() : await inTurn(`sending ${reference}`, task);
}

/** A note for an operation that only reads. Nothing keeps it. */
export function unkeptNote(): Note {
	const nobody = { account: '', subject: '', execution: '', content: '' };
	return new Note({}, { ...nobody, isAwaited: false, run: 0, item: 0 }, undefined);
}

/**
 * The note that an earlier try has left. Another token may have sent it: if this token can read what was sent, the note
 * becomes one of this account. If its verdict is unknown, this account may have it, so the note counts too: otherwise
 * it could be sent twice.
 */
async function findEarlier(
	call: ExecuteCall,
	kept: Kept,
	accounts: ReadonlySet<string>,
	sender: Sender,
): Promise<NoteContent | undefined> {
	const note = kept[keyOf(sender)];
	if (note) return note;
	// Not by a look through all notes: there may be thousands, and each item comes here.
	const others = [...accounts].flatMap((account) => kept[keyOf({ ...sender, account })] ?? []);
	for (const other of others) {
		if (!(await isReadable(call, other))) continue;
		Reflect.deleteProperty(kept, keyOf(other));
		return (kept[keyOf(sender)] = { ...other, account: sender.account });
	}
	return others.find(isUnknown);
}

/** What can be read by its ID. */
const readableResources = ['signature', 'certifiedEmail', 'certifiedSms', 'certifiedFile'] as const;

async function isReadable(call: ExecuteCall, { subject, id, output }: NoteContent) {
	const json: IDataObject = { id, ...output?.[0] };
	const idOf = (resource: string) =>
		json[`${resource}Id`] ?? (subject.startsWith(`${resource}.`) ? json.id : undefined);
	const resource = readableResources.find((each) => idOf(each) !== undefined);
	if (!resource) return false;
	try {
		const path = endpoints[resource].one(String(idOf(resource)));
		return (await unlessRefused(read(call, path))) !== undefined;
	} catch (error) {
		const what = 'What was sent with another access token could not be read';
		throw errorAbout(call.node, error, `${what}, so it was not sent again`, '', 'unknown');
	}
}

/** What n8n's `$('…')` gives. */
interface NodeOutput {
	all(output: number, run: number): unknown;
	pairedItem(item: number): unknown;
}

const itemsSchema = z.array(z.custom<INodeExecutionData>()).catch([]);

const outcomeSchema = z.object({ signatureId: z.string(), outcome: z.string() });

/**
 * Finds what earlier runs of *Send and Wait* have sent without giving out its outcome.
 *
 * @returns to be called for an item of this run. It finds the notes about the item that this one came from, or else
 * about an equal item, and gives them this item's subject. So the item goes on with that request; none is sent
 */
function findUnanswered(call: ExecuteCall, kept: Kept, run: number): (sender: Sender) => void {
	const { $: nodeNamed } = call.n8n.getWorkflowDataProxy(0) as { $: (name: string) => NodeOutput };
	const fromOutput = <Value>(select: (output: NodeOutput) => Value): Value | undefined => {
		try {
			return select(nodeNamed(call.node.name));
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
		const hasReference = note.userReference !== undefined;
		if (isAnswered && hasReference) note.isAwaited = false;
		else if (isAnswered) Reflect.deleteProperty(kept, keyOf(note));
		else if (!hasReference) unanswered.push(note);
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
