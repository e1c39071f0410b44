import { inspect } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { ADA, BEN } from '../../people';
import { loadOptionsContext, runNode } from '../engine/engine';
import { byId } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { declared, idParameters } from './declared';

const IDS = { userId: 'u1', seatId: 's1', groupId: 'g1' };
const operations = declared.filter(({ name }) => name.startsWith('team:'));

const parametersOf = ({ name, endpoint, form }: (typeof operations)[number]): INodeParameters => ({
	resource: 'team',
	operation: name.replace('team:', ''),
	...idParameters(endpoint, IDS),
	...form,
});

/** All spellings of a name that may hold a token, at several depths. */
const SECRET = 'secret-5f0e';
const NAMES = ['access_token', 'token', 'accessToken', 'Access-Token', 'REFRESH_TOKEN', 'api_key'];
const planted = (more: object = {}) => ({
	id: 'u1',
	name: ADA.name,
	...more,
	...Object.fromEntries(NAMES.map((name) => [name, SECRET])),
	tokens: [SECRET, { value: SECRET }],
	managers: [{ id: 'm1', user: { oauth_tokens: { deep: [SECRET] }, email: 'm@example.com' } }],
});

describe('the tokens in the answers of the team', () => {
	const server = scriptedServer();
	const run = async (parameters: INodeParameters) =>
		await runNode({ parameters, credential: server.credential });

	it.each(operations)(
		'$name shows no token of its answer, whatever its name',
		async (operation) => {
			const isList = operation.reads && operation.ids.length === 0;
			const body = isList ? [planted(), planted()] : planted();
			server.answers = [answer(200, JSON.stringify(body))];
			const result = await run(parametersOf(operation));
			expect(result.error).toBeUndefined();
			expect(result.items.length).toBe(isList ? 2 : 1);
			expect(inspect(result, { depth: Infinity })).not.toContain(SECRET);
			if (operation.reads) {
				expect(result.items[0]?.json).toEqual({
					id: 'u1',
					name: ADA.name,
					managers: [{ id: 'm1', user: { email: 'm@example.com' } }],
				});
			}
		},
	);

	it.each(
		operations.flatMap((operation) => [200, 400, 500].map((status) => ({ ...operation, status }))),
	)('$name shows no token of an error with status $status', async ({ status, ...operation }) => {
		const error = { error_details: planted(), errors: [planted()], message: 'Not so' };
		const body = planted({ status_code: status === 200 ? 400 : status, ...error });
		server.answers = [answer(status, JSON.stringify(body))];
		const result = await run(parametersOf(operation));
		expect(inspect(result, { depth: Infinity })).not.toContain(SECRET);
		expect(`${result.error?.message}\n${result.error?.description}`).toContain('Not so');
		expect(`${result.error?.description}`).toContain('m@example.com');
	});

	it.each([listSearch.searchTeamUsers, listSearch.searchTeamSeats, listSearch.searchTeamGroups])(
		'are in no list of the panel (%#)',
		async (search) => {
			server.answers = [answer(200, JSON.stringify([planted()]))];
			const found = await search.call(loadOptionsContext({}, server.credential));
			expect(found.results).toHaveLength(1);
			expect(JSON.stringify(found)).not.toContain(SECRET);
		},
	);

	it('stay out when the answer is no list, and its text is shown nowhere', async () => {
		for (const body of [`access_token=${SECRET}`, `<p>${SECRET}</p>`]) {
			server.answers = [answer(200, body), answer(403, body)];
			for (let call = 0; call < 2; call++) {
				const result = await run({ resource: 'team', operation: 'getManyUsers' });
				expect(result.error).toBeDefined();
				expect(inspect(result, { depth: Infinity })).not.toContain(SECRET);
			}
		}
	});
});

describe('the team', () => {
	const local = localService();
	const run = async (operation: string, parameters: INodeParameters = {}) => {
		const { items, error } = await runNode({
			parameters: { resource: 'team', operation, ...parameters },
			credential: local.credential,
		});
		if (error) throw error;
		return items.map(({ json }) => json);
	};
	const invite = async (email = ADA.email): Promise<IDataObject> =>
		(await run('inviteUser', { email, role: 'admin' }))[0] ?? {};

	it('invites a person by email', async () => {
		expect(await invite()).toMatchObject({ role: 'admin', status: 'pending' });
		expect(await local.control.outbox()).toMatchObject([{ to: ADA.email }]);
	});

	it('refuses an address that is none before anything is sent', async () => {
		await expect(invite('ada')).rejects.toMatchObject({
			message: 'Email "ada" is not an email address',
		});
		expect(await local.control.requests()).toEqual([]);
	});

	it('lists the whole team', async () => {
		const { id } = await invite(BEN.email);
		for (const operation of ['getManyUsers', 'getManySeats']) {
			const listed = await run(operation);
			expect(listed.map((seat) => seat.id)).toContain(id);
			expect(listed).toContainEqual(expect.objectContaining({ email: 'owner@example.com' }));
		}
	});

	it('says which user has left, and which seat is gone', async () => {
		const { id = '' } = await invite();
		const userId = byId(String(id));
		expect(await run('removeUser', { userId })).toEqual([{ userId: id, removed: true }]);
		expect(await run('getUser', { userId })).toMatchObject([{ id, status: 'inactive' }]);
		expect(await run('removeSeat', { seatId: userId })).toEqual([{ seatId: id, removed: true }]);
		await expect(run('getUser', { userId })).rejects.toMatchObject({ httpCode: '404' });
	});

	it('keeps managers and members of a group apart', async () => {
		const { id = '' } = await invite();
		const [group = {}] = await run('createGroup', { name: 'Founders' });
		const both = { groupId: byId(String(group.id)), userId: byId(String(id)) };
		expect(await run('addManager', both)).toMatchObject([{ managers: [{ id }], members: [] }]);
		expect(await run('addMember', both)).toMatchObject([{ managers: [{ id }], members: [{ id }] }]);
		const removed = [{ groupId: group.id, userId: id, removed: true }];
		expect(await run('removeManager', both)).toEqual(removed);
		expect(await run('getGroup', both)).toMatchObject([{ managers: [], members: [{ id }] }]);
		expect(await run('removeMember', both)).toEqual(removed);
		expect(await run('deleteGroup', both)).toEqual([{ groupId: group.id, deleted: true }]);
	});

	it('is found in the panel by name, address, role and status', async () => {
		const context = () => loadOptionsContext({}, local.credential);
		const { results } = await listSearch.searchTeamUsers.call(context(), 'owner');
		expect(results).toEqual([
			{ name: 'Account Owner – owner@example.com – admin – active', value: expect.any(String) },
		]);
		await run('createGroup', { name: 'Searched' });
		expect((await listSearch.searchTeamGroups.call(context(), 'searched')).results).toMatchObject([
			{ name: 'Searched' },
		]);
	});
});
