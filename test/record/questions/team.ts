import { z } from 'zod';

import type { Answer } from '../client';
import {
	all,
	apartFrom,
	check,
	described,
	every,
	hasShape,
	needed,
	topic,
	leaveOpen,
} from '../question';
import { namesOfTokens } from '../secrets';
import type { Tape } from '../tape';
import { identifiedIn, idOf, seatsIn } from '../wire';
import { isPartOf } from './seen';

const STATUSES = ['active', 'pending', 'inactive'];

/** An answer about the team. @throws StillOpen when the user of the token may not read it */
function permitted(tape: Tape, name: string): Answer {
	const answer = tape.answer(name);
	return [401, 403].includes(answer.status)
		? leaveOpen(`the user may not read the team: ${described(answer)}`)
		: answer;
}

const users = (tape: Tape) => needed(seatsIn, permitted(tape, 'team users'));
const seats = (tape: Tape) => needed(seatsIn, permitted(tape, 'team seats'));

/** Tokens of the team (docs/service.md#access-tokens). */
export const teamTokens = topic('access-tokens', {
	"The team endpoints answer with the tokens of the account's users. Nothing else of the nodes sees an answer before every key that may hold one is taken out.":
		apartFrom('what the nodes do', (tape) => {
			if (users(tape).length === 0) leaveOpen('the team has no users');
			const names = namesOfTokens(permitted(tape, 'team users').body);
			return check(names.length > 0, 'no user has anything with the name of a token');
		}),
});

/** Users and seats (docs/service.md#team-users-and-seats). */
export const teamSeats = topic('team-users-and-seats', {
	'`GET /v3/team/users.json` lists the users of the team, `GET /v3/team/seats.json` its seats. Both answer seats.':
		(tape) =>
			every(
				['team users', 'team seats'].flatMap((name) => seatsIn(permitted(tape, name))),
				'team',
				({ status, role }) => status !== undefined && role !== undefined,
				() => 'one has no status or no role',
			),
	'`GET /v3/team/users/{id}.json` answers the seat of a user. The heading has `user`, the example `users`.':
		(tape) => {
			const [user] = users(tape);
			return check(idOf(permitted(tape, 'team user')) === user?.id, 'another one is answered');
		},
	'A seat has `id`, `created_at`, `email`, `name`, `position`, `role` and `status` (`active`, `pending`, `inactive`); an inactive one has no user.':
		apartFrom('`name` and `position` of who has not come yet', (tape) => {
			const list = seats(tape);
			return all(
				every(
					list,
					'seats',
					({ created_at: at }) => typeof at === 'string',
					() => 'a seat has no date',
				),
				every(
					list.flatMap(({ status }) => (typeof status === 'string' ? [status] : [])),
					'seat with a status',
					(status) => STATUSES.includes(status),
					(status) => `a seat is ${status}`,
				),
				every(
					list.filter(({ status }) => status === 'active'),
					'active seat',
					(seat) => ['email', 'name', 'position'].every((key) => key in seat),
					() => 'an active seat has no email, name or position',
				),
				check(
					!list.some(({ status, email }) => status === 'inactive' && Boolean(email)),
					'an inactive seat has an email',
				),
			);
		}),
	'Without a `limit`, these lists come whole.': (tape) => {
		const { length } = seats(tape);
		if (!isPaged(tape)) leaveOpen('the list is not read by offset');
		const more = needed(seatsIn, permitted(tape, 'team seats after the last')).length;
		if (more > 0) return `${length} seats, and more after them`;
		return length > 100 || leaveOpen(`the team has ${length} seats only`);
	},
	'These lists and the list of groups take `limit` and `offset`, which the reference does not name.':
		apartFrom('users', (tape) =>
			all(
				isPartOf(
					seats(tape),
					identifiedIn(permitted(tape, 'team seats, second')),
					1,
					'the second seat',
				),
				isPartOf(
					needed(identifiedIn, permitted(tape, 'team groups')),
					identifiedIn(permitted(tape, 'team groups, second')),
					1,
					'the second group',
				),
			),
		),
	'An invitation makes a new seat, also while one is empty. Inactive seats are no users.':
		apartFrom('invitations', (tape) => {
			const empty = seats(tape).filter(({ status }) => status === 'inactive');
			const ids = users(tape).map(({ id }) => id);
			return every(
				empty,
				'inactive seat',
				({ id }) => !ids.includes(id),
				() => 'an inactive seat is among the users',
			);
		}),
	'The ID of a user is that of the seat.': (tape) => {
		const ids = seats(tape).map(({ id }) => id);
		return every(
			users(tape),
			'user of the team',
			({ id }) => ids.includes(id),
			() => 'a user has an ID that no seat has',
		);
	},
	'A token stands under the name `token`. The nodes do not rely on it.': (tape) =>
		every(
			['team users', 'team seats'].flatMap((name) => namesOfTokens(permitted(tape, name).body)),
			'token in an answer about the team',
			(name) => name === 'token',
			(name) => `it is called ${name}`,
		),
});

const isPaged = (tape: Tape): boolean =>
	isPartOf(
		seats(tape),
		needed(identifiedIn, permitted(tape, 'team seats, second')),
		1,
		'the second seat',
	) === true;

/** Groups (docs/service.md#team-groups). */
export const teamGroups = topic('team-groups', {
	'`GET /v3/team/groups.json` lists the groups, `GET /v3/team/groups/{id}.json` answers one: `name`, `managers`, `members`.':
		(tape) => {
			const list = permitted(tape, 'team groups');
			if (Array.isArray(list.body) && list.body.length === 0) leaveOpen('the team has no group');
			const group = z.object({
				name: z.string(),
				managers: z.array(z.unknown()),
				members: z.array(z.unknown()),
			});
			return all(hasShape(list, z.array(group)), hasShape(permitted(tape, 'team group'), group));
		},
	'A group has an ID and a date too, and its lists hold seats.': (tape) => {
		const answer = permitted(tape, 'team groups');
		const lists = z.object({ managers: z.array(z.unknown()), members: z.array(z.unknown()) });
		const groups = z.array(lists).safeParse(answer.body).data ?? [];
		if (groups.every(({ managers, members }) => managers.length + members.length === 0)) {
			leaveOpen('no group has anybody in it');
		}
		const seat = z.object({ id: z.string(), status: z.string(), role: z.string() });
		const group = { id: z.string(), created_at: z.string() };
		return hasShape(
			answer,
			z.array(z.object({ ...group, managers: z.array(seat), members: z.array(seat) })),
		);
	},
});
