import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { ADA, CHARLES } from '../../people';
import { loadOptionsContext, runNode } from '../engine/engine';
import { byId, createParameters } from '../engine/fixtures';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';
import { chosenOnService, creating } from './chosen';

const { local, run, bodies, item } = chosenOnService();
const server = scriptedServer();

/** Creates a contact, and returns its ID. */
async function contactOf(email: string, name: string): Promise<string> {
	const { items } = await runNode({
		parameters: { resource: 'contact', operation: 'createContact', email, name },
		credential: local.credential,
	});
	await local.control.clearRequests();
	return String(items[0]?.json.id);
}

/** A row of the panel with a contact. */
const withContact = (contactId: NodeParameterValueType, more: INodeParameters = {}) =>
	({ contactId, ...more }) as INodeParameters;

const rows = (...recipient: INodeParameters[]) => ({ recipients: { recipient } });

const { 'Certified SMS: Create': _sms, ...toContacts } = creating;

describe.each(Object.entries(toContacts))('a recipient of %s', (_, parameters) => {
	it('can be a contact from the list, beside one who is entered', async () => {
		const id = await contactOf('grace@example.com', 'Grace Hopper');
		const { results } = await listSearch.searchContacts.call(
			loadOptionsContext({}, local.credential),
		);
		const chosen = results.find(({ value }) => value === id)?.value ?? '';
		const contactId = { __rl: true as const, mode: 'list', value: String(chosen) };
		const { error } = await run(parameters(rows(CHARLES, withContact(contactId))));
		expect(error).toBeUndefined();
		const recipients = [CHARLES, { email: 'grace@example.com', name: 'Grace Hopper' }];
		expect(await bodies()).toMatchObject([{ recipients }]);
	});

	it.each<[string, (id: string) => NodeParameterValueType]>([
		['an expression in the field', () => byId('={{ $json.contact }}')],
		['an expression in the place of the field', () => '={{ $json.contact }}'],
		['text', (id) => id],
	])('can be a contact by %s', async (_, contactId) => {
		const contact = await contactOf('grace@example.com', 'Grace Hopper');
		const { error } = await run(parameters(rows(withContact(contactId(contact)))), { contact });
		expect(error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ recipients: [{ email: 'grace@example.com' }] }]);
	});

	it.each([
		['is gone', byId('c-1'), 'There is no contact "c-1" in this account'],
		['is not chosen', byId('={{ $json.contact }}'), 'Contact is empty'],
		['is no ID', byId('={{ $json.row }}'), 'Contact {} must be the ID of one'],
	])('whose contact %s is named, and nothing is sent', async (_, contactId, words) => {
		const { error } = await run(parameters(rows(CHARLES, withContact(contactId))), { row: {} });
		expect(error?.message).toBe(`Recipient 2: ${words}`);
		expect(error?.description).toMatch(/^Nothing was sent to Signaturit\. /);
		expect(error?.description).toMatch(/or remove Contact and enter Email and Name$/);
		expect(await bodies()).toEqual([]);
	});
});

describe('contacts as recipients', () => {
	it('keep what else is entered for the recipient', async () => {
		const contactId = byId(await contactOf('grace@example.com', 'Grace Hopper'));
		const row = withContact(contactId, { phone: '+34 600 000 000', type: 'validator' });
		expect((await run(createParameters(rows(row)))).error).toBeUndefined();
		expect(await bodies()).toMatchObject([
			{
				recipients: [
					{
						email: 'grace@example.com',
						name: 'Grace Hopper',
						phone: '34600000000',
						type: 'validator',
					},
				],
			},
		]);
	});

	it.each([{ email: CHARLES.email }, { name: CHARLES.name }, CHARLES])(
		'hide another person, who is sent nothing: %j',
		async (person) => {
			const contactId = byId(await contactOf('grace@example.com', 'Grace Hopper'));
			const { error } = await run(createParameters(rows({ ...person, ...withContact(contactId) })));
			expect(error).toBeUndefined();
			const recipients = [{ email: 'grace@example.com', name: 'Grace Hopper' }];
			expect(await bodies()).toMatchObject([{ recipients }]);
		},
	);

	it('that are gone are named with all other faults', async () => {
		const row = { ...CHARLES, email: 'charles' };
		const gone = withContact(byId('c-1'));
		const { error } = await run(
			createParameters({ ...rows(row, gone), options: { replyTo: 'me' } }),
		);
		expect(error?.description?.split('\n')).toEqual([
			'• Recipient 1: Email "charles" is not an email address',
			'• Recipient 2: There is no contact "c-1" in this account. It was deleted, or belongs to another account or environment. Choose another one, or remove Contact and enter Email and Name',
			'• Reply To "me" is not an email address',
		]);
	});

	it('are read once for all items', async () => {
		const id = await contactOf('grace@example.com', 'Grace Hopper');
		const items = [await item({ n: 1 }), await item({ n: 2 })];
		const parameters = createParameters(rows(withContact(byId(id)), withContact(byId(id))));
		const { error } = await runNode({ parameters, credential: local.credential, items });
		expect(error).toBeUndefined();
		const requests = await local.control.requests();
		expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET /v3/contacts/${id}.json`,
			'POST /v3/signatures.json',
			'POST /v3/signatures.json',
		]);
	});

	it('are read anew with another credential', async () => {
		const person = (name: string) => answer(200, JSON.stringify({ id: 'c-1', ...CHARLES, name }));
		const refusal = answer(400, '{"message":"No"}');
		server.answers = [person('Grace'), refusal, person('Charles'), refusal];
		const items = await Promise.all(['one', 'two'].map(async (token) => await item({ token })));
		await runNode({
			parameters: createParameters(rows(withContact(byId('c-1')))),
			credential: { ...server.credential, accessToken: '={{ $json.token }}' },
			items,
			onError: 'continueRegularOutput',
		});
		expect(server.received.map(({ method, headers }) => [method, headers.authorization])).toEqual([
			['GET', 'Bearer one'],
			['POST', 'Bearer one'],
			['GET', 'Bearer two'],
			['POST', 'Bearer two'],
		]);
	});

	it.each([
		['another contact', 200, { id: 'c-2', ...CHARLES }],
		['a failure', 500, {}],
	])('are not sent anything when the service answers with %s', async (_, status, body) => {
		server.answers = [answer(status, JSON.stringify(body))];
		const { error } = await runNode({
			parameters: createParameters(rows(withContact(byId('c-1')))),
			credential: server.credential,
			items: [await item()],
		});
		expect(error?.message).toMatch(/^The contact "c-1" could not be read, so nothing was sent: /);
		expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	it.each([
		['gone', 404, 'Recipient 1: There is no contact "c-1" in this account'],
		['not to be read', 500, 'The contact "c-1" could not be read, so nothing was sent: '],
	])(
		'that are %s later leave it unknown what an earlier try has sent',
		async (_, status, words) => {
			const contact = JSON.stringify({ id: 'c-1', ...CHARLES });
			let reads = 0;
			server.answers = [
				(request, response) => {
					const isContact = request.url?.includes('/contacts/');
					const found = isContact ? answer(reads++ ? status : 200, contact) : answer(200, '[]');
					(request.method === 'POST' ? reset : found)(request, response);
				},
			];
			const { error } = await runNode({
				parameters: createParameters(rows(withContact(byId('c-1')))),
				credential: server.credential,
				items: [await item()],
				retryOnFail: true,
			});
			expect(error?.message).toMatch(
				/^An earlier try was not answered, so it may have been carried out\. /,
			);
			expect(error?.message).toContain(`This one has failed: ${words}`);
			expect(error?.context).toMatchObject({ verdict: 'unknown', itemIndex: 0 });
			expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
		},
	);

	it('need an email address, as other recipients do', async () => {
		server.answers = [answer(200, JSON.stringify({ id: 'c-1', email: '', name: ADA.name }))];
		const { error } = await runNode({
			parameters: createParameters(rows(withContact(byId('c-1')))),
			credential: server.credential,
			items: [await item()],
		});
		expect(error?.message).toBe('Recipient 1: Email is empty');
		expect(server.received).toHaveLength(1);
	});

	it('that have changed since make another request of the same Reference', async () => {
		const id = await contactOf('grace@example.com', 'Grace Hopper');
		const parameters = createParameters({
			...rows(withContact(byId(id))),
			options: { reference: 'contract-of-grace' },
		});
		expect((await run(parameters)).error).toBeUndefined();
		expect((await run(parameters)).items[0]?.json).toMatchObject({ reused: true });
		await runNode({
			parameters: {
				resource: 'contact',
				operation: 'updateContact',
				contactId: byId(id),
				email: 'hopper@example.com',
			},
			credential: local.credential,
		});
		const { error } = await run(parameters);
		expect(error?.message).toContain('exists already, and it is not the same');
		expect(error?.description).toContain('Grace Hopper <hopper@example.com> in this item');
		expect(await bodies()).toHaveLength(1);
	});
});
