import type { INodeParameters } from 'n8n-workflow';
import { ADA, MARY } from '../../../people';
import { runNode, storedFile } from '../../engine/engine';
import { pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { createEmail, createSms } from './parameters';

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

const pairs = { pair: [{ key: 'crm_id', value: '2445' }] };

describe('Certified Email: Create', () => {
	it("sends every field of an email under the service's name", async () => {
		const { items, error } = await run(
			createEmail({
				type: 'delivery',
				binaryPropertyNames: 'letter, note',
				options: {
					events: 'url',
					eventsUrl: 'http://127.0.0.1:9/events.json',
					cc: { copy: [MARY] },
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
				to: [ADA],
				cc: [MARY],
				bcc: [{ email: 'archive@example.com', name: 'Archive' }],
			},
			subject: 'Señor O\'Brien & "Söhne"',
			body: 'Dear <b>Ada</b>',
			type: 'delivery',
			branding_id: 'b1',
			data: {
				crm_id: '2445',
				n8n_reference: expect.any(String),
				n8n_contents: expect.any(String),
				n8n_trigger: expect.any(String),
			},
			events_url: 'http://127.0.0.1:9/events.json',
			attachments: [
				expect.objectContaining({ name: 'Carta 1-2026 "año".pdf', size: pdf.length }),
				expect.objectContaining({ name: 'note.txt', type: 'text/plain' }),
			],
		});
		expect(items[0]?.json.certificates).toMatchObject([{ email: ADA.email }]);
	});

	it('sends the recipients as a plain list, urlencoded, when there are no copies and no files', async () => {
		const { error } = await run(createEmail());
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).toMatchObject({
			recipients: [ADA],
			type: 'delivery',
		});
		expect(post?.headers['content-type']).toBe('application/x-www-form-urlencoded');
	});

	it('takes recipients, copies and custom data as JSON', async () => {
		const { error } = await run(
			createEmail({
				recipients: {},
				options: {
					recipientsJson: '={{ [{ email: "ada@example.com", name: "Ada Lovelace" }] }}',
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
				to: [ADA],
				cc: [{ email: MARY.email }],
				bcc: [{ email: 'archive@example.com' }],
			},
			data: { note: 'x'.repeat(100), 'a[b]': '7' },
		});
	});

	it('reports all faults at once: files, the trigger and fields', async () => {
		const { error } = await run(
			createEmail({
				subject: '={{ $json }}',
				body: '={{ [$json] }}',
				binaryPropertyNames: 'annex',
				options: { events: 'trigger', bcc: '={{ $json.copies }}' },
			}),
		);
		expect(error?.description?.split('\n')).toEqual([
			'• Attachments: the item has no file "annex". Write here which of its files to send: letter, note',
			expect.stringContaining('resource Certified Email'),
			'• BCC is empty: add an entry, or remove the field. An expression for all of it goes into BCC (JSON)',
			'• Email Subject {} must be text',
			'• Email Body [{}] must be text',
		]);
		expect(await local.control.requests()).toEqual([]);
	});

	it('rejects a file to open that is not a PDF, before anything is sent', async () => {
		const { error } = await run(
			createEmail({ type: 'open_document', binaryPropertyNames: 'letter,note' }),
		);
		expect(error?.message).toBe(
			'Attachments: "note.txt" is not a PDF file, which this Certification Type needs',
		);
		expect(await local.control.requests()).toEqual([]);
	});
});

describe('Certified SMS: Create', () => {
	it("sends every field of an SMS under the service's name", async () => {
		const { items, error } = await run(
			createSms({
				type: 'open_every_document',
				binaryPropertyNames: 'letter',
				options: {
					events: 'url',
					eventsUrl: 'http://127.0.0.1:9/events.json',
					brandingId: 'b1',
					data: pairs,
				},
			}),
		);
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post).toMatchObject({ method: 'POST', path: '/v3/sms.json', status: 201 });
		expect(post?.body).toEqual({
			recipients: [{ name: ADA.name, phone: '34600000000' }],
			body: 'Mañana a las 10',
			type: 'open_every_document',
			branding_id: 'b1',
			data: {
				crm_id: '2445',
				n8n_reference: expect.any(String),
				n8n_contents: expect.any(String),
				n8n_trigger: expect.any(String),
			},
			events_url: 'http://127.0.0.1:9/events.json',
			attachments: [expect.objectContaining({ name: 'Carta 1-2026 "año".pdf' })],
		});
		expect(items[0]?.json.certificates).toMatchObject([{ phone: '34600000000' }]);
	});

	it('takes recipients and custom data as JSON', async () => {
		const { error } = await run(
			createSms({
				recipients: {},
				options: {
					recipientsJson: '[{ "name": "Ada Lovelace", "phone": 34600000000 }]',
					dataJson: '[{ "key": "crm_id", "value": 7 }]',
				},
			}),
		);
		expect(error).toBeUndefined();
		const [post] = await local.control.requests();
		expect(post?.body).toMatchObject({
			recipients: [{ name: ADA.name, phone: '34600000000' }],
			data: { crm_id: '7' },
		});
	});

	it('reports all faults at once: files, the trigger and fields', async () => {
		const { error } = await run(
			createSms({
				type: 'open_document',
				binaryPropertyNames: 'annex,note',
				body: 'x'.repeat(121),
				options: { events: 'trigger', recipientsJson: '[{ "name": "Ada" }]' },
			}),
		);
		expect(error?.description?.split('\n')).toEqual([
			'• Attachments: the item has no file "annex". Write here which of its files to send: letter, note',
			'• Attachments: "note.txt" is not a PDF file, which this Certification Type needs',
			expect.stringContaining('resource Certified SMS'),
			'• Recipient 1: Phone is empty',
			'• SMS Body is 121 characters long: an SMS takes at most 120',
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
		expect(error?.message).toBe('SMS Body is 121 characters long: an SMS takes at most 120');
		expect(await local.control.requests()).toEqual([]);
	});
});
