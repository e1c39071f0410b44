import { z } from 'zod';
import { accountEndpoints } from './accountEndpoints';
import { groupSchema } from './accountShapes';
import { noError, withId, withShape, type Expected } from './expected';
import type { Write } from './writes';

/** What changes the team. What was deleted answers nothing for sure, so anything without an error proves it done. */
function teamWrite(
	method: Write['method'],
	path: Write['path'],
	deed: string,
	done: Expected = noError,
	repeat: Write['repeat'] = 'freely',
): Write {
	const advice = 'Look at the team before you run this again.';
	return { method, path, done, deed, advice, repeat };
}

const { team } = accountEndpoints;
const seat = withId('the seat');
const group = withShape('the group', groupSchema);

/** What the nodes can change in the account, and how each is known to be done. */
export const accountWrites = {
	/** The form of its answer is not documented (docs/service.md#photo-id). */
	validatePhotoId: (): Write => ({
		method: 'POST',
		path: accountEndpoints.photoId.validate,
		done: withShape('an object', z.record(z.unknown())),
		deed: 'the identity document was validated',
		advice: 'Run this again only if it may be validated twice.',
		repeat: 'once',
	}),
	inviteUser: () => teamWrite('POST', team.users, 'the user was invited', seat, 'once'),
	changeRole: (id: string) => teamWrite('PATCH', team.user(id), 'the role was changed', seat),
	removeUser: (id: string) => teamWrite('DELETE', team.user(id), 'the user was removed'),
	removeSeat: (id: string) => teamWrite('DELETE', team.seat(id), 'the seat was removed'),
	createGroup: () => teamWrite('POST', team.groups, 'the group was created', group, 'once'),
	renameGroup: (id: string) => teamWrite('PATCH', team.group(id), 'the group was renamed', group),
	deleteGroup: (id: string) => teamWrite('DELETE', team.group(id), 'the group was deleted'),
	addTo: (list: 'managers' | 'members') => (id: string, seatId: string) =>
		teamWrite('POST', team.groupSeat(id, list, seatId), 'the user was added', group),
	removeFrom: (list: 'managers' | 'members') => (id: string, seatId: string) =>
		teamWrite('DELETE', team.groupSeat(id, list, seatId), 'the user was removed'),
} as const;
