// Looks at the requests that an execution waits for, and keeps them with the execution.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { keptInContext } from '../../n8n/expressions';
import type { ExecutionCall, ExecuteCall } from '../../transport/call';
import { BoundedMap } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import { httpStatusOf, isRefusal, textForLog, type ItemError } from '../../transport/errors/errors';
import { readEntries } from '../../transport/lists/lists';
import { readAs } from '../../transport/request';
import { deliveriesSchema, deliverySchema, type Delivery } from '../../transport/shapes';
import { attachedKinds } from '../../events/deliveryFiles';
import { itemErrorOf } from '../itemResult';

/** How many requests are read one by one in a look, in turns: the list may be late with new ones. */
const FEW = 20;

export type CallOf = (item: number) => ExecutionCall;

/** The result of a look at the awaited requests, by their ids. */
export interface Seen {
	states: ReadonlyMap<string, Delivery>;
	unread: ReadonlyMap<string, Unread>;
}

/** A request that is waited for. */
export type AwaitedRequest = Extract<AwaitedRequests['items'][number], { id: string }>;

/**
 * Why a request could not be read. `gone`: the account that has sent it has no such request any more. `refused`: this
 * access token is not shown it, or there is none. `failed`: no answer told of it.
 */
export interface Unread {
	why: 'gone' | 'refused' | 'failed';
	error: ItemError;
	/** When this reason was given first and last, and when the service was asked last; as `performance.now`. */
	firstAt: number;
	lastAt: number;
	askedAt: number;
}

/** Why earlier looks could not read requests, by `unreadKey`. */
const unreadRequests = new BoundedMap<Unread>(10_000);

const unreadKey = ({ id, account }: AwaitedRequest) => `${account} ${id}`;

/** Remembers why a request could not be read. A failure leaves an earlier reason as it is. */
function noteUnread(key: string, why: Unread['why'], error: ItemError): void {
	const askedAt = performance.now();
	const before = unreadRequests.get(key);
	const isSame = before?.why === why;
	const latest = { why, error, firstAt: isSame ? before.firstAt : askedAt, lastAt: askedAt };
	unreadRequests.set(key, { ...(before && why === 'failed' ? before : latest), askedAt });
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
		const note = (one: (typeof sent)[number], error: unknown, isGone = false) => {
			const text = `an execution waits for the request ${one.id}, which could not be read`;
			call.log('warn', `Signaturit: ${text}. ${textForLog(error)}`);
			const isRefused = reader === undefined || isRefusal(error);
			const why = isGone ? 'gone' : isRefused ? 'refused' : 'failed';
			noteUnread(unreadKey(one), why, call.shown(itemErrorOf(call.node, error, one.index)));
		};
		try {
			if (sent.length > 1) {
				for (const delivery of await readListed(call, sent)) states.set(delivery.id, delivery);
			}
		} catch (error) {
			for (const one of sent) note(one, error);
			continue;
		}
		const askedAt = (one: AwaitedRequest) =>
			unreadRequests.get(unreadKey(one))?.askedAt ?? -Infinity;
		const unlisted = sent
			.filter(({ id }) => !states.has(id))
			.sort((one, other) => askedAt(one) - askedAt(other));
		for (const one of unlisted.slice(0, FEW)) {
			const wanted = { schema: deliverySchema, what: 'the signature request' };
			try {
				states.set(one.id, await readAs(call, endpoints.signature.one(one.id), wanted));
			} catch (error) {
				// A token that reads a list is valid, and its service is the right one.
				const isMissing = reader === account && httpStatusOf(error) === 404;
				const list = isMissing && (await readListed(call, [one]).catch(() => undefined));
				note(one, error, Boolean(list));
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

async function readListed(
	call: ExecutionCall,
	sent: readonly AwaitedRequest[],
): Promise<Delivery[]> {
	const filters = { query: {}, created: {}, ids: sent.map(({ id }) => id) };
	const { entries } = await readEntries(call, endpoints.signature, filters);
	return deliveriesSchema.parse(entries);
}

/** The key under which the node's context holds the awaited requests. */
const CONTEXT_KEY = 'waiting';

const itemSchema = z.union([
	z.object({
		id: z.string(),
		reused: z.boolean(),
		/** Who has sent it, as in its note. Requests of one account are read together. */
		account: z.string(),
		/** The files that its item gets. */
		kinds: attachedKinds,
		/** Whether it counts as ended when an email could not be delivered. */
		stopsAtBounce: z.boolean(),
	}),
	/** The output of an item that has no request: it failed, or a tool call was denied at once. */
	z.object({ output: z.custom<IDataObject>() }),
]);

const awaitedSchema = z.object({
	/** As `runIndexOf`. */
	run: z.number(),
	isReview: z.boolean(),
	/** One for each input item. */
	items: z.array(itemSchema),
});

export type AwaitedRequests = z.infer<typeof awaitedSchema>;

/** Keeps the awaited requests with the execution. */
export function keepAwaitedRequests(call: ExecuteCall, awaited: AwaitedRequests): void {
	call.n8n.getContext('node')[CONTEXT_KEY] = awaited;
}

/** The awaited requests of an execution, as its webhook reads them; `undefined` if n8n does not give them. */
export function readAwaitedRequests(call: ExecutionCall): AwaitedRequests | undefined {
	return awaitedSchema.safeParse(keptInContext(call.n8n, CONTEXT_KEY)).data;
}
