import { endpoints, type ServicePath } from './endpoints';

/** The addresses of what belongs to the account. */
export const accountEndpoints = {
	subscription: {
		...endpoints.subscription,
		count: '/v3/subscriptions/count.json' as ServicePath,
	},
} as const;
