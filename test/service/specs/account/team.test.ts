import { ADA } from '../../../people';
import { rigForEach } from '../support/rig';
import { answer, notFound, refusal } from '../support/wire';

const rig = rigForEach();

interface Wire {
	id: string;
	[field: string]: unknown;
}

const send = async (method: string, path: string, body?: Record<string, string>) =>
	answer(
		await rig.http.request({
			method,
			url: `/v3/team/${path}.json`,
			data: body && new URLSearchParams(body),
		}),
	);
const sent = async (...call: Parameters<typeof send>) => (await send(...call)).data as Wire;
const listed = async (path: string) => (await send('GET', path)).data as Wire[];

const invite = async (role = 'member') => await sent('POST', 'users', { email: ADA.email, role });

describe('the team', () => {
	test('a person is invited, changes the role, and leaves an empty seat', async () => {
		const seat = await invite();
		const pending = {
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.stringMatching(/\+0000$/),
			role: 'member',
			status: 'pending',
			email: ADA.email,
		};
		expect(seat).toEqual(pending);
		expect(await rig.control.outbox()).toMatchObject([{ to: ADA.email }]);
		expect((await listed('users')).map(({ id }) => id)).toContain(seat.id);

		const admin = { ...seat, role: 'admin' };
		expect(await sent('PATCH', `users/${seat.id}`, { role: 'admin' })).toEqual(admin);
		expect(await sent('GET', `users/${seat.id}`)).toEqual(admin);

		const { email: _, ...rest } = admin as Wire;
		const inactive = { ...rest, status: 'inactive' };
		expect(await sent('DELETE', `users/${seat.id}`)).toEqual(inactive);
		expect(await listed('seats')).toContainEqual(inactive);
		expect((await listed('users')).map(({ id }) => id)).not.toContain(seat.id);
		expect((await invite()).id).not.toBe(seat.id);

		expect(await sent('DELETE', `seats/${seat.id}`)).toEqual(inactive);
		expect(await send('DELETE', `seats/${seat.id}`)).toEqual(notFound('Seat'));
	});

	test('seats show the tokens of their users, as the real service was seen to do', async () => {
		for (const path of ['users', 'seats']) {
			expect(await listed(path)).toMatchObject([{ token: rig.service.token }]);
		}
	});

	test('a group gets a manager and a member, keeps the empty seat of a user who leaves, and loses both', async () => {
		const [owner] = await listed('users');
		const seat = await invite();
		const group = await sent('POST', 'groups', { name: 'Founders' });
		expect(group).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.stringMatching(/\+0000$/),
			name: 'Founders',
			managers: [],
			members: [],
		});
		expect(await listed('groups')).toEqual([group]);

		const path = `groups/${group.id}`;
		await sent('POST', `${path}/managers/${String(owner?.id)}`);
		await sent('POST', `${path}/members/${seat.id}`);
		const full = { ...group, managers: [owner], members: [seat] };
		expect(await sent('POST', `${path}/members/${seat.id}`)).toEqual(full);
		expect(await sent('GET', path)).toEqual(full);

		expect(await sent('DELETE', `${path}/managers/${String(owner?.id)}`)).toEqual({
			...full,
			managers: [],
		});
		expect(await send('DELETE', `${path}/managers/${seat.id}`)).toEqual(notFound('Seat'));
		const inactive = await sent('DELETE', `users/${seat.id}`);
		const empty = { ...group, members: [inactive] };
		expect(await sent('GET', path)).toEqual(empty);
		expect(await sent('POST', `${path}/members/${seat.id}`)).toEqual(empty);
		await send('DELETE', `seats/${seat.id}`);
		expect(await sent('PATCH', path, { name: 'Board' })).toEqual({ ...group, name: 'Board' });
		expect((await send('DELETE', path)).status).toBe(204);
		expect(await send('GET', path)).toEqual(notFound('Group'));
	});

	test.each([
		['users', { email: ADA.email, role: 'owner' }, 'Invalid role'],
		['users', { email: 'ada', role: 'member' }, 'Invalid email'],
		['users', { email: ADA.email }, 'Invalid role'],
		['groups', { name: ' ' }, 'Invalid name'],
		['groups', { name: 'Founders', size: '2' }, 'Unknown parameter size'],
	])('refuses to add to its %s %j: "%s"', async (path, body, message) => {
		const fields = body as unknown as Record<string, string>;
		expect(await send('POST', path, fields)).toMatchObject(refusal(message));
	});
});
