// Questions about the team, its seats and groups, credits and the enrollment code.

import { z } from 'zod';

import type { Answer } from '../client';
import { namesOfTokens } from '../secrets';
import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	hasShape,
	leaveOpen,
	needed,
	questionsOf,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { identifiedIn, idOf, ifAny, seatsIn } from '../wire';
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

/** Whether a list of the team is read by offset. */
const isPaged = (tape: Tape, what: string): CheckResult =>
	isPartOf(
		needed(identifiedIn, permitted(tape, `team ${what}`)),
		identifiedIn(permitted(tape, `team ${what}, second`)),
		`the second of ${what}`,
	);

const entry = z.object({ type: z.string(), remainingCredits: z.number(), usedCredits: z.number() });

export const account = questionsOf({
	// Tokens of the team (docs/service.md#access-tokens)
	'tokens-in-team-answers': apartFrom('what the nodes do', (tape) => {
		if (users(tape).length === 0) leaveOpen('the team has no users');
		const names = namesOfTokens(permitted(tape, 'team users').body);
		return check(names.length > 0, 'no user has anything with the name of a token');
	}),

	// Users and seats (docs/service.md#team-users-and-seats)
	'team-lists': (tape) =>
		every(
			['team users', 'team seats'].flatMap((name) => seatsIn(permitted(tape, name))),
			'team',
			({ status, role }) => status !== undefined && role !== undefined,
		),
	'team-user-get': (tape) => {
		const [user] = users(tape);
		return check(idOf(permitted(tape, 'team user')) === user?.id, 'another one is answered');
	},
	'team-seat-fields': apartFrom('`name` and `position` of who has not come yet', (tape) => {
		const list = seats(tape);
		return all(
			every(list, 'seats', ({ created_at: at }) => typeof at === 'string'),
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
			),
			check(
				!list.some(({ status, email }) => status === 'inactive' && Boolean(email)),
				'an inactive seat has an email',
			),
		);
	}),
	'team-lists-whole': (tape) => {
		const { length } = seats(tape);
		if (ifAny(() => isPaged(tape, 'seats')) !== true) leaveOpen('the list is not read by offset');
		const more = needed(seatsIn, permitted(tape, 'team seats after the last')).length;
		if (more > 0) return `${length} seats, and more after them`;
		return length > 100 || leaveOpen(`the team has ${length} seats only`);
	},
	'team-lists-paged': apartFrom('users', (tape) =>
		all(isPaged(tape, 'seats'), isPaged(tape, 'groups')),
	),
	'team-invitation-new-seat': apartFrom('invitations', (tape) => {
		const empty = seats(tape).filter(({ status }) => status === 'inactive');
		const ids = users(tape).map(({ id }) => id);
		return every(empty, 'inactive seat', ({ id }) => !ids.includes(id));
	}),
	'team-user-id-is-seat-id': (tape) => {
		const ids = seats(tape).map(({ id }) => id);
		return every(users(tape), 'user of the team', ({ id }) => ids.includes(id));
	},
	'team-token-name': (tape) =>
		every(
			['team users', 'team seats'].flatMap((name) => namesOfTokens(permitted(tape, name).body)),
			'token in an answer about the team',
			(name) => name === 'token',
			(name) => `it is called ${name}`,
		),

	// Groups (docs/service.md#team-groups)
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

	// Credits (docs/service.md#credits)
	'credits-get': (tape) => {
		const answer = tape.answer('credits');
		if (Array.isArray(answer.body) && answer.body.length === 0)
			leaveOpen('the account has no credits');
		return hasShape(answer, z.union([z.array(z.record(z.unknown())), z.record(z.unknown())]));
	},
	'credits-entries': (tape) => {
		const { body } = accepted(tape.answer('credits'));
		if (Array.isArray(body) && body.length === 0) leaveOpen('the account has no credits');
		return typeof body === 'object' && body !== null
			? hasShape(tape.answer('credits'), z.array(entry))
			: leaveOpen('it is no JSON');
	},

	// Devices (docs/service.md#devices). The code itself is on no tape
	'device-enrollment-code': apartFrom('what it is good for', (tape) => {
		const answer = tape.answer('enrollment code');
		if ([404, 405].includes(answer.status)) return described(answer);
		return answer.status < 300 || leaveOpen(`the account may have none: ${described(answer)}`);
	}),
	'device-answers': apartFrom('removals', (tape) =>
		hasShape(
			accepted(tape.answer('enrollment code')),
			z.object({ code: z.union([z.string(), z.number()]) }),
		),
	),
});
