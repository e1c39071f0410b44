import { z } from 'zod';
import { accountEndpoints } from './accountEndpoints';
import { groupSchema } from './accountShapes';
import { noError, withId, withShape, type Expected } from './expected';
import { writes, type Write } from './writes';

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
		teamWrite('POST', team[list](id, seatId), 'the user was added', group),
	removeFrom: (list: 'managers' | 'members') => (id: string, seatId: string) =>
		teamWrite('DELETE', team[list](id, seatId), 'the user was removed'),
} as const;
