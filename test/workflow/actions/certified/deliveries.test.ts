import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node.ts';
import { ADA, MARY } from '../../../people';
import { bytesOf, loadOptionsContext, runNode, storedFile } from '../../engine/engine';
import { byId, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { operationNamed } from '../operationNamed';
import { createEmail, createSms } from './parameters';

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';
const ARCHIVE = { email: 'archive@example.com', name: 'Archive' };

const local = localService();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A letter');
});

const run = async (parameters: INodeParameters, noteField = 'note') =>
	await runNode({
		parameters,
		credential: local.credential,
		items: [
			{
				json: {},
				binary: {
					letter: await storedFile(pdf, 'Carta 1/2026 "año".pdf'),
					[noteField]: await storedFile(Buffer.from('A note'), 'note.txt', 'text/plain'),
				},
			},
		],
	});

/** Runs Create, which must succeed, and returns the request that the service has got. */
async function posted(parameters: INodeParameters) {
	const { error } = await run(parameters);
	expect(error).toBeUndefined();
	const [post, ...others] = await local.control.requests();
	expect(others).toEqual([]);
	return { post, body: post?.body as IDataObject };
}

const sharedOptions = {
	events: 'url',
	eventsUrl: 'http://127.0.0.1:9/events.json',
	brandingId: 'b1',
	data: { pair: [{ key: 'crm_id', value: '2445' }] },
};
const sharedFields = {
	branding_id: 'b1',
	data: {
		crm_id: '2445',
		n8n_reference: expect.any(String),
		n8n_contents: expect.any(String),
		n8n_trigger: expect.any(String),
	},
	events_url: 'http://127.0.0.1:9/events.json',
};

describe('Create', () => {
	it.each<[string, INodeParameters, string, string[], IDataObject]>([
		[
			'an email',
			createEmail({
				type: 'delivery',
				binaryPropertyNames: 'letter, note',
				options: { ...sharedOptions, cc: { copy: [MARY] }, bcc: { copy: [ARCHIVE] } },
			}),
			'/v3/emails.json',
			['Carta 1-2026 "año".pdf application/pdf', 'note.txt text/plain'],
			{
				recipients: { to: [ADA], cc: [MARY], bcc: [ARCHIVE] },
				subject: 'Señor O\'Brien & "Söhne"',
				body: 'Dear <b>Ada</b>',
				type: 'delivery',
			},
		],
		[
			'an SMS',
			createSms({
				type: 'open_every_document',
				binaryPropertyNames: 'letter',
				options: sharedOptions,
			}),
			'/v3/sms.json',
			['Carta 1-2026 "año".pdf application/pdf'],
			{
				recipients: [{ name: ADA.name, phone: '34600000000' }],
				body: 'Mañana a las 10',
				type: 'open_every_document',
			},
		],
	])(
		"sends every field of %s under the service's name",
		async (_, parameters, path, files, fields) => {
			const { post, body } = await posted(parameters);
			expect(post).toMatchObject({ method: 'POST', path, status: 201 });
			const { attachments, ...others } = body;
			expect(others).toEqual({ ...fields, ...sharedFields });
			const sent = attachments as Array<{ name: string; type: string; size: number }>;
			expect(sent.map(({ name, type }) => `${name} ${type}`)).toEqual(files);
			expect(sent[0]?.size).toBe(pdf.length);
		},
	);

	it('attaches the files of a list whatever their fields are called', async () => {
		const list = '={{ Object.keys($binary) }}';
		const { error } = await run(createEmail({ binaryPropertyNames: list }), ' Deed, signed; a');
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).toMatchObject({ attachments: [expect.anything(), { name: 'note.txt' }] });
	});

	it('sends the recipients as a plain list, urlencoded, when there are no copies and no files', async () => {
		const { post, body } = await posted(createEmail());
		expect(body).toMatchObject({ recipients: [ADA], type: 'delivery' });
		expect(post?.headers['content-type']).toBe('application/x-www-form-urlencoded');
	});

	it.each<[string, INodeParameters, IDataObject]>([
		[
			'an email',
			createEmail({
				recipients: {},
				options: {
					json: {
						recipientsJson: '={{ [{ email: "ada@example.com", name: "Ada Lovelace" }] }}',
						ccJson: '["mary@example.com"]',
						bccJson: '={{ ["archive@example.com"] }}',
						dataJson: '{ "note": "long", "a[b]": 7 }'.replace('long', 'x'.repeat(100)),
					},
				},
			}),
			{
				recipients: {
					to: [ADA],
					cc: [{ email: MARY.email }],
					bcc: [{ email: ARCHIVE.email }],
				},
				data: { note: 'x'.repeat(100), 'a[b]': '7' },
			},
		],
		[
			'an SMS',
			createSms({
				recipients: {},
				options: {
					json: {
						recipientsJson: '[{ "name": "Ada Lovelace", "phone": 34600000000 }]',
						dataJson: '[{ "key": "crm_id", "value": 7 }]',
					},
				},
			}),
			{ recipients: [{ name: ADA.name, phone: '34600000000' }], data: { crm_id: '7' } },
		],
	])('takes people and custom data of %s as JSON', async (_, parameters, fields) => {
		expect((await posted(parameters)).body).toMatchObject(fields);
	});

	it.each<[string, INodeParameters, unknown[]]>([
		[
			'an email',
			createEmail({
				subject: '={{ $json }}',
				body: '={{ [$json] }}',
				type: 'open_document',
				binaryPropertyNames: 'annex,note',
				options: { events: 'trigger', bcc: '={{ $json.copies }}' },
			}),
			[
				expect.stringContaining('resource Certified Email'),
				'• BCC is empty: add an entry, or remove the field. An expression for all of it goes into BCC (JSON)',
				'• Email Subject {} must be text',
				'• Email Body [{}] must be text',
			],
		],
		[
			'an SMS',
			createSms({
				type: 'open_document',
				binaryPropertyNames: 'annex,note',
				body: 'x'.repeat(121),
				options: { events: 'trigger', json: { recipientsJson: '[{ "name": "Ada" }]' } },
			}),
			[
				expect.stringContaining('resource Certified SMS'),
				'• Recipient 1: Phone is empty',
				'• SMS Body is 121 characters long: an SMS takes at most 120',
			],
		],
	])('reports all faults of %s at once, and sends nothing', async (_, parameters, lines) => {
		const { error } = await run(parameters);
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Attachments: the item has no file "annex". Write here which of its files to send: letter, note',
			'• Attachments: "note.txt" is not a PDF file, which this Certification Type needs',
			...lines,
		]);
		expect(await local.control.requests()).toEqual([]);
	});

	it('sends no attachment of an SMS when only its delivery is certified, although a file is named', async () => {
		const { body } = await posted(createSms({ type: 'delivery', binaryPropertyNames: 'letter' }));
		expect(body).not.toHaveProperty('attachments');
	});
});

const kinds = [
	{
		resource: 'certifiedEmail',
		path: 'emails',
		locator: 'emailId',
		certificate: { email: ADA.email },
		create: createEmail,
	},
	{
		resource: 'certifiedSms',
		path: 'sms',
		locator: 'smsId',
		certificate: { phone: '34600000000' },
		create: createSms,
	},
];

describe.each(kinds)('$resource', ({ resource, path, locator, certificate, create }) => {
	it("Create fails with the service's message when the service refuses, and is not repeated", async () => {
		await local.control.faults.add({ kind: 'status', status: 403, message: 'The user is banned' });
		const { error } = await run(create({ binaryPropertyNames: '' }));
		expect(error).toMatchObject({ httpCode: '403', message: 'The user is banned' });
		expect(await local.control.requests()).toHaveLength(1);
	});

	describe('Download Audit Trail', () => {
		const operation = operationNamed(resource, 'Download Audit Trail');
		let id: string;
		let certificateId: string;

		beforeEach(async () => {
			const { items } = await run(create({ binaryPropertyNames: '' }));
			expect(items[0]?.json.certificates).toMatchObject([certificate]);
			id = String(items[0]?.json[`${resource}Id`]);
			certificateId = String((items[0]?.json.certificates as IDataObject[])[0]?.certificateId);
			await local.control.settled();
		});

		const download = async (inner: string) =>
			await run({
				resource,
				operation,
				[locator]: byId(id),
				certificateId: byId(inner),
				binaryPropertyName: 'proof',
			});

		it('stores the same bytes as the service has', async () => {
			const { items, error } = await download(certificateId);
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
			const { error } = await download(UNKNOWN);
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error?.message).toMatch(/ has no such certificate\.$/);
			expect(error?.description).toMatch(/not found/i);
		});

		it('offers the deliveries and the certificates of the selected one in its lists', async () => {
			const { listSearch } = new Signaturit().methods;
			const [outer, inner] =
				resource === 'certifiedEmail'
					? [listSearch.searchCertifiedEmails, listSearch.searchEmailCertificates]
					: [listSearch.searchCertifiedSms, listSearch.searchSmsCertificates];
			const parameters = { resource, operation, [locator]: byId(id) };
			const context = loadOptionsContext(parameters, local.credential);
			expect((await outer.call(context, 'lovelace')).results).toContainEqual({
				name: expect.stringMatching(/^\d+ [A-Z][a-z]+ \d{4}, [\d:]+ – Ada Lovelace – Sent$/),
				value: id,
			});
			expect((await inner.call(context)).results).toEqual([
				{ name: 'Ada Lovelace – Sent', value: certificateId },
			]);
		});
	});
});

describe('Certified SMS: Get SMS Status', () => {
	const status = async (smsId: string, certificateId: string) =>
		await run({
			resource: 'certifiedSms',
			operation: 'getCertifiedSmsStatus',
			smsId: byId(smsId),
			certificateId: byId(certificateId),
		});

	it('returns the status and the phone number', async () => {
		const created = await run(createSms({ binaryPropertyNames: '', type: 'delivery' }));
		const { certifiedSmsId, certificates } = created.items[0]?.json ?? {};
		const [{ certificateId } = {}] = certificates as IDataObject[];
		await local.control.settled();
		const { items } = await status(String(certifiedSmsId), String(certificateId));
		expect(items.map(({ json }) => json)).toEqual([
			{ certifiedSmsId, certificateId, smsStatus: 'delivered', phone: '34600000000' },
		]);
	});

	it('names both ids when there is no such certificate', async () => {
		const { error } = await status('sms-1', 'certificate-1');
		expect(error).toMatchObject({ httpCode: '404', message: 'SMS not found' });
		expect(error?.description).toContain('The ID was "sms-1" with "certificate-1".');
	});
});
