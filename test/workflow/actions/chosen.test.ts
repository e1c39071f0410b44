import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { ADA, CHARLES } from '../../people';
import { loadOptionsContext, runNode, type NodeRun } from '../engine/engine';
import { byId, createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';
import { createEmail, createSms } from './certified/parameters';

/** What creates something, with these changes of its parameters. */
const creating = {
	'Signature Request: Create': createParameters,
	'Signature Request: Send and Wait for Signature': (changes: INodeParameters) =>
		createParameters({ operation: 'sendAndWait', ...changes }),
	'Certified Email: Create': createEmail,
	'Certified SMS: Create': createSms,
};
const { 'Certified SMS: Create': _sms, ...toContacts } = creating;

const local = localService();
const server = scriptedServer();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A contract');
});

const item = async (json = {}) => await itemWithPdf('contract.pdf', pdf, json);
const run = async (parameters: INodeParameters, json = {}) =>
	await runNode({ parameters, credential: local.credential, items: [await item(json)] });

/** The bodies of the POST requests that the service has received. */
const bodies = async () =>
	(await local.control.requests())
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => body);

/** The value of a locator when the entry with this ID was chosen from its list. */
async function chosenFrom(search: 'searchBrandings' | 'searchContacts', id: string) {
	const { results } = await listSearch[search].call(loadOptionsContext({}, local.credential));
	const value = String(results.find((entry) => entry.value === id)?.value ?? '');
	return { __rl: true as const, mode: 'list', value };
}

describe.each(Object.entries(creating))('the branding of %s', (_, parameters) => {
	it('can be chosen from the list', async () => {
		const [id = ''] = await local.control.seed({ kind: 'brandings', count: 1 });
		const brandingId = await chosenFrom('searchBrandings', id);
		expect((await run(parameters({ options: { brandingId } }))).error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ branding_id: id }]);
	});

	it.each<[string, NodeParameterValueType]>([
		['by its ID', byId('b-1')],
		['by an expression in the field', byId('={{ $json.branding }}')],
		['by an expression in the place of the field', '={{ $json.branding }}'],
		['as text', 'b-1'],
	])('can be given %s', async (_, brandingId) => {
		const { error } = await run(parameters({ options: { brandingId } }), { branding: 'b-1' });
		expect(error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ branding_id: 'b-1' }]);
	});

	it("is the account's own when nothing is chosen", async () => {
		const brandingId = { mode: 'list', value: '' };
		expect((await run(parameters({ options: { brandingId } }))).error).toBeUndefined();
		expect(await bodies()).toEqual([
			expect.not.objectContaining({ branding_id: expect.anything() }),
		]);
	});

	it('is refused when it is no ID, before anything is sent', async () => {
		const brandingId = '={{ $json.branding }}';
		const { error } = await run(parameters({ options: { brandingId } }), { branding: { id: 'b' } });
		expect(error?.message).toBe('Branding {"id":"b"} must be text');
		expect(await bodies()).toEqual([]);
	});
});

const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' };

/** Creates the contact Grace, and returns its ID. */
async function createGrace(): Promise<string> {
	const { items } = await run({ resource: 'contact', operation: 'createContact', ...GRACE });
	await local.control.clearRequests();
	return String(items[0]?.json.contactId);
}

/** A row of the panel with a contact. */
const withContact = (contactId: NodeParameterValueType, more: INodeParameters = {}) =>
	({ contactId, ...more }) as INodeParameters;

const rows = (...recipient: INodeParameters[]) => ({ recipients: { recipient } });

describe.each(Object.entries(toContacts))('a recipient of %s', (_, parameters) => {
	it('can be a contact from the list, beside one who is entered', async () => {
		const id = await createGrace();
		const contactId = await chosenFrom('searchContacts', id);
		const { error } = await run(parameters(rows(CHARLES, withContact(contactId))));
		expect(error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ recipients: [CHARLES, GRACE] }]);
	});

	it.each<[string, (id: string) => NodeParameterValueType]>([
		['an expression in the field', () => byId('={{ $json.contact }}')],
		['an expression in the place of the field', () => '={{ $json.contact }}'],
		['text', (id) => id],
	])('can be a contact by %s', async (_, contactId) => {
		const contact = await createGrace();
		const { error } = await run(parameters(rows(withContact(contactId(contact)))), { contact });
		expect(error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ recipients: [GRACE] }]);
	});

	it.each([
		['is gone', byId('c-1'), 'There is no contact "c-1" in this account'],
		['is not chosen', byId('={{ $json.contact }}'), 'Contact is empty'],
		['is no ID', byId('={{ $json.row }}'), 'Contact {} must be the ID of one'],
	])('whose contact %s is named, and nothing is sent', async (_, contactId, words) => {
		const { error } = await run(parameters(rows(CHARLES, withContact(contactId))), { row: {} });
		expect(error?.message).toBe(`Recipient 2: ${words}`);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(error?.description).toMatch(/or remove Contact and enter Email and Name$/);
		expect(await bodies()).toEqual([]);
	});
});

describe('contacts as recipients', () => {
	/** Sends a request to the contact `c-1` at the scripted server. */
	const runOnServer = async (settings: Partial<NodeRun> = {}) =>
		await runNode({
			parameters: createParameters(rows(withContact(byId('c-1')))),
			credential: server.credential,
			items: [await item()],
			...settings,
		});

	it('keep what else is entered for the recipient', async () => {
		const contactId = byId(await createGrace());
		const row = withContact(contactId, { phone: '+34 600 000 000', type: 'validator' });
		expect((await run(createParameters(rows(row)))).error).toBeUndefined();
		expect(await bodies()).toMatchObject([
			{ recipients: [{ ...GRACE, phone: '34600000000', type: 'validator' }] },
		]);
	});

	it.each([{ email: CHARLES.email }, { name: CHARLES.name }, CHARLES])(
		'hide another person, who is sent nothing: %j',
		async (person) => {
			const contactId = byId(await createGrace());
			const { error } = await run(createParameters(rows({ ...person, ...withContact(contactId) })));
			expect(error).toBeUndefined();
			expect(await bodies()).toMatchObject([{ recipients: [GRACE] }]);
		},
	);

	it('that are gone are named with all other faults', async () => {
		const row = { ...CHARLES, email: 'charles' };
		const gone = withContact(byId('c-1'));
		const { error } = await run(
			createParameters({ ...rows(row, gone), options: { replyTo: 'me' } }),
		);
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Recipient 1: Email "charles" is not an email address',
			'• Recipient 2: There is no contact "c-1" in this account. It was deleted, or belongs to another account or environment. Choose another one, or remove Contact and enter Email and Name',
			'• Reply To "me" is not an email address',
		]);
	});

	it('are read once for all items', async () => {
		const id = await createGrace();
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
		await runOnServer({
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
		const { error } = await runOnServer();
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
			const { error } = await runOnServer({ retryOnFail: true });
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
		const { error } = await runOnServer();
		expect(error?.message).toBe('Recipient 1: Email is empty');
		expect(server.received).toHaveLength(1);
	});

	it('that have changed since make another request of the same Reference', async () => {
		const id = await createGrace();
		const parameters = createParameters({
			...rows(withContact(byId(id))),
			options: { reference: 'contract-of-grace' },
		});
		expect((await run(parameters)).error).toBeUndefined();
		expect((await run(parameters)).items[0]?.json).toMatchObject({ reused: true });
		const email = 'hopper@example.com';
		await run({ resource: 'contact', operation: 'updateContact', contactId: byId(id), email });
		const { error } = await run(parameters);
		expect(error?.message).toContain('exists already, and it is not the same');
		expect(error?.description).toContain('Grace Hopper <hopper@example.com> in this item');
		expect(await bodies()).toHaveLength(1);
	});
});
