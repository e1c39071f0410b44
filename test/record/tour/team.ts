// The recorder's reading of the team: its users, seats and groups.

import { identifiedIn, ifAny, seatsIn } from '../wire';
import { get, type Asking } from './account';

const USERS = '/v3/team/users.json';
const SEATS = '/v3/team/seats.json';
const GROUPS = '/v3/team/groups.json';

/** Reads the team. Its answers carry the users' tokens, which `Recorder.ask` masks. */
export async function readTeam({ ask }: Asking): Promise<void> {
	const users = await ask('team users', get(USERS));
	const seats = await ask('team seats', get(SEATS));
	await ask('team seats, second', get(SEATS, { limit: 1, offset: 1 }));
	const found = ifAny(() => seatsIn(seats)) ?? [];
	await ask('team seats after the last', get(SEATS, { limit: 100, offset: found.length }));
	const [user] = ifAny(() => seatsIn(users)) ?? [];
	if (user) await ask('team user', get(`/v3/team/users/${user.id}.json`));

	const groups = await ask('team groups', get(GROUPS));
	await ask('team groups, second', get(GROUPS, { limit: 1, offset: 1 }));
	const [group] = ifAny(() => identifiedIn(groups)) ?? [];
	if (group) await ask('team group', get(`/v3/team/groups/${group.id}.json`));
}
