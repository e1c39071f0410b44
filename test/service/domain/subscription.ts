import type { User } from './people';

/** A URL that gets the events of the whole account (docs/service.md#account-wide-subscriptions). */
export interface Subscription {
	id: string;
	createdAt: Date;
	owner: User;
	url: string;
	/** Event types, or `*` for all. */
	events: string[];
}

export const listensTo = (subscription: Subscription, type: string): boolean =>
	subscription.events.includes('*') || subscription.events.includes(type);
