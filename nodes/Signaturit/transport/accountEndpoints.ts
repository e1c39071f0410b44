import { endpoints, segment, type ServicePath } from './endpoints';

/** The addresses of what belongs to the account. */
export const accountEndpoints = {
	contact: {
		list: '/v3/contacts.json' as ServicePath,
		one: (id: string): ServicePath => `/v3/contacts/${segment(id)}.json`,
	},
	subscription: {
		...endpoints.subscription,
		count: '/v3/subscriptions/count.json' as ServicePath,
	},
} as const;
