// The rows of operations that change the team, and the seats and groups that these need.

import { declared, idParameters } from '../../workflow/actions/declared';
import type { Truth } from '../rig/truth';
import { placeOf, type Subject, type WriteRow } from './row';
import { addressOf, bodiesAbout, callsOf, keys, messagesTo } from './subjects';

async function newSeat(truth: Truth): Promise<string> {
	const body = new FormData();
	const [key = ''] = keys(1);
	body.append('email', addressOf(key));
	body.append('role', 'member');
	return (await truth.post('/v3/team/users.json', body)).id;
}

async function newGroup(truth: Truth): Promise<string> {
	const body = new FormData();
	body.append('name', 'Founders');
	return (await truth.post('/v3/team/groups.json', body)).id;
}

/** Puts a seat into both lists of a group. */
async function join(truth: Truth, groupId: string, seatId: string): Promise<void> {
	for (const list of ['managers', 'members']) {
		await truth.post(`/v3/team/groups/${groupId}/${list}/${seatId}.json`, new FormData());
	}
}

/** A seat and a group, by the names of the fields for their ids. */
async function seatAndGroup(truth: Truth) {
	const [seatId, groupId] = [await newSeat(truth), await newGroup(truth)];
	return { userId: seatId, seatId, groupId };
}

/** A seat, and a group that it is a manager and a member of. */
export async function teamIds(truth: Truth) {
	const ids = await seatAndGroup(truth);
	await join(truth, ids.groupId, ids.seatId);
	return ids;
}

/** An answer of the team as the node must show it: without the tokens. */
export function withoutTeamTokens(answer: unknown, { service }: Truth): unknown {
	const isToken = (value: unknown) => value === service.token;
	return JSON.parse(
		JSON.stringify(answer, (_, value: unknown) => (isToken(value) ? undefined : value)),
	) as unknown;
}

const isCreation = (name: string) => ['team:inviteUser', 'team:createGroup'].includes(name);

/** Every operation that changes the team. */
export const teamWrites = declared
	.filter(({ name, reads }) => name.startsWith('team:') && !reads)
	.map(({ name, endpoint, form, ids }): WriteRow => {
		const [resource = '', operation = ''] = name.split(':');
		const place = placeOf(endpoint);
		const deletes = place.method === 'DELETE';
		const subject = async (truth: Truth, key: string): Promise<Subject> => {
			if (isCreation(name)) {
				const named = 'email' in form ? { email: addressOf(key) } : { name: key };
				return { key, parameters: { resource, operation, ...form, ...named } };
			}
			const about = await (deletes ? teamIds : seatAndGroup)(truth);
			const affected = ids.includes('groupId') ? about.groupId : about.seatId;
			const parameters = { ...idParameters(endpoint, about), ...form };
			return { key: affected, parameters: { resource, operation, ...parameters } };
		};
		return {
			operation: name,
			place,
			...(deletes && {
				passesFor: ['empty', 'empty object', 'empty list', 'other JSON', 'another id'],
			}),
			...(/User|Role/.test(operation) && !deletes && { convincing: ['another id'] }),
			subjects: async (truth, count) =>
				await Promise.all(keys(count).map(async (key) => await subject(truth, key))),
			timesDone: (evidence, each) => {
				if (!isCreation(name)) return [callsOf(evidence, each, place)];
				return 'email' in form
					? [messagesTo(evidence, addressOf(each.key))]
					: [bodiesAbout(evidence, each).length];
			},
		};
	});
