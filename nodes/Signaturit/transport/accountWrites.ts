import { writes, type Write } from './writes';

/** What can be changed of what belongs to the account. */
export const accountWrites = {
	/** Those of the trigger, with advice for whoever does it himself. */
	subscription: {
		create: (): Write => ({
			...writes.subscribe,
			advice: 'Look into the list of subscriptions before you run this again, or there may be two.',
		}),
		update: (id: string): Write => ({
			...writes.changeSubscription(id),
			advice: 'Look at the subscription before you run this again.',
		}),
		delete: (id: string): Write => ({
			...writes.unsubscribe(id),
			advice: 'Look into the list of subscriptions before you run this again.',
		}),
	},
} as const;
