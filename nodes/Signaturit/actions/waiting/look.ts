import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import { outcomeOf, undeliveredTo } from '../../events/state';
import type { ExecutionCall } from '../../transport/call';
import { BoundedMap } from '../../transport/concurrency';
import { delays } from '../../transport/deadline';
import { endpoints } from '../../transport/endpoints';
import { httpStatusOf, isRefusal, quietly } from '../../transport/errors/errors';
import { isMade } from '../../transport/files/deliveryFiles';
import { readEntries } from '../../transport/lists/lists';
import { readAs } from '../../transport/request';
import { deliveriesSchema, deliverySchema, type Delivery } from '../../transport/shapes';
import type { AwaitedRequests } from './awaited';

/** So many requests are read one by one in a look, in turns: the list may be late with new ones. */
const FEW = 20;

export type CallOf = (item: number) => ExecutionCall;

/** What a look tells of the requests that are waited for, by their ids. */
export interface Seen {
	states: ReadonlyMap<string, Delivery>;
	unread: ReadonlyMap<string, Unread>;
}

/**
 * Why a request could not be read. `gone`: the account that has sent it has no such request any more. `refused`: this
 * access token is not shown it, or there is none. `failed`: nothing was told of it.
 */
interface Unread {
	why: 'gone' | 'refused' | 'failed';
	error: Error;
	/** When this was told first, and last, and when it was asked last; as `performance.now`. */
	first: number;
	last: number;
	asked: number;
}

/** What earlier looks have told of requests that could not be read. */
const unreadRequests = new BoundedMap<Unread>(10_000);

const unreadKey = ({ id, account }: Pick<Sent, 'id' | 'account'>) => `${account} ${id}`;

/** Remembers why a request could not be read. A failure says nothing of it. */
function noteUnread(one: Sent, why: Unread['why'], error: Error): void {
	const asked = performance.now();
	const before = unreadRequests.get(unreadKey(one));
	const isSame = before?.why === why;
	const told = { why, error, first: isSame ? before.first : asked, last: asked };
	unreadRequests.set(unreadKey(one), { ...(before && why === 'failed' ? before : told), asked });
}

interface Sent {
	id: string;
	account: string;
	index: number;
}

/** Reads the requests that are waited for: those of an account by the list, and a few that it lacks one by one. */
export async function lookAt(callOf: CallOf, { items }: AwaitedRequests): Promise<Seen> {
	const states = new Map<string, Delivery>();
	const unread = new Map<string, Unread>();
	const requests = items.flatMap((item, index) => ('id' in item ? [{ ...item, index }] : []));
	for (const account of new Set(requests.map((request) => request.account))) {
		const sent = requests.filter((request) => request.account === account);
		const call = callOf(sent[0]?.index ?? 0);
		const reader = await call.account();
		const whyNot = (error: unknown) =>
			reader === undefined || isRefusal(error) ? 'refused' : 'failed';
		const note = (one: Sent, error: unknown, why: Unread['why']) => {
			call.log(
				'warn',
				`Signaturit: an execution waits for the request ${one.id}, which could not be read. ${quietly(error)}`,
			);
			noteUnread(one, why, error as Error);
		};
		try {
			if (sent.length > 1) {
				for (const delivery of await readListed(call, sent)) states.set(delivery.id, delivery);
			}
		} catch (error) {
			for (const one of sent) note(one, error, whyNot(error));
			continue;
		}
		const askedAt = (one: Sent) => unreadRequests.get(unreadKey(one))?.asked ?? -Infinity;
		const unlisted = sent
			.filter(({ id }) => !states.has(id))
			.sort((one, other) => askedAt(one) - askedAt(other));
		for (const one of unlisted.slice(0, FEW)) {
			const wanted = { schema: deliverySchema, what: 'the signature request' };
			try {
				states.set(one.id, await readAs(call, endpoints.signature.one(one.id), wanted));
			} catch (error) {
				// A token that reads a list is valid, and its service is the right one.
				const isGone =
					reader === account && httpStatusOf(error) === 404 && (await answersList(call, one));
				note(one, error, isGone ? 'gone' : whyNot(error));
			}
		}
	}
	for (const one of requests) {
		const why = unreadRequests.get(unreadKey(one));
		if (states.has(one.id)) unreadRequests.delete(unreadKey(one));
		else if (why) unread.set(one.id, why);
	}
	return { states, unread };
}

async function readListed(call: ExecutionCall, sent: readonly Sent[]): Promise<Delivery[]> {
	const filters = { query: {}, created: {}, ids: sent.map(({ id }) => id) };
	const { entries } = await readEntries(call, endpoints.signature, filters);
	return deliveriesSchema.parse(entries);
}

const answersList = async (call: ExecutionCall, one: Sent): Promise<boolean> =>
	await readListed(call, [one])
		.then(() => true)
		.catch(() => false);

/** Whether two looks have told the same, far enough apart to count. */
const isLasting = ({ why, first, last }: Unread): boolean =>
	why !== 'failed' && last > first && last - first >= delays.unread[why];

/** How a request is over: as the service tells, or as the output of an item that has nothing to wait for any more. */
export type Ended =
	{ delivery: Delivery; outcome: Outcome | 'undelivered' } | { output: IDataObject };

/** How each request is over, by item; `undefined` while it is not, or its files are not ready. */
export function endedRequests(
	{ items, kinds, stopsAtBounce }: AwaitedRequests,
	{ states, unread }: Seen,
): Array<Ended | undefined> {
	return items.map((item): Ended | undefined => {
		if (!('id' in item)) return { output: item.output };
		const delivery = states.get(item.id);
		if (!delivery) return lost(item, unread.get(item.id));
		const { records } = delivery;
		const outcome = outcomeOf(records);
		if (!outcome) {
			const isUndelivered = stopsAtBounce && undeliveredTo(records).length > 0;
			return isUndelivered ? { delivery, outcome: 'undelivered' } : undefined;
		}
		const isReady = records.every((record) =>
			kinds.every((kind) => isMade('signature', kind, record)),
		);
		// Files of a request that was not completed are not waited for.
		return isReady || outcome !== 'completed' ? { delivery, outcome } : undefined;
	});
}

/** What goes on in the place of a request that will never be read again; `undefined` while it may. */
function lost(item: Omit<Sent, 'index'> & { reused: boolean }, unread?: Unread): Ended | undefined {
	if (!unread || !isLasting(unread)) return undefined;
	const { id: signatureId, reused } = item;
	if (unread.why === 'gone') return { output: { signatureId, outcome: 'deleted', reused } };
	const { message } = unread.error;
	const description =
		'The request was sent. Its outcome is unknown, because Signaturit does not show it to this access token any more.';
	return { output: { message, error: { message, description, signatureId, verdict: 'done' } } };
}
