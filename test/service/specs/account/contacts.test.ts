import { rigForEach } from '../support/rig';
import { answer, refusal } from '../support/wire';
import { ADA, BEN } from '../../../people';

const rig = rigForEach();

const PATH = '/v3/contacts.json';

const create = async (contact: object) =>
	(await rig.http.post<{ id: string }>(PATH, new URLSearchParams({ ...contact }))).data;
const list = async (query = '') => (await rig.http.get<unknown[]>(PATH + query)).data;

describe('contacts', () => {
	test('a contact can be created, read, listed, changed and deleted', async () => {
		const ada = await create(ADA);
		expect(ada).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.stringMatching(/\+0000$/),
			...ADA,
		});
		const path = `/v3/contacts/${ada.id}.json`;
		expect(answer(await rig.http.get(path))).toEqual({ status: 200, data: ada });
		const ben = await create(BEN);
		expect(await list()).toEqual([ben, ada]);
		expect(await list('?limit=1&offset=1')).toEqual([ada]);

		const changed = { ...ada, name: 'Ada King' };
		const changes = new URLSearchParams({ name: 'Ada King' });
		expect(answer(await rig.http.patch(path, changes))).toEqual({ status: 200, data: changed });
		expect((await rig.http.patch(path)).data).toEqual(changed);

		expect((await rig.http.delete(path)).status).toBe(204);
		expect((await rig.http.get(path)).status).toBe(404);
		expect((await rig.http.patch(path)).status).toBe(404);
		expect((await rig.http.delete(path)).status).toBe(404);
		expect(await list()).toEqual([ben]);
	});

	test.each([
		["ada.o'hara+x@mail.example.com", 201],
		['a&b%c/{d}@example.com', 201],
		['ada@münchen.example', 400],
		['ada..o@example.com', 400],
		['.ada@example.com', 400],
		['"ada o"@example.com', 400],
		['ada@example', 400],
	])('a contact with the address %s answers %d', async (email, status) => {
		const contact = new URLSearchParams({ email, name: ADA.name });
		expect((await rig.http.post(PATH, contact)).status).toBe(status);
	});

	test('contacts are found by their whole address or name', async () => {
		const ada = await create(ADA);
		await create(BEN);
		expect(await list('?email=ada@example.com')).toEqual([ada]);
		expect(await list('?name=Ada+Lovelace')).toEqual([ada]);
		expect(await list('?name=Ada+Lovelace&email=ben@example.com')).toEqual([]);
		expect(await list('?email=ada')).toEqual([]);
		expect(await list('?name=Ada')).toEqual([]);
	});

	test('a contact without a name has an empty one', async () => {
		expect(await create({ email: ADA.email })).toMatchObject({ name: '' });
	});

	test('several contacts may have the same address', async () => {
		expect((await create(ADA)).id).not.toBe((await create(ADA)).id);
		expect(await list()).toHaveLength(2);
	});

	test.each([
		[{ name: ADA.name }, 'Invalid email'],
		[{ email: 'ada', name: ADA.name }, 'Invalid email'],
		[{ ...ADA, phone: '34600000000' }, 'Unknown parameter phone'],
	])('creating a contact with %j answers 400 "%s"', async (body, message) => {
		const response = await rig.http.post(PATH, body);
		expect(answer(response)).toMatchObject(refusal(message));
	});

	test.each(['limit=101', 'limit=0', 'offset=-1', 'phone=1'])(
		'listing contacts by %s answers 400',
		async (query) => {
			expect((await rig.http.get(`${PATH}?${query}`)).status).toBe(400);
		},
	);
});
