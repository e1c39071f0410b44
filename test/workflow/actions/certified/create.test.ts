import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node.ts';
import { bytesOf, loadOptionsContext, runNode, storedFile } from '../../engine/engine';
import { byId, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';

const local = localService();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A letter');
});

const run = async (parameters: INodeParameters) =>
	await runNode({
		parameters,
		credential: local.credential,
		items: [
			{
				json: {},
				binary: {
					letter: await storedFile(pdf, 'Carta 1/2026 "año".pdf'),
					note: await storedFile(Buffer.from('A note'), 'note.txt', 'text/plain'),
				},
			},
		],
	});

const createEmail = (changes: INodeParameters = {}) => ({
	resource: 'certifiedEmail',
	operation: 'create',
	recipients: { recipient: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
	subject: 'Señor O\'Brien & "Söhne"',
	body: 'Dear <b>Ada</b>',
	events: 'none',
	...changes,
});

const createSms = (changes: INodeParameters = {}) => ({
	resource: 'certifiedSms',
	operation: 'create',
	recipients: { recipient: [{ name: 'Ada Lovelace', phone: '+34 600 000 000' }] },
	body: 'Mañana a las 10',
	events: 'none',
	...changes,
});

const pairs = { pair: [{ key: 'crm_id', value: '2445' }] };

describe('Certified Email: Create', () => {
	it("sends every field of an email under the service's name", async () => {
		const { items, error } = await run(
			createEmail({
				type: 'delivery',
				binaryPropertyNames: 'letter, note',
				events: 'url',
				eventsUrl: 'http://127.0.0.1:9/events.json',
				additionalFields: {
					cc: { copy: [{ email: 'mary@example.com', name: 'Mary Somerville' }] },
					bcc: { copy: [{ email: 'archive@example.com', name: 'Archive' }] },
					brandingId: 'b1',
					data: pairs,
				},
			}),
		);
		expect(error).toBeUndefined();
		const [post, ...others] = await local.control.requests();
		expect(others).toEqual([]);
		expect(post).toMatchObject({ method: 'POST', path: '/v3/emails.json', status: 201 });
		expect(post?.body).toEqual({
			recipients: {
				to: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
				cc: [{ email: 'mary@example.com', name: 'Mary Somerville' }],
				bcc: [{ email: 'archive@example.com', name: 'Archive' }],
			},
			subject: 'Señor O\'Brien & "Söhne"',
			body: 'Dear <b>Ada</b>',
			type: 'delivery',
			branding_id: 'b1',
			data: { crm_id: '2445' },
			events_url: 'http://127.0.0.1:9/events.json',
			attachments: [
				expect.objectContaining({ name: 'Carta 1-2026 "año".pdf', size: pdf.length }),
				expect.objectContaining({ name: 'note.txt', type: 'text/plain' }),
			],
		});
		expect(items[0]?.json.certificates).toMatchObject([{ email: 'ada@example.com' }]);
	});

	it('sends the recipients as a plain list, urlencoded, when there are no copies and no files', async () => {
		const { error } = await run(createEmail());
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).toMatchObject({
			recipients: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
			type: 'delivery',
		});
		expect(post?.headers['content-type']).toBe('application/x-www-form-urlencoded');
	});

	it('takes recipients, copies and custom data as JSON', async () => {
		const { error } = await run(
			createEmail({
				recipients: {},
				defineRecipients: 'json',
				recipientsJson: '={{ [{ email: "ada@example.com", name: "Ada" }] }}',
				additionalFields: {
					ccJson: '["mary@example.com"]',
					bccJson: '={{ ["archive@example.com"] }}',
					dataJson: '{ "note": "long", "a[b]": 7 }'.replace('long', 'x'.repeat(100)),
				},
			}),
		);
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).toMatchObject({
			recipients: {
				to: [{ email: 'ada@example.com', name: 'Ada' }],
				cc: [{ email: 'mary@example.com' }],
				bcc: [{ email: 'archive@example.com' }],
			},
			data: { note: 'x'.repeat(100), 'a[b]': '7' },
		});
	});

	it('reports all faults at once: files, the trigger and fields', async () => {
		const { error } = await run(
			createEmail({
				subject: '={{ " " }}',
				body: '={{ "" }}',
				binaryPropertyNames: 'annex',
				events: 'trigger',
				additionalFields: { bcc: '={{ $json.copies }}' },
			}),
		);
		expect(error?.description?.split('\n')).toEqual([
			'• Attachments: the item has no file "annex". This item has: letter, note',
			expect.stringContaining('resource Certified Email'),
			'• BCC is empty: add an entry, or remove the field. An expression for all of it goes into BCC (JSON)',
			'• Subject is empty',
			'• Body is empty',
		]);
		expect(await local.control.requests()).toEqual([]);
	});

	it('rejects a file to open that is not a PDF, before anything is sent', async () => {
		const { error } = await run(
			createEmail({ type: 'open_document', binaryPropertyNames: 'letter,note' }),
		);
		expect(error?.message).toBe('Attachments: "note.txt" is not a PDF file, which this Type needs');
		expect(await local.control.requests()).toEqual([]);
	});
});

describe('Certified SMS: Create', () => {
	it("sends every field of an SMS under the service's name", async () => {
		const { items, error } = await run(
			createSms({
				type: 'open_every_document',
				binaryPropertyNames: 'letter',
				events: 'url',
				eventsUrl: 'http://127.0.0.1:9/events.json',
				additionalFields: { brandingId: 'b1', data: pairs },
			}),
		);
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post).toMatchObject({ method: 'POST', path: '/v3/sms.json', status: 201 });
		expect(post?.body).toEqual({
			recipients: [{ name: 'Ada Lovelace', phone: '34600000000' }],
			body: 'Mañana a las 10',
			type: 'open_every_document',
			branding_id: 'b1',
			data: { crm_id: '2445' },
			events_url: 'http://127.0.0.1:9/events.json',
			attachments: [expect.objectContaining({ name: 'Carta 1-2026 "año".pdf' })],
		});
		expect(items[0]?.json.certificates).toMatchObject([{ phone: '34600000000' }]);
	});

	it('takes recipients and custom data as JSON', async () => {
		const { error } = await run(
			createSms({
				recipients: {},
				defineRecipients: 'json',
				recipientsJson: '[{ "name": "Ada", "phone": 34600000000 }]',
				additionalFields: { dataJson: '[{ "key": "crm_id", "value": 7 }]' },
			}),
		);
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).toMatchObject({
			recipients: [{ name: 'Ada', phone: '34600000000' }],
			data: { crm_id: '7' },
		});
	});

	it('reports all faults at once: files, the trigger and fields', async () => {
		const { error } = await run(
			createSms({
				type: 'open_document',
				binaryPropertyNames: 'annex,note',
				events: 'trigger',
				body: 'x'.repeat(121),
				defineRecipients: 'json',
				recipientsJson: '[{ "name": "Ada" }]',
			}),
		);
		expect(error?.description?.split('\n')).toEqual([
			'• Attachments: the item has no file "annex". This item has: letter, note',
			'• Attachments: "note.txt" is not a PDF file, which this Type needs',
			expect.stringContaining('resource Certified SMS'),
			'• Recipient 1: Phone is empty',
			'• Body is 121 characters long: an SMS takes at most 120',
		]);
		expect(await local.control.requests()).toEqual([]);
	});

	it('sends no attachment when only the delivery is certified, although a file is named', async () => {
		const { error } = await run(createSms({ type: 'delivery', binaryPropertyNames: 'letter' }));
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).not.toHaveProperty('attachments');
	});

	it('rejects a body of 121 characters before anything is sent', async () => {
		const { error } = await run(createSms({ body: 'x'.repeat(121) }));
		expect(error?.message).toBe('Body is 121 characters long: an SMS takes at most 120');
		expect(await local.control.requests()).toEqual([]);
	});
});

const kinds = [
	{ resource: 'certifiedEmail', path: 'emails', locator: 'emailId', create: createEmail },
	{ resource: 'certifiedSms', path: 'sms', locator: 'smsId', create: createSms },
];

describe.each(kinds)('$resource', ({ resource, path, locator, create }) => {
	it("Create fails with the service's message when the service refuses, and is not repeated", async () => {
		await local.control.faults.add({ kind: 'status', status: 403, message: 'The user is banned' });
		const { error } = await run(create());
		expect(error).toMatchObject({ httpCode: '403', message: 'The user is banned' });
		expect(await local.control.requests()).toHaveLength(1);
	});

	describe('Download Audit Trail', () => {
		let id: string;
		let certificateId: string;

		beforeEach(async () => {
			const { items } = await run(create());
			id = String(items[0]?.json.id);
			certificateId = String((items[0]?.json.certificates as IDataObject[])[0]?.id);
			await local.control.settled();
		});

		const download = async (ids = { outer: id, inner: certificateId }) =>
			await run({
				resource,
				operation: 'downloadAuditTrail',
				[locator]: byId(ids.outer),
				certificateId: byId(ids.inner),
				binaryPropertyName: 'proof',
			});

		it('stores the same bytes as the service has', async () => {
			const { items, error } = await download();
			expect(error).toBeUndefined();
			const { data } = await axios.get<ArrayBuffer>(
				`${local.service.url}/v3/${path}/${id}/certificates/${certificateId}/download/audit_trail`,
				{
					responseType: 'arraybuffer',
					headers: { Authorization: `Bearer ${local.service.token}` },
				},
			);
			expect((await bytesOf(items[0]?.binary?.proof)).equals(Buffer.from(data))).toBe(true);
		});

		it("fails with the service's message for an unknown certificate", async () => {
			const { error } = await download({ outer: id, inner: UNKNOWN });
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error?.message).toMatch(/not found/i);
		});

		it('offers the deliveries and the certificates of the selected one in its lists', async () => {
			const { listSearch } = new Signaturit().methods;
			const isEmail = resource === 'certifiedEmail';
			const [outer, inner] = isEmail
				? [listSearch.searchCertifiedEmails, listSearch.searchEmailCertificates]
				: [listSearch.searchCertifiedSms, listSearch.searchSmsCertificates];
			const contextFor = (chosen: string) =>
				loadOptionsContext(
					{ resource, operation: 'downloadAuditTrail', [locator]: byId(chosen) },
					local.credential,
				);
			const context = contextFor(id);
			expect((await outer.call(context, 'lovelace')).results).toContainEqual({
				name: expect.stringMatching(/^Ada Lovelace – \d{4}-\d\d-\d\d – sent$/),
				value: id,
			});
			expect((await inner.call(context)).results).toEqual([
				{ name: 'Ada Lovelace – sent', value: certificateId },
			]);
			expect((await inner.call(contextFor(''))).results).toEqual([]);
		});
	});
});
