import type { IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints } from '../../transport/endpoints';
import { unlessNotFound } from '../../transport/errors';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { readAs, write } from '../../transport/request';
import { subscriptionSchema, type Subscription } from '../../transport/shapes';
import { writes } from '../../transport/writes';

/** How many pages of the list of subscriptions are read at most. */
const MAX_PAGES = 20;

/** What a subscription should be. */
export type WantedSubscription = Pick<Subscription, 'url' | 'events'>;

/**
 * Finds the subscription of a trigger: the one with this id, else one that posts to its address. When
 * its address or its events are no longer the wanted ones, it is changed to them.
 *
 * @returns its id; `undefined` if there is none
 * @throws NodeApiError with the service's own words
 */
export async function existingSubscription(
	this: IHookFunctions,
	id: string | undefined,
	wanted: WantedSubscription,
): Promise<string | undefined> {
	const known = id === undefined ? undefined : await getSubscription.call(this, id);
	const found = known ?? (await subscriptionsTo.call(this, wanted.url))[0];
	if (found && !isAsWanted(found, wanted)) {
		await write.call(this, writes.changeSubscription(found.id), { fields: { ...wanted } });
	}
	return found?.id;
}

/**
 * Subscribes to events of the whole account.
 *
 * @returns the id of the subscription
 * @throws NodeApiError with the service's own words
 */
export async function subscribe(this: IHookFunctions, wanted: WantedSubscription): Promise<string> {
	const answer = await write.call(this, writes.subscribe, { fields: { ...wanted } });
	return subscriptionSchema.parse(answer).id;
}

/**
 * Ends a subscription, and any other to the same address. A subscription that does not exist any more
 * counts as ended.
 *
 * @throws NodeApiError with the service's own words
 */
export async function unsubscribe(
	this: IHookFunctions,
	id: string | undefined,
	url: string,
): Promise<void> {
	const others = (await subscriptionsTo.call(this, url)).map((subscription) => subscription.id);
	for (const each of new Set([...(id === undefined ? [] : [id]), ...others])) {
		await unlessNotFound(write.call(this, writes.unsubscribe(each)));
	}
}

async function getSubscription(
	this: IHookFunctions,
	id: string,
): Promise<Subscription | undefined> {
	const path = endpoints.subscription.one(id);
	return await unlessNotFound(
		readAs(this, { path, schema: subscriptionSchema, what: 'a subscription' }),
	);
}

async function subscriptionsTo(this: IHookFunctions, url: string): Promise<Subscription[]> {
	const found: Subscription[] = [];
	for (let page = 0; page < MAX_PAGES; page++) {
		const entries = await readAs(this, {
			path: endpoints.subscription.list,
			query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
			schema: z.array(subscriptionSchema),
			what: 'a list of subscriptions',
		});
		found.push(...entries.filter((entry) => entry.url === url));
		if (entries.length < PAGE_SIZE) break;
	}
	return found;
}

function isAsWanted({ url, events }: Subscription, wanted: WantedSubscription): boolean {
	return url === wanted.url && String([...events].sort()) === String([...wanted.events].sort());
}
