import type { IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { request } from '../../transport/request';
import { segment } from '../../transport/serviceUrl';
import { unlessGone } from '../../transport/attempts';

/** Largest page of a list (specification, Limits), and how many pages are looked at. */
const PAGE_SIZE = 100;
const MAX_PAGES = 20;

const subscriptionSchema = z.object({
	id: z.string(),
	url: z.string().catch(''),
	events: z.array(z.string()).catch([]),
});

/** An account-wide subscription to events (wire facts, Account-wide subscriptions). */
export type Subscription = z.infer<typeof subscriptionSchema>;

/** What a subscription should be. */
export type Wanted = Pick<Subscription, 'url' | 'events'>;

const pathOf = (id: string) => `/v3/subscriptions/${segment(id)}.json` as const;

/**
 * The subscription of a trigger: the one of this id, or any that posts to its address, repaired when
 * its address or events have drifted.
 *
 * @returns its id; `undefined` if there is none
 * @throws NodeApiError with the service's own words
 */
export async function existingSubscription(
	this: IHookFunctions,
	id: string | undefined,
	wanted: Wanted,
): Promise<string | undefined> {
	const known = id === undefined ? undefined : await getSubscription.call(this, id);
	const found = known ?? (await subscriptionsTo.call(this, wanted.url))[0];
	if (found && !isAsWanted(found, wanted)) {
		await request.call(this, 'PATCH', pathOf(found.id), { fields: { ...wanted } });
	}
	return found?.id;
}

/** Subscribes; answers the id. @throws NodeApiError with the service's own words */
export async function subscribe(this: IHookFunctions, wanted: Wanted): Promise<string> {
	const answer = await request.call(this, 'POST', '/v3/subscriptions.json', {
		fields: { ...wanted },
	});
	return subscriptionSchema.parse(answer).id;
}

/** Ends a subscription, and any other to the same address. One that is gone already will do. */
export async function unsubscribe(
	this: IHookFunctions,
	id: string | undefined,
	url: string,
): Promise<void> {
	const others = (await subscriptionsTo.call(this, url)).map((subscription) => subscription.id);
	for (const each of new Set([...(id === undefined ? [] : [id]), ...others])) {
		await unlessGone(request.call(this, 'DELETE', pathOf(each)));
	}
}

async function getSubscription(
	this: IHookFunctions,
	id: string,
): Promise<Subscription | undefined> {
	const answer = await unlessGone(request.call(this, 'GET', pathOf(id)));
	return answer && subscriptionSchema.parse(answer);
}

async function subscriptionsTo(this: IHookFunctions, url: string): Promise<Subscription[]> {
	const found: Subscription[] = [];
	for (let page = 0; page < MAX_PAGES; page++) {
		const answer = await request.call(this, 'GET', '/v3/subscriptions.json', {
			query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
		});
		const entries = z.array(subscriptionSchema).parse(answer);
		found.push(...entries.filter((entry) => entry.url === url));
		if (entries.length < PAGE_SIZE) break;
	}
	return found;
}

function isAsWanted({ url, events }: Subscription, wanted: Wanted): boolean {
	return url === wanted.url && String([...events].sort()) === String([...wanted.events].sort());
}
