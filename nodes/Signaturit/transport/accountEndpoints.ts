import { endpoints, segment, type ServicePath } from './endpoints';

/** The addresses of what belongs to the account itself, by what they are about. */
export const accountEndpoints = {
	branding: {
		list: '/v3/brandings.json',
		one: (id: string): ServicePath => `/v3/brandings/${segment(id)}.json`,
	},
	contact: {
		list: '/v3/contacts.json',
		one: (id: string): ServicePath => `/v3/contacts/${segment(id)}.json`,
	},
	credits: { left: '/v3/account/credits.json' },
	photoId: { validate: '/v3/photoid/validate.json' },
	subscription: { ...endpoints.subscription, count: '/v3/subscriptions/count.json' },
	team: {
		users: '/v3/team/users.json',
		user: (id: string): ServicePath => `/v3/team/users/${segment(id)}.json`,
		seats: '/v3/team/seats.json',
		seat: (id: string): ServicePath => `/v3/team/seats/${segment(id)}.json`,
		groups: '/v3/team/groups.json',
		group: (id: string): ServicePath => `/v3/team/groups/${segment(id)}.json`,
		managers: (id: string, seatId: string): ServicePath =>
			`/v3/team/groups/${segment(id)}/managers/${segment(seatId)}.json`,
		members: (id: string, seatId: string): ServicePath =>
			`/v3/team/groups/${segment(id)}/members/${segment(seatId)}.json`,
	},
} as const;

/** The list of brandings has pages and a window of its own (docs/service.md#page-sizes). */
export const brandingList = { list: accountEndpoints.branding.list, pageSize: 10, window: 1_000 };
