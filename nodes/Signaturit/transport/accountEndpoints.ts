import { segment, type ServicePath } from './endpoints';

/** The endpoints of what belongs to the account as a whole. */
export const accountEndpoints = {
	photoId: { validate: '/v3/photoid/validate.json' },
	team: {
		users: '/v3/team/users.json',
		user: (id: string): ServicePath => `/v3/team/users/${segment(id)}.json`,
		seats: '/v3/team/seats.json',
		seat: (id: string): ServicePath => `/v3/team/seats/${segment(id)}.json`,
		groups: '/v3/team/groups.json',
		group: (id: string): ServicePath => `/v3/team/groups/${segment(id)}.json`,
		groupSeat: (id: string, list: 'managers' | 'members', seatId: string): ServicePath =>
			`/v3/team/groups/${segment(id)}/${list}/${segment(seatId)}.json`,
	},
} as const;
