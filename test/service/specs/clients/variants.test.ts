import { ADA, BEN } from '../../../people';
import { pdfOf } from '../support/pdf';
import { sendRaw } from '../support/rawHttp';
import { rigForEach } from '../support/rig';
import { createSignature, getSignature, notFound } from '../support/wire';
import { json, multipart, pairsOf, STYLES, urlEncoded, type Pair, type Sent } from './libraries';

const rig = rigForEach();

interface Created {
	id: string;
	documents?: { name: string }[];
	certificates?: { email: string }[];
	events?: string[];
}

async function send(method: string, path: string, sent?: Sent) {
	const { status, body } = await sendRaw(rig.service, { method, path, ...sent });
	return { status, data: JSON.parse(body) as unknown };
}

/** @throws Error when it is refused */
async function post(path: string, sent: Sent): Promise<Created> {
	const { status, data } = await send('POST', path, sent);
	if (status >= 300) throw new Error(JSON.stringify(data));
	return data as Created;
}

const file = async () => ({
	name: 'contract.pdf',
	bytes: await pdfOf('Hello'),
	type: 'application/pdf',
});

describe('bodies of official SDKs', () => {
	test.each([
		[
			'PHP writes them',
			multipart(STYLES.guzzle, pairsOf({ recipients: [{ to: [ADA], cc: [BEN] }] })),
		],
		['they are in JSON', json({ recipients: [{ to: [ADA], cc: [BEN] }] })],
	])(
		'recipients and copies of a certified email may be a group in a list, as %s',
		async (_, sent) => {
			const { certificates } = await post('/v3/emails.json', sent);
			expect(certificates?.map(({ email }) => email)).toEqual([ADA.email]);
			await rig.control.settled();
			expect((await rig.control.outbox())[0]?.copies).toEqual({ cc: [BEN.email], bcc: [] });
		},
	);

	test.each(['signatures', 'emails'])(
		'%s are listed by custom data with the name data, as PHP, Node.js and Swift write it',
		async (resource) => {
			const body = { recipients: [ADA], ...(resource === 'signatures' && { templates: ['#NDA'] }) };
			const { id } = await post(`/v3/${resource}.json`, json({ ...body, data: { crm_id: 1 } }));
			await post(`/v3/${resource}.json`, json({ ...body, data: { crm_id: 2 } }));
			const query = 'data%5Bcrm_id%5D=1&limit=100&offset=0';
			const { data } = await send('GET', `/v3/${resource}.json?${query}`);
			expect((data as Created[]).map((item) => item.id)).toEqual([id]);
		},
	);

	test('signature requests are counted by custom data with the name data', async () => {
		await createSignature(rig, { 'data[crm_id]': '1' });
		for (const [id, count] of [
			[1, 1],
			[2, 0],
		]) {
			const { data } = await send('GET', `/v3/signatures/count.json?data[crm_id]=${id}`);
			expect(data).toEqual({ count });
		}
	});

	test('null in JSON is what is not there, as .NET writes it', async () => {
		const nulls = { subject: null, cc: null, expire_time: null, branding_id: null, data: null };
		const recipients = [{ ...ADA, phone: null, widgets: null }, null];
		const creation = { ...nulls, recipients, templates: '#NDA', delivery_type: null };
		const { id } = await post('/v3/signatures.json', json(creation));
		expect((await getSignature(rig, id)).documents).toHaveLength(1);
	});

	test.each<[string, Sent]>([
		['.NET', json({ recipients: [ADA], templates: '#NDA' })],
		['Python', urlEncoded([...pairsOf({ recipients: [ADA] }), ['templates', '#NDA']])],
	])('one template may be text, as the example for %s has it', async (_, sent) => {
		expect((await post('/v3/signatures.json', sent)).documents).toHaveLength(1);
	});

	test('a name that is given more than once is a list, as Python writes a set', async () => {
		const set: Pair[] = ['#NDA', '#Offer'].map((name) => ['templates', name]);
		const sent = urlEncoded([...pairsOf({ recipients: [ADA] }), ...set]);
		expect((await post('/v3/signatures.json', sent)).documents).toHaveLength(2);
	});

	test.each(['templates[]', 'templates[1]'])(
		'a name that is given with brackets (%s) and without is a list of both',
		async (name) => {
			const values: Pair[][] = [[[name, '#NDA']], [['templates', '#Offer']]];
			for (const set of [values, values.toReversed()]) {
				const sent = urlEncoded([...pairsOf({ recipients: [ADA] }), ...set.flat()]);
				expect((await post('/v3/signatures.json', sent)).documents).toHaveLength(2);
			}
		},
	);

	test('one event of a subscription may be text, as the example for PHP has it', async () => {
		const sent = multipart(STYLES.guzzle, [
			['url', rig.receiver.url],
			['events', 'email_processed'],
		]);
		expect((await post('/v3/subscriptions.json', sent)).events).toEqual(['email_processed']);
	});

	test('a recipient of a certified email may have a phone, as the example for Node.js has it', async () => {
		const recipient = { ...ADA, phone: 346661058397 };
		const pairs: Pair[] = [['files[0]', await file()], ...pairsOf({ recipients: [recipient] })];
		const { certificates } = await post('/v3/emails.json', multipart(STYLES.formData, pairs));
		expect(certificates).toHaveLength(1);
	});

	test('a day of a filter may be written without zeros, as the examples have it', async () => {
		const { id } = await createSignature(rig);
		const { data } = await send('GET', '/v3/signatures.json?since=2014-7-2&until=2999-1-1');
		expect((data as Created[]).map((item) => item.id)).toEqual([id]);
		const wrong = await send('GET', '/v3/signatures.json?since=2014-2-30');
		expect(wrong.status).toBe(400);
	});

	test('team lists have pages, as all SDKs ask for them', async () => {
		for (const name of ['A', 'B', 'C']) await post('/v3/team/groups.json', json({ name }));
		const { data } = await send('GET', '/v3/team/groups.json?limit=1&offset=1');
		expect(data).toEqual([expect.objectContaining({ name: 'B' })]);
		expect((await send('GET', '/v3/team/groups.json')).data).toHaveLength(3);
		expect((await send('GET', '/v3/team/seats.json?limit=100&offset=1')).data).toEqual([]);
		expect((await send('GET', '/v3/team/users.json?limit=none')).status).toBe(400);
	});

	test('contacts are counted, as Ruby and .NET do', async () => {
		await post('/v3/contacts.json', json(ADA));
		expect((await send('GET', '/v3/contacts/count.json')).data).toEqual({ count: 1 });
	});

	test.each([
		'/v3/packages.json',
		'/v3/packages/1/download/audit_trail',
		'/v3/team.json',
		'/v3/emails/1/certificates.json',
		'/v3/emails/1/certificates/1.json',
		'/v3/emails/1/certificates/1/download/original',
		'/v3/signatures/1/documents/1/download/doc_proof',
		'/v3/files.json',
		'/v3/files/1/download',
		'/v3/files/1/download/audit_trail',
	])('what only an old SDK or one program knows answers 404: %s', async (path) => {
		expect(await send('GET', path)).toEqual(notFound(`Route GET ${path}`));
	});
});

describe('bodies of automation tools', () => {
	const CREATION = { recipients: [ADA], templates: ['#NDA'], data: { crm_id: 7 } };

	test.each<[string, Sent]>([
		["n8n's HTTP Request with a JSON body", json({ ...CREATION, subject: null })],
		["n8n's HTTP Request with a form", urlEncoded(pairsOf(CREATION))],
		["n8n's HTTP Request with form data", multipart(STYLES.formData, pairsOf(CREATION))],
		['Make with JSON', json(CREATION, 'application/json; charset=utf-8')],
		['Make with form data', multipart(STYLES.formData, pairsOf({ ...CREATION, subject: '' }))],
		[
			'Zapier, which unflattens the keys of JSON',
			json({ recipients: { 0: ADA }, templates: { 0: '#NDA' }, data: { crm_id: '7' } }),
		],
		['Zapier with a form', urlEncoded(pairsOf({ ...CREATION, templates: '#NDA' }))],
	])('a signature request is created by %s', async (_, sent) => {
		const { id, documents } = await post('/v3/signatures.json', sent);
		expect(documents?.map(({ name }) => name)).toEqual([ADA.name]);
		expect((await getSignature(rig, id)).data).toEqual([{ key: 'crm_id', value: '7' }]);
	});

	test('a file of a tool is taken with its name', async () => {
		const pairs: Pair[] = [...pairsOf({ recipients: [ADA] }), ['files[]', await file()]];
		const { id } = await post('/v3/signatures.json', multipart(STYLES.formData, pairs));
		expect((await getSignature(rig, id)).documents[0]?.file.name).toBe('contract.pdf');
	});
});

describe('names with brackets', () => {
	test.each(['a[b]', '[a]', 'a[b', 'a b', '7'])(
		'the key "%s" of custom data is kept',
		async (key) => {
			const creation = { recipients: [ADA], templates: ['#NDA'] };
			const form = multipart(STYLES.guzzle, [...pairsOf(creation), [`data[${key}]`, 'x']]);
			for (const sent of [form, json({ ...creation, data: { [key]: 'x' } })]) {
				const { id } = await post('/v3/signatures.json', sent);
				expect((await getSignature(rig, id)).data).toEqual([{ key, value: 'x' }]);
			}
		},
	);
});
