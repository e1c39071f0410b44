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
	questionsOf,
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
export const teamTokens = questionsOf({
	'tokens-in-team-answers': apartFrom('what the nodes do', (tape) => {
		if (users(tape).length === 0) leaveOpen('the team has no users');
		const names = namesOfTokens(permitted(tape, 'team users').body);
		return check(names.length > 0, 'no user has anything with the name of a token');
	}),
});

/** Users and seats (docs/service.md#team-users-and-seats). */
export const teamSeats = questionsOf({
	'team-lists': (tape) =>
		every(
			['team users', 'team seats'].flatMap((name) => seatsIn(permitted(tape, name))),
			'team',
			({ status, role }) => status !== undefined && role !== undefined,
			() => 'one has no status or no role',
		),
	'team-user-get': (tape) => {
		const [user] = users(tape);
		return check(idOf(permitted(tape, 'team user')) === user?.id, 'another one is answered');
	},
	'team-seat-fields': apartFrom('`name` and `position` of who has not come yet', (tape) => {
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
	'team-lists-whole': (tape) => {
		const { length } = seats(tape);
		if (!isPaged(tape)) leaveOpen('the list is not read by offset');
		const more = needed(seatsIn, permitted(tape, 'team seats after the last')).length;
		if (more > 0) return `${length} seats, and more after them`;
		return length > 100 || leaveOpen(`the team has ${length} seats only`);
	},
	'team-lists-paged': apartFrom('users', (tape) =>
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
	'team-invitation-new-seat': apartFrom('invitations', (tape) => {
		const empty = seats(tape).filter(({ status }) => status === 'inactive');
		const ids = users(tape).map(({ id }) => id);
		return every(
			empty,
			'inactive seat',
			({ id }) => !ids.includes(id),
			() => 'an inactive seat is among the users',
		);
	}),
	'team-user-id-is-seat-id': (tape) => {
		const ids = seats(tape).map(({ id }) => id);
		return every(
			users(tape),
			'user of the team',
			({ id }) => ids.includes(id),
			() => 'a user has an ID that no seat has',
		);
	},
	'team-token-name': (tape) =>
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
export const teamGroups = questionsOf({
	'group-list-and-get': (tape) => {
		const list = permitted(tape, 'team groups');
		if (Array.isArray(list.body) && list.body.length === 0) leaveOpen('the team has no group');
		const group = z.object({
			name: z.string(),
			managers: z.array(z.unknown()),
			members: z.array(z.unknown()),
		});
		return all(hasShape(list, z.array(group)), hasShape(permitted(tape, 'team group'), group));
	},
	'group-fields': (tape) => {
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
