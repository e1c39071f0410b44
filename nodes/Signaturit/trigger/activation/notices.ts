import type { Registration } from '../../events/registration';
import { quietly } from '../../transport/quiet';
import type { Subscription } from '../../transport/shapes';

/** What the trigger writes into n8n's log about its subscription. Of addresses it shows the origin only. */

const about = (node: string) => `Signaturit Trigger "${node}":`;

/** A subscription that the trigger had posts to another address at the service. */
export function foreignSubscription(node: string, { id, url }: Subscription, own: string): string {
	return leftAlone(node, { id, url, own });
}

/** The database knows of a subscription to another address: it was copied, or n8n has got a new address. */
export function otherAddress(node: string, known: Registration, own: string): string {
	return leftAlone(node, { id: known.subscriptionId ?? '', url: known.url, own });
}

/** The subscription that the trigger had cannot be seen with the access token. */
export function lostSubscription(node: string, id: string): string {
	return `${about(node)} its subscription ${id} is not in the account of the access token any more, so it gets a new one. If the token belongs to another account now, end the old subscription there: ${howToEnd(id)}.`;
}

/** The subscription could not be looked at or made. */
export function subscriptionUnsure(node: string, error: unknown): string {
	return `${about(node)} its subscription to events could not be checked. It is looked at again later. ${quietly(error)}`;
}

/** The subscription could not be ended. */
export function subscriptionLeft(node: string, error: unknown, id: string | undefined): string {
	const advice = id === undefined ? '' : ` If it is still there, end it: ${howToEnd(id)}.`;
	return `${about(node)} its subscription to events could not be ended.${advice} ${quietly(error)}`;
}

function leftAlone(
	node: string,
	{ id, url, own }: { id: string; url: string; own: string },
): string {
	return `${about(node)} the subscription ${id} posts to ${originOf(url)}, not to this trigger at ${originOf(own)}. Another n8n may listen there, so it stays as it is. If none does any more, end it: ${howToEnd(id)}.`;
}

function howToEnd(id: string): string {
	return `DELETE /v3/subscriptions/${id}.json`;
}

function originOf(url: string): string {
	return URL.canParse(url) ? new URL(url).origin : 'another address';
}
