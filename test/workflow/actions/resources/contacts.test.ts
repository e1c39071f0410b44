import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../../../nodes/Signaturit/methods/listSearch';
import { ADA } from '../../../people';
import { loadOptionsContext, runNode } from '../../engine/engine';
import { byId } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { answer, reset, scriptedServer } from '../../engine/scriptedServer';

const local = localService();
const server = scriptedServer();

const run = async (
	operation: string,
	parameters: INodeParameters,
	{ credential }: Pick<typeof server, 'credential'> = local,
) => await runNode({ parameters: { resource: 'contact', operation, ...parameters }, credential });

async function create(email: string, name: string): Promise<IDataObject> {
	const { items } = await run('createContact', { email, name });
	return items[0]?.json ?? {};
}

const about = ({ id }: IDataObject) => ({ contactId: byId(String(id)) });
const read = async (contact: IDataObject) => await run('getContact', about(contact));

describe('contacts', () => {
	it('Create gives out the contact', async () => {
		expect(await create(` ${ADA.email} `, ADA.name)).toEqual({
			id: expect.any(String),
			created_at: expect.any(String),
			...ADA,
		});
	});

	it('Create needs no name', async () => {
		const { items } = await run('createContact', { email: ADA.email, name: '' });
		expect(items[0]?.json).toMatchObject({ email: ADA.email });
		const [request] = await local.control.requests();
		expect(request?.body).toEqual({ email: ADA.email });
	});

	it.each([
		['createContact', { email: 'ada' }, 'Email "ada" is not an email address'],
		['updateContact', { email: '', name: ' ' }, 'Email and Name are both empty'],
		['updateContact', { email: 'ada', name: ADA.name }, 'Email "ada" is not an email address'],
		['getManyContacts', { filters: { name: null, email: '' } }, ', and 1 more to correct'],
	])('%s with %j is refused before anything is sent', async (operation, entered, words) => {
		const { error } = await run(operation, { contactId: byId('c1'), ...entered });
		expect(error?.message).toContain(words);
		expect(await local.control.requests()).toEqual([]);
	});

	it('Get Many returns all of them, or those with an address and a name', async () => {
		const ids = await local.control.seed({ kind: 'contacts', count: 230 });
		const all = await run('getManyContacts', { returnAll: true });
		expect(all.items.map(({ json }) => json.id)).toEqual(expect.arrayContaining(ids));
		expect(all.hints).toEqual([]);
		const filters = { email: 'contact7@example.com', name: 'Contact 7' };
		const some = await run('getManyContacts', { filters });
		expect(some.items.map(({ json }) => json)).toMatchObject([filters]);
	});

	it.each([
		['the address', { email: 'lovelace@example.com' }],
		['the name', { name: 'Ada King' }],
	])('Update changes %s and leaves the rest', async (_, changes) => {
		const before = await create(ADA.email, ADA.name);
		const { items } = await run('updateContact', { ...about(before), ...changes });
		expect(items[0]?.json).toEqual({ ...before, ...changes });
		expect((await read(before)).items[0]?.json).toEqual({ ...before, ...changes });
	});

	it('Delete deletes one', async () => {
		const contact = await create(ADA.email, ADA.name);
		const { items } = await run('deleteContact', about(contact));
		expect(items).toMatchObject([{ json: { id: contact.id, deleted: true } }]);
		const { error } = await read(contact);
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.description).toContain(`The ID was "${String(contact.id)}".`);
	});

	it('are chosen from a list by their name and their address', async () => {
		const { id } = await create('grace@example.com', 'Grace Hopper');
		const context = loadOptionsContext({}, local.credential);
		for (const text of ['hopper', 'GRACE@']) {
			const { results } = await listSearch.searchContacts.call(context, text);
			expect(results).toEqual([{ name: 'Grace Hopper – grace@example.com', value: id }]);
		}
	});
});

describe('a contact', () => {
	const given = { contactId: byId('c1'), ...ADA };

	it.each(['', '{}', '{"id":"c1"}', '{"message":"Done"}'])(
		'Delete is done with any answer that tells of no error: %s',
		async (body) => {
			server.answers = [answer(200, body)];
			const { items } = await run('deleteContact', given, server);
			expect(items).toMatchObject([{ json: { id: 'c1', deleted: true } }]);
		},
	);

	it.each([
		['createContact', 'created', 'or there may be two'],
		['updateContact', 'changed', 'Look at the contact'],
		['deleteContact', 'deleted', 'Look into the list of contacts'],
	])(
		'%s says what to do when it is unknown whether it was done',
		async (operation, deed, words) => {
			server.answers = [reset];
			const { error } = await run(operation, given, server);
			expect(error?.message).toContain(`It is unknown whether the contact was ${deed}.`);
			expect(error?.message).toContain(words);
			expect(server.received).toHaveLength(1);
		},
	);

	it.each(['', '{}', '{"id":"c2"}'])(
		'is not taken for changed after the answer %s',
		async (body) => {
			server.answers = [answer(200, body)];
			const { error } = await run('updateContact', given, server);
			expect(error?.context?.verdict).toBe('unknown');
		},
	);

	it('is shown in the list by what it has', async () => {
		const contacts = [
			{ id: 'c1', name: null, email: ADA.email },
			{ id: 'c2', email: 7 },
		];
		server.answers = [answer(200, JSON.stringify(contacts))];
		const { results } = await listSearch.searchContacts.call(
			loadOptionsContext({}, server.credential),
		);
		expect(results).toEqual([
			{ name: ADA.email, value: 'c1' },
			{ name: 'c2', value: 'c2' },
		]);
	});
});
