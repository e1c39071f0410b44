// The trigger's subscription to the account's events: found, made and ended.

import { z } from 'zod';
import { addressesForAccount, addressForAccount } from '../events/tracking';
import type { Call } from '../transport/call';
import { endpoints } from '../transport/endpoints';
import { unlessNotFound, unlessRefused } from '../transport/errors/errors';
import { walkPages, type PageQuery } from '../transport/lists/paging';
import { readAs, write } from '../transport/request';
import { subscriptionSchema, type Subscription } from '../transport/shapes';
import { writes } from '../transport/writes';
import { subscribedTypes, type Settings } from './settings';
import { urlOf } from '../transport/hosts';

const MAX_PAGES = 20;

/** What it is made of, as the panel calls it in the operations on subscriptions. */
const names = { url: 'URL', events: 'Events', 'events[#]': 'Number # of Events' };

/** Its address without the query that `addressForAccount` adds, and the types of its events. */
export type WantedSubscription = Pick<Subscription, 'url' | 'events'>;

/** The subscription that a trigger with this address needs; `undefined` if it needs none. */
export const wantedSubscription = (
	url: string,
	settings: Settings,
): WantedSubscription | undefined =>
	settings.listenTo === 'account' && settings.arrival !== 'polling'
		? { url, events: subscribedTypes(settings) }
		: undefined;

/** As `existingSubscription`, and makes the subscription if there is none. */
export async function keepSubscription(
	call: Call,
	wanted: WantedSubscription,
	lastId?: string,
): Promise<string> {
	return (await existingSubscription(call, wanted, lastId)) ?? (await subscribe(call, wanted));
}

/**
 * Finds the subscription to exactly this trigger: the one with this id, else the first in the list. The others are
 * ended, and it gets the wanted events. One to another address is left as it is, because another n8n may listen there.
 * The log says so.
 *
 * @param lastId the id that it had when it was last seen
 * @returns its id; `undefined` if there is none
 * @throws NodeApiError with the service's own words
 */
export async function existingSubscription(
	call: Call,
	wanted: WantedSubscription,
	lastId?: string,
): Promise<string | undefined> {
	const reading = { schema: subscriptionSchema, what: 'a subscription' };
	const last =
		lastId === undefined
			? undefined
			: await unlessRefused(readAs(call, endpoints.subscription.one(lastId), reading));
	const isOurs = last && addressesForAccount(wanted.url).includes(last.url);
	// The reading also tells whether the token is valid at all.
	const [found, ...duplicates] = isOurs ? [last] : await subscriptionsTo(call, wanted.url);
	if (last && !isOurs) {
		warn(
			call,
			`the subscription ${last.id} posts to ${originOf(last.url)}, not to this trigger at ${originOf(wanted.url)}. Another n8n may listen there, so it stays as it is. If none does any more, end it: ${howToEnd(last.id)}.`,
		);
	}
	if (!last && lastId !== undefined) {
		const end = `If the token belongs to another account now, end the old subscription there: ${howToEnd(lastId)}.`;
		warn(
			call,
			`its subscription ${lastId} is not in the account of the access token any more, so it gets a new one. ${end}`,
		);
	}
	const { events } = wanted;
	if (found && String([...found.events].sort()) !== String([...events].sort())) {
		await write(call, writes.changeSubscription(found.id), { fields: { events }, names });
	}
	await end(call, duplicates);
	return found?.id;
}

/** Subscribes to events of the whole account, and returns the id of the subscription. Throws as `write` does. */
export async function subscribe(call: Call, wanted: WantedSubscription): Promise<string> {
	const url = addressForAccount(wanted.url);
	const answer = await write(call, writes.subscribe, { fields: { ...wanted, url }, names });
	return subscriptionSchema.parse(answer).id;
}

/** Ends all subscriptions of a trigger with this address that still exist. Throws as `write` does. */
export async function unsubscribe(call: Call, url: string): Promise<void> {
	await end(call, await subscriptionsTo(call, url));
}

async function end(call: Call, subscriptions: Subscription[]): Promise<void> {
	for (const { id } of subscriptions) await unlessNotFound(write(call, writes.unsubscribe(id)));
}

async function subscriptionsTo(call: Call, url: string): Promise<Subscription[]> {
	const readPage = async (query: PageQuery) =>
		await readAs(call, endpoints.subscription.list, {
			query: { ...query },
			schema: z.array(subscriptionSchema),
			what: 'a list of subscriptions',
		});
	const all: Subscription[] = [];
	for await (const { entries } of walkPages(readPage, { most: MAX_PAGES })) all.push(...entries);
	return addressesForAccount(url).flatMap((address) =>
		all.filter((entry) => entry.url === address),
	);
}

/** Writes a line about the subscription or the account of this trigger into n8n's log. */
export function warn(call: Call, text: string): void {
	call.log('warn', `Signaturit Trigger "${call.node.name}": ${text}`);
}

/** How to end the subscription with this id. */
export const howToEnd = (id: string) => `DELETE /v3/subscriptions/${id}.json`;

/** The log shows only the origin of an address. */
const originOf = (url: string) => urlOf(url)?.origin ?? 'another address';
