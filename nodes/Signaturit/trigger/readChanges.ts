// Reads the deliveries that may have changed since the last poll.

import { sleep } from 'n8n-workflow';
import { z } from 'zod';
import { inAccount, WITNESSES } from '../events/beginning';
import { readRegistration } from '../events/registration';
import { MARK_KEY, workflowOrigin, withMark, type Origin } from '../events/tracking';
import type { PollCall } from '../transport/call';
import { triggerDelays } from './delays';
import { endpoints } from '../transport/endpoints';
import { textForLog, unless, unlessElsewhere } from '../transport/errors/errors';
import { listAt, readEntries } from '../transport/lists/lists';
import {
	PAGE_SIZE,
	walkPages,
	WINDOW,
	type PageQuery,
	type PageStart,
} from '../transport/lists/paging';
import { readList } from '../transport/lists/readList';
import { DAY, utcDay } from '../transport/lists/timeRange';
import { read, readAs } from '../transport/request';
import { deliveriesSchema, type Delivery } from '../transport/shapes';
import { keepSubscription, unsubscribe, wantedSubscription, warn } from './subscription';
import type { Settings } from './settings';
import { processState } from './processState';
import type { PollState } from './pollState';

/** How many calls one poll makes at most for a list that it goes round, and how many of them for the subscription. */
const CALLS = { account: 10, workflowEmails: 2, subscription: 3 };

/** How many entries two pages share, so that none is missed when others come or go. */
const OVERLAP = 10;

const BEHIND_NEWEST: PageStart = { offset: PAGE_SIZE - OVERLAP };

/** One poll reads this many pages of new requests at most. The look at everything finds the others. */
const MAX_PAGES = 15;

/**
 * Reads the deliveries that may have changed since the last poll, in the account that counts (docs/operate.md#calls-to-signaturit).
 *
 * @throws NodeApiError with the service's own words
 */
export async function readChanges(
	call: PollCall,
	state: PollState,
	settings: Settings,
): Promise<Delivery[]> {
	// n8n waits for the first look of each workflow in turn, which spreads them.
	if (state.lookedAt > -Infinity) await sleep(Math.random() * triggerDelays.poll.jitter);
	const account = await call.account();
	await keepAccount(call, state, settings, account);
	const deliveries = await readLists(call, state, settings);
	if ((await call.account()) !== account) {
		// The lists may be those of either account. The next poll looks at everything.
		state.beginAnew();
		return [];
	}
	state.measure(await call.clockDifference());
	const { witnesses = [] } = state.beginning;
	const ids = [...new Set([...witnesses, ...deliveries.map(({ id }) => id)])];
	if (ids.length > 0) {
		state.beginning = { ...state.beginning, witnesses: ids.slice(0, WITNESSES) };
	}
	return deliveries;
}

/**
 * Makes sure that the polls look into the account in which events count. A token belongs to another account if it reads
 * a list, but none of the known deliveries of the last account: all were answered 403 or 404. There, events count from
 * now on, or go on from where they were when the token belonged to it before.
 *
 * @throws NodeApiError when the service does not tell, e.g. because it refuses the token; then nothing has changed
 */
async function keepAccount(
	call: PollCall,
	state: PollState,
	{ resource }: Settings,
	account: string | undefined,
): Promise<void> {
	const { beginning, watch } = state;
	if (account === undefined || account === beginning.account) return;
	const isReadable = async (ids: readonly string[]) => {
		for (const id of new Set(ids)) {
			const path = endpoints[resource].one(id);
			if ((await unlessElsewhere(read(call, path))) !== undefined) return true;
		}
		return false;
	};
	const { before, witnesses = [] } = beginning;
	const known = [...witnesses, ...watch.ids.slice(-WITNESSES)];
	if (beginning.account === undefined || (await isReadable(known))) {
		state.beginning = { ...beginning, account };
		return;
	}
	let isBack = before?.account === account;
	if (known.length === 0) {
		// Nobody knows whether it is another account. If the last account comes back, it goes on where it was.
		const next = inAccount(beginning, account, isBack, state.now);
		state.beginning = isBack ? next : { ...beginning, account, before: next.before };
		return;
	}
	if (!isBack) {
		await readAs(call, endpoints[resource].list, {
			query: { limit: 1 },
			schema: z.array(z.unknown()),
			what: 'a list',
		});
		isBack = await isReadable(before?.witnesses ?? []);
	}
	const from = isBack ? 'when it was used before' : 'now on';
	warn(
		call,
		`its access token belongs to another account than before. What happens there counts from ${from}.`,
	);
	state.measure(await call.clockDifference());
	state.beginAnew(inAccount(state.beginning, account, isBack, state.now));
}

async function readLists(call: PollCall, state: PollState, settings: Settings) {
	const { resource, listenTo, lookBack } = settings;
	const since = utcDay(Date.now() - lookBack * DAY);
	const isWhole = performance.now() - state.wholeAt >= triggerDelays.poll.whole;
	const isAccount = listenTo === 'account';
	const origin = isAccount ? undefined : workflowOrigin(call);
	if (!isAccount && !origin) return [];
	// The activation makes the subscription, in newer n8n at the moment of the first look.
	const isKept = isWhole && state.lookedAt > -Infinity && (await keepPosts(call, state, settings));
	if (origin && resource === 'signature') {
		return await readWorkflowRequests(call, state, settings, { origin, since, isWhole });
	}

	let pages = isAccount ? CALLS.account : CALLS.workflowEmails;
	if (isKept) {
		if (isAccount) pages -= CALLS.subscription;
		state.wholeAt = performance.now();
	}
	if (!state.goesOnAt) state.roundAt = state.now;
	const list = listAt(call, endpoints[resource], origin ? { [MARK_KEY]: origin.mark } : {});
	const readPage = async (query: PageQuery) => await list.page({ ...query, since });
	// Only the list of signature requests reaches no further than this, and takes `until`.
	const window = resource === 'signature' ? WINDOW : undefined;
	const reading = goRound(readPage, { pages, window }, state.goesOnAt);
	// It is not documented that the list of certified SMS takes custom data (docs/service.md#filters).
	const isProven = !origin || resource !== 'certifiedSms';
	const { entries = [], next } = (isProven ? await reading : await unless(400)(reading)) ?? {};
	const all = deliveriesSchema.parse(entries);
	const found = origin ? withMark(all, origin) : all;
	state.goesOnAt = next;
	if (!next && (isProven || found.length > 0)) state.completeAt = state.roundAt;
	return found;
}

/**
 * Reads the newest page of a list and some more, from where the last poll stopped; after the end from the beginning.
 *
 * @param limits.pages how many pages to read at most
 * @param limits.window the most that limit + offset may be
 * @returns the entries, and where to go on; `undefined` when everything has been read
 */
export async function goRound<T>(
	read: (query: PageQuery) => Promise<T[]>,
	{ pages, window }: { pages: number; window?: number },
	from: PageStart = BEHIND_NEWEST,
): Promise<{ entries: T[]; next?: PageStart }> {
	const entries = await read({ limit: PAGE_SIZE, offset: 0 });
	let next: PageStart | undefined;
	if (entries.length < PAGE_SIZE) return { entries };
	for await (const page of walkPages(read, { most: pages - 1, from, overlap: OVERLAP, window })) {
		entries.push(...page.entries);
		({ next } = page);
	}
	return { entries, next };
}

/**
 * Makes the subscription if the activation could not make it, or if somebody has ended it. Ends one that the activation
 * could not end, if the trigger does not need it any more.
 *
 * @returns whether there is one to look after
 */
async function keepPosts(call: PollCall, state: PollState, settings: Settings): Promise<boolean> {
	const { url = '', subscriptionId } = readRegistration(call) ?? {};
	const wanted = wantedSubscription(url, settings);
	if (url === '' || !(wanted ?? subscriptionId)) return false;
	try {
		if (state.isStopped) return true;
		if (wanted) await keepSubscription(call, wanted, subscriptionId);
		// It was deactivated meanwhile and not activated again, so nobody else would end this one.
		const isLeft = state.isStopped && processState(call).polls === state;
		if (!wanted || isLeft) await unsubscribe(call, url);
	} catch (error) {
		// Polls find the events all the same.
		call.log('warn', `Signaturit Trigger: the subscription is uncertain. ${textForLog(error)}`);
	}
	return true;
}

/**
 * Reads the signature requests of this origin that may have changed since the last poll: the newest, and those
 * that are watched; if `isWhole`, all that were created since this day (`YYYY-MM-DD`).
 */
async function readWorkflowRequests(
	call: PollCall,
	state: PollState,
	settings: Settings,
	{ origin, since, isWhole }: { origin: Origin; since: string; isWhole: boolean },
): Promise<Delivery[]> {
	const { watch } = state;
	const began = state.now;
	const path = { ...endpoints.signature, window: WINDOW };
	const query = { [MARK_KEY]: origin.mark };
	const list = listAt(call, path, query);
	const marked = (entries: unknown[]) => withMark(deliveriesSchema.parse(entries), origin);
	const newest = isWhole ? marked((await readList(list, { since, inFlight: 2 })).entries) : [];
	// Whether nothing else can have changed.
	let isComplete = isWhole;
	const readPage = async (page: PageQuery) => await list.page({ ...page, since });
	for await (const { entries, next } of walkPages(readPage, { most: isWhole ? 0 : MAX_PAGES })) {
		newest.push(...marked(entries));
		isComplete = !next || entries.some(({ id }) => watch.wasSeen(id));
		if (isComplete) break;
	}
	const read = new Set(newest.map(({ id }) => id));
	const ids = watch.ids.filter((id) => !read.has(id));
	const watched = { query, created: { since: Date.parse(since) }, ids: isWhole ? [] : ids };
	const changed = marked((await readEntries(call, path, watched, { inFlight: 1 })).entries);
	watch.forgetMissing(ids, changed);
	watch.noteNewest(newest.slice(0, PAGE_SIZE));
	const deliveries = [...newest, ...changed];
	// The first look knows the service's time only now.
	const now = Date.now() + ((await call.clockDifference()) ?? 0);
	for (const delivery of deliveries) watch.note(delivery, settings, now);
	if (isWhole) state.wholeAt = performance.now();
	if (isComplete) state.completeAt = began;
	return deliveries;
}
