// Has Signaturit repeat the failed posts that were to wake sleeping executions.

import { z } from 'zod';
import { waitingAddresses } from '../n8n/waitingAddress';
import type { PollCall } from '../transport/call';
import { serviceTime } from '../transport/clock';
import { BoundedMap } from '../transport/concurrency';
import { delays } from '../transport/deadline';
import { serviceAddressOf } from '../transport/credential';
import { endpoints } from '../transport/endpoints';
import { textForLog } from '../transport/errors/errors';
import { pageNumber, walkPages, type PageQuery } from '../transport/lists/paging';
import { utcDay } from '../transport/lists/timeRange';
import { readAs, write } from '../transport/request';
import { eventHookPageSchema } from '../transport/shapes';
import { writes } from '../transport/writes';
import { urlOf } from '../transport/hosts';

/** How many pages of posts one look reads at most. The newest come first. */
const MAX_PAGES = 20;

/** How many posts one look has made again at most. The next look goes on with those that had fewer. */
const MAX_REPEATED = 100;

/** How often the posts to one address are made again at most, in looks: six hours in all. */
const MAX_TIMES = 24;

const hookSchema = z.object({
	id: z.string(),
	url: z.string(),
	status_code: z.number(),
	created_at: z.string(),
});

/** How many addresses are known at most: those of executions that are gone fail for ever. */
const MAX_KNOWN = 10_000;

/** The failed posts of an account, as far as this process knows them. */
class Failures {
	/** When the last look began, by `performance.now()`. */
	lookedAt = -Infinity;
	/** When the last look began that has read the list, by the service's clock. */
	readAt?: number;
	/** The newest post to each waiting address, if it has failed: its id, and how often posts there were made again. */
	readonly posts = new BoundedMap<{ id: string; times: number }>(MAX_KNOWN);
}

const accounts = new BoundedMap<Failures>(1_000);

/**
 * Has the service post again to sleeping executions of this n8n whose newest post has failed, as while n8n was stopped.
 * An execution that is woken looks by itself; one that is over answers so. All triggers of an account in a process share
 * a look, at n8n's start and every quarter of an hour.
 *
 * It throws nothing: polls do not depend on it.
 */
export async function repeatMissedPosts(call: PollCall): Promise<void> {
	try {
		const account = await call.account();
		if (account === undefined) return;
		const credential = await call.decrypted();
		// Newer n8n gives it only until the poll returns.
		const own = call.with({ decrypted: async () => credential });
		const addresses = waitingAddresses(call.n8n);
		if (!addresses) return;
		const key = `${addresses.origin} ${account}`;
		const failures = accounts.get(key) ?? new Failures();
		if (performance.now() - failures.lookedAt < delays.missedPosts.look) return;
		failures.lookedAt = performance.now();
		accounts.set(key, failures);
		const address = serviceAddressOf(await own.credential());
		const began = performance.now();
		const { before, overlap } = delays.missedPosts;
		const since = (failures.readAt ?? serviceTime(address) - before) - overlap;
		await readFailures(own, { isWaiting: addresses.has, since }, failures);
		// Only now is the service's time known for sure.
		failures.readAt = serviceTime(address) - (performance.now() - began);
		await repeatAll(own, failures);
	} catch (error) {
		call.log(
			'warn',
			`Signaturit Trigger: sleeping executions whose post has failed could not be looked for. ${textForLog(error)}`,
		);
	}
}

/** Reads the posts since then, the newest first. Only the newest post to each address counts. */
async function readFailures(
	call: PollCall,
	{ isWaiting, since }: { isWaiting: (address: URL | undefined) => boolean; since: number },
	{ posts }: Failures,
): Promise<void> {
	const seen = new Set<string>();
	const date = JSON.stringify({ from: utcDay(since) });
	const readPage = async (query: PageQuery) => {
		const { entries } = await readAs(call, endpoints.eventHook.list, {
			query: { limit: query.limit, page: pageNumber(query), date },
			schema: eventHookPageSchema,
			what: 'a list of event hooks',
		});
		return entries;
	};
	for await (const { entries } of walkPages(readPage, { most: MAX_PAGES })) {
		for (const entry of entries) {
			const { data: hook } = hookSchema.safeParse(entry);
			if (!hook || seen.has(hook.url) || !isWaiting(urlOf(hook.url))) continue;
			seen.add(hook.url);
			const isFine = hook.status_code >= 200 && hook.status_code < 300;
			// The same execution may sleep again, at the same address.
			if (isFine) posts.delete(hook.url);
			else posts.set(hook.url, { id: hook.id, times: posts.get(hook.url)?.times ?? 0 });
		}
		if (Date.parse(String(entries.at(-1)?.created_at)) < since) return;
	}
}

async function repeatAll(call: PollCall, { posts }: Failures): Promise<void> {
	const due = [...posts.values()]
		.filter(({ times }) => times < MAX_TIMES)
		.sort((one, other) => one.times - other.times);
	if (due.length === 0) return;
	let count = 0;
	for (const post of due.slice(0, MAX_REPEATED)) {
		post.times++;
		const asked = write(call, writes.retryHook(post.id));
		if (await asked.then(() => true).catch(() => false)) count++;
	}
	call.log(
		'info',
		`Signaturit Trigger "${call.node.name}": ${due.length} sleeping executions have missed a post. Signaturit was asked to make ${count} again.`,
	);
}
