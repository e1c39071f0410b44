import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { ADA, CHARLES } from '../../../people';
import { storedFile } from '../../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { contractOnService } from './contractOnService';

const { local, run, posts, pdf } = contractOnService();

const sentFile = async (signatureId: string, documentId: string) => {
	const { data } = await axios.get<ArrayBuffer>(
		`${local.service.url}/v3/signatures/${signatureId}/documents/${documentId}/download/sent`,
		{ responseType: 'arraybuffer', headers: { Authorization: `Bearer ${local.service.token}` } },
	);
	return Buffer.from(data);
};

describe('Signature Request: Create', () => {
	it('sends the file unchanged and returns the new request', async () => {
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const [{ json, pairedItem }] = items as [(typeof items)[0]];
		const documents = json.documents as IDataObject[];
		expect(documents.map(({ email }) => email)).toEqual([ADA.email, CHARLES.email]);
		expect(pairedItem).toEqual({ item: 0 });
		expect(await sentFile(String(json.signatureId), String(documents[0]?.id))).toEqual(pdf());
	});

	it("sends every field under the service's name", async () => {
		await run({
			parameters: createParameters({
				subject: 'Señor O\'Brien & "Söhne"',
				options: {
					body: 'Dear <b>Ada</b>',
					events: 'url',
					eventsUrl: 'http://127.0.0.1:9/events.json',
					deliveryType: 'url',
					signingMode: 'parallel',
					data: { pair: [{ key: 'crm_id', value: '2445' }] },
				},
			}),
		});
		const [post] = await posts();
		expect(post).toMatchObject({
			path: '/v3/signatures.json',
			status: 201,
			body: {
				name: 'Engine contract',
				recipients: [ADA, CHARLES],
				subject: 'Señor O\'Brien & "Söhne"',
				body: 'Dear <b>Ada</b>',
				delivery_type: 'url',
				signing_mode: 'parallel',
				data: { crm_id: '2445' },
				events_url: 'http://127.0.0.1:9/events.json',
			},
		});
	});

	it('sends the files of several binary fields in order and with their names', async () => {
		const binary = {
			contract: await storedFile(pdf(), 'año "1".pdf'),
			annex: await storedFile(await pdfOf('An annex'), 'annex/2.pdf'),
		};
		const { items } = await run({
			parameters: createParameters({ binaryPropertyNames: 'contract, annex' }),
			items: [{ json: {}, binary }],
		});
		const documents = items[0]?.json.documents as { file: { name: string } }[];
		expect(new Set(documents.map(({ file }) => file.name)).size).toBe(2);
		expect(documents).toHaveLength(4);
		const [post] = await posts();
		const { files } = post?.body as { files: { name: string }[] };
		expect(files.map(({ name }) => name)).toEqual(['año "1".pdf', 'annex-2.pdf']);
	});

	it('uses the values of each item and pairs the output with it', async () => {
		const names = ['first.pdf', 'second.pdf', 'third.pdf'];
		const { items } = await run({
			parameters: createParameters({ options: { name: '={{ $json.title }}' } }),
			items: await Promise.all(
				names.map((name) => itemWithPdf(name, pdf(), { title: `T ${name}` })),
			),
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		const sent = await posts();
		expect(sent.map(({ body }) => (body as IDataObject).name)).toEqual(
			names.map((name) => `T ${name}`),
		);
	});

	it("sends the URL of the workflow's trigger as the events URL", async () => {
		const url = 'http://127.0.0.1:9/webhook/1/events.json';
		await run({
			parameters: createParameters({ options: { events: 'trigger' } }),
			staticData: {
				signaturitTriggers: { n1: { workflowId: 'workflow-1', nodeName: 'Trigger', url } },
			},
		});
		const [post] = await posts();
		const { events_url: address, data } = post?.body as { events_url: string; data: IDataObject };
		expect(address).toBe(`${url}?reference=${String(data.n8n_reference)}`);
		expect(data.n8n_reference).toMatch(/^[\da-f-]{36}$/);
	});

	it('rejects an invalid item before any is sent, and names the item', async () => {
		const { error } = await run({
			parameters: createParameters({
				recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
			}),
			items: [
				await itemWithPdf('a.pdf', pdf(), { email: ADA.email }),
				await itemWithPdf('b.pdf', pdf(), { email: 'nobody' }),
			],
		});
		expect(error?.message).toBe('Row 2 of 2: Recipient 1: Email "nobody" is not an email address');
		expect(error?.context?.itemIndex).toBe(1);
		expect(await posts()).toEqual([]);
	});

	it('names the files of the item when the input field holds none', async () => {
		const { error } = await run({
			parameters: createParameters({ binaryPropertyNames: 'nothing' }),
		});
		expect(error?.message).toBe(
			'Input Binary Field(s): the item has no file "nothing". This item has: data',
		);
		expect(error?.context?.itemIndex).toBe(0);
	});
});

describe('Continue On Fail', () => {
	const items = async () => [
		await itemWithPdf('a.pdf', pdf(), { to: ADA.email }),
		await itemWithPdf('b.pdf', pdf(), { to: 'nobody' }),
		await itemWithPdf('c.pdf', pdf(), { to: CHARLES.email }),
	];
	const parameters = createParameters({
		recipients: { recipient: [{ email: '={{ $json.to }}', name: 'Someone' }] },
	});

	it('returns one paired item with the error for each failed item', async () => {
		const result = await run({
			parameters,
			items: await items(),
			onError: 'continueRegularOutput',
		});
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		const message = 'Recipient 1: Email "nobody" is not an email address';
		expect(result.items[1]?.json).toEqual({
			message,
			error: { message, description: 'Nothing was sent for this row.', verdict: 'refused' },
		});
		expect(result.items[2]?.json.signatureId).toEqual(expect.any(String));
	});

	it('sends failed items to the error output with their input values', async () => {
		const result = await run({ parameters, items: await items(), onError: 'continueErrorOutput' });
		expect(result.items).toHaveLength(2);
		expect(result.errorItems).toHaveLength(1);
		expect(result.errorItems[0]?.json).toMatchObject({
			to: 'nobody',
			message: 'Recipient 1: Email "nobody" is not an email address',
		});
	});
});

describe('Signature Request: Get', () => {
	const get = async (id: string) =>
		await run({
			parameters: {
				resource: 'signature',
				operation: 'get',
				signatureId: { __rl: true, mode: 'id', value: id },
			},
		});

	it('returns the request that the service has', async () => {
		const created = (await run()).items[0]?.json;
		const { items } = await get(String(created?.signatureId));
		expect(items[0]?.json).toMatchObject({
			signatureId: created?.signatureId,
			documents: [{}, {}],
		});
	});

	it("fails with the service's message for an unknown id", async () => {
		const { error } = await get('7a0c4c1e-0000-4000-8000-000000000000');
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.message).toMatch(/not found/i);
	});

	it('fails without a request to the service when the id is blank', async () => {
		const { error } = await get('  ');
		expect(error?.message).toBe('The field "Signature Request" is empty');
		expect(await local.control.requests()).toEqual([]);
	});

	it.each(['..', '../subscriptions', '={{ $json }}', '={{ [$json] }}', '={{ String($json) }}'])(
		'and Delete fail without a request to the service when the id is %j',
		async (value) => {
			for (const operation of ['get', 'delete']) {
				const { error } = await run({
					parameters: {
						resource: 'signature',
						operation,
						signatureId: { __rl: true, mode: 'id', value },
					},
				});
				expect(error?.message).toContain('The field "Signature Request" does not hold an ID: ');
			}
			expect(await local.control.requests()).toEqual([]);
		},
	);
});
