// Checks that an execution can sleep, and puts it to sleep until all requests have ended.

import { WAIT_INDEFINITELY, type INodeExecutionData } from 'n8n-workflow';
import { outcomeOf } from '../../events/state';
import { knowsItemCredentials } from '../../n8n/itemCredential';
import { handOn, requireSignature } from '../../n8n/sleep';
import { reviewsToolCalls } from '../../n8n/variant';
import { itemCall, type ExecuteCall } from '../../transport/call';
import { mapBounded } from '../../transport/concurrency';
import { errorJson, type ItemResult } from '../itemResult';
import { existingOf } from '../sending/find';
import { WAITING_FOR } from '../sending/broughtBack';
import type { Note, NoteOf } from '../sending/note';
import { denied } from '../agent/approval';
import { runIndexOf } from '../unknownN8n';
import { keepAwaitedRequests, type AwaitedRequests, lookAt, readAwaitedRequests } from './look';
import { endedItems, endedRequests } from './ended';
import { keepLooking } from './ownAddress';
import { afterExpiry, earliestLimit, hasLimit, planOf } from './plan';
import { Refusal } from '../../transport/errors/refusal';

/** How many items are looked for at a time. */
const AT_ONCE = 5;

/**
 * Reads how all items wait, before anything is sent. Looks for requests that another execution has sent, by note or
 * Reference: Signaturit posts to that execution, so this one wakes by its limit only.
 *
 * @throws UserError when n8n would lose what the execution needs when it wakes, and when one of these requests has not
 * ended and there is no limit. As `planOf` does for an item that is not prepared any more
 */
export async function checkSleep(call: ExecuteCall, noteOf: NoteOf): Promise<void> {
	const count = call.n8n.getInputData().length;
	const lost = await lostAsleep(call);
	if (lost !== undefined) {
		throw new Refusal(`This execution cannot sleep: n8n would lose ${lost}`, 'builder', {
			unsent: true,
			facts: 'This version of n8n keeps them where this node does not find them.',
			advice:
				'Update n8n-nodes-signaturit, or go back to a version of n8n with which Send and Wait has worked. Or use the operation Create and a Signaturit Trigger instead.',
		});
	}
	await mapBounded(count, AT_ONCE, async (item) => {
		const ofItem = itemCall(call, item);
		const read = async () => planOf(ofItem, item);
		await read().catch(async (error: unknown) => {
			// Preparing an item tells all its problems. What an earlier try has sent is not prepared again.
			const note = await noteOf(ofItem, item).catch(() => undefined);
			if (note?.output) throw error;
		});
	});
	if (reviewsToolCalls(call.node) || hasLimit(call)) return;
	const idOfOther = async (item: number) => {
		const ofItem = itemCall(call, item);
		const note = await noteOf(ofItem, item);
		const existing = await existingOf(ofItem, item, 'signature', note);
		const isOpen = existing && outcomeOf(existing.delivery.records) === undefined;
		return note.isOfOtherExecution && isOpen ? existing.delivery.id : undefined;
	};
	// If it cannot be asked now, its item fails later, with the reason.
	const lookFor = async (item: number) => await idOfOther(item).catch(() => undefined);
	refuseToSleepForEver(await mapBounded(count, AT_ONCE, lookFor));
}

/** What n8n would not keep while the execution sleeps; `undefined` if it keeps all that is needed. */
async function lostAsleep(call: ExecuteCall): Promise<string | undefined> {
	// No earlier one is the same.
	const run = Math.random();
	keepAwaitedRequests(call, { run, isReview: reviewsToolCalls(call.node), items: [] });
	if (readAwaitedRequests(call)?.run !== run) return 'the requests that it waits for';
	const input = call.n8n.getInputData();
	if (!handOn(call.n8n, input)) return 'the items that go on without an outcome';
	if (knowsItemCredentials(call.n8n)) return undefined;
	const accountOf = async (item: number) => await itemCall(call, item).account();
	const accounts = new Set(await mapBounded(input.length, AT_ONCE, accountOf));
	return accounts.size > 1 ? 'the credentials of the rows, which differ' : undefined;
}

/** @param ids by item, of the requests that another execution has sent and that have not ended */
function refuseToSleepForEver(ids: ReadonlyArray<string | undefined>): void {
	const rows = ids.flatMap((id, item) => (id === undefined ? [] : [`• Row ${item + 1}: ${id}`]));
	if (rows.length === 0) return;
	throw new Refusal(
		'This execution would wait for ever: another one has sent the request',
		'builder',
		{
			facts: [
				...rows,
				'They were not sent again: Signaturit reports only to the execution that has sent them.',
			].join('\n'),
			advice:
				'Add the option Limit Wait Time, and lead the output back into this node while it has no outcome. Then retry this execution with the currently saved workflow: it finds the requests, and goes on when they have ended.',
		},
	);
}

/** How often an execution looks after it has fallen asleep: n8n loses posts that arrive before it has stored that. */
const FIRST_LOOKS = 3;

/**
 * Puts the execution to sleep until all requests have ended, or its limit. If all have ended already, or one that came
 * back to this node has, it returns the items.
 *
 * @throws UserError when nothing would ever wake it
 */
export async function sleepUntilEnded(
	call: ExecuteCall,
	results: ItemResult[],
	notes: ReadonlyMap<number, Note>,
): Promise<ItemResult[]> {
	const awaited: AwaitedRequests = {
		run: runIndexOf(call),
		isReview: reviewsToolCalls(call.node),
		items: results.map((result, item) =>
			awaitedItem(call, item, result, notes.get(item)?.sender.account),
		),
	};
	const waiting = awaited.items.flatMap((item, index) => ('id' in item ? [index] : []));
	if (waiting.length === 0) return results;

	const callOf = (item: number) => itemCall(call, item);
	// The service may show a new request late. If it cannot be read now, it is read when the execution wakes.
	const { states } = await lookAt(callOf, awaited);
	const ended = endedRequests(awaited, { states, unread: new Map() });
	const unanswered = unansweredItems(call, awaited);
	const isBroughtBack = (item: number) =>
		['waitingFor', 'link'].includes(notes.get(item)?.facts.earlier?.by ?? '');
	// An item that came back and has ended goes on, whatever the others do.
	if (ended.every(Boolean) || waiting.some((item) => ended[item] && isBroughtBack(item))) {
		const items = await endedItems(callOf, awaited, ended);
		return items.map((item, index) => {
			const isOpen = waiting.includes(index) && !ended[index];
			return { items: [(isOpen && unanswered[index]) || item] };
		});
	}

	const ofOther = (item: number) => !ended[item] && notes.get(item)?.isOfOtherExecution;
	const idsOfOthers = awaited.items.map((item, index) =>
		'id' in item && ofOther(index) ? item.id : undefined,
	);
	if (!hasLimit(call) && !awaited.isReview) refuseToSleepForEver(idsOfOthers);
	const open = new Set(waiting.filter((item) => !ended[item]));
	const until = awaited.isReview
		? undefined
		: (earliestLimit(call, open) ?? afterExpiry(call, waiting));
	handOn(call.n8n, unanswered);
	keepAwaitedRequests(call, awaited);
	requireSignature(call.n8n);
	await call.n8n.putExecutionToWait(until === undefined ? WAIT_INDEFINITELY : new Date(until));
	keepLooking(call, FIRST_LOOKS);
	return results;
}

/** A tool call that was denied before anybody was asked has no request either. */
function awaitedItem(
	call: ExecuteCall,
	item: number,
	result: ItemResult,
	account = '',
): AwaitedRequests['items'][number] {
	if ('error' in result) return { output: errorJson(result.error, {}) };
	const { json: output = {} } = result.items[0] ?? {};
	const { id, reused } = output;
	if (id === undefined) return { output };
	const { kinds, stopsAtBounce } = planOf(call, item);
	return { id: String(id), reused: reused === true, account, kinds, stopsAtBounce };
}

/** The fields of an item about a request. */
const TOLD = [
	...['signatureId', 'outcome', 'status', 'fileName', 'fileNames', 'createdAt', 'reused', 'url'],
	...['reminderSent', 'signers', 'filesMissing', 'other'],
];

/**
 * The input items as they go on without an outcome: each names the request that it waits for. The fields of an
 * earlier node about its request are removed, or the workflow would take them for the outcome of this one. A
 * tool call is denied, or n8n would take its words for the review.
 */
function unansweredItems(
	call: ExecuteCall,
	{ items, isReview }: AwaitedRequests,
): INodeExecutionData[] {
	return call.n8n.getInputData().map((item, index) => {
		const awaited = items[index];
		if (isReview) return { ...item, json: { ...item.json, ...denied('Nobody has signed yet.') } };
		const json = { ...item.json };
		const isOfRequest = 'signatureId' in json && ('outcome' in json || 'signers' in json);
		for (const key of isOfRequest ? TOLD : ['outcome']) Reflect.deleteProperty(json, key);
		if (awaited && 'id' in awaited) json[WAITING_FOR] = { signatureId: awaited.id };
		else Reflect.deleteProperty(json, WAITING_FOR);
		return { ...item, json };
	});
}
