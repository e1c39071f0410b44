import { accountEndpoints } from './accountEndpoints';
import { noError, withId } from './expected';
import { writes, type Write } from './writes';

/** What can be changed of what belongs to the account. */
export const accountWrites = {
	branding: {
		create: (): Write => ({
			method: 'POST',
			path: accountEndpoints.branding.list,
			done: withId('a branding'),
			deed: 'the branding was created',
			advice: 'Look into the list of brandings before you run this again.',
			repeat: 'once',
		}),
		update: (id: string): Write => ({
			method: 'PATCH',
			path: accountEndpoints.branding.one(id),
			done: withId('the changed branding', id),
			deed: 'the branding was changed',
			advice: 'Look at the branding before you run this again.',
			repeat: 'freely',
		}),
	},
	contact: {
		create: (): Write => ({
			method: 'POST',
			path: accountEndpoints.contact.list,
			done: withId('a contact'),
			deed: 'the contact was created',
			advice: 'Look into the list of contacts before you run this again, or there may be two.',
			repeat: 'once',
		}),
		update: (id: string): Write => ({
			method: 'PATCH',
			path: accountEndpoints.contact.one(id),
			done: withId('the changed contact', id),
			deed: 'the contact was changed',
			advice: 'Look at the contact before you run this again.',
			repeat: 'freely',
		}),
		/** Its answer is not documented (docs/service.md#stored-contacts). */
		delete: (id: string): Write => ({
			method: 'DELETE',
			path: accountEndpoints.contact.one(id),
			done: noError,
			deed: 'the contact was deleted',
			advice: 'Look into the list of contacts before you run this again.',
			repeat: 'freely',
		}),
	},
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
