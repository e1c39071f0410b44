import fc from 'fast-check';
import qs from 'qs';
import { emailForm } from '../../../../nodes/Signaturit/actions/certifiedEmail/emailForm';
import { smsForm } from '../../../../nodes/Signaturit/actions/certifiedSms/smsForm';
import { urlEncoded } from '../../../../nodes/Signaturit/transport/form';

const pdf = { fileName: 'a.pdf', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') };
const text = { fileName: 'b.txt', mimeType: 'text/plain', content: Buffer.from('text') };
const ada = { email: 'ada@example.com', name: 'Ada Lovelace' };
const mary = { email: 'mary@example.com', name: 'Mary Somerville' };

const emailInput = (changes = {}) => ({
	recipients: [ada],
	type: 'delivery',
	attachments: [],
	data: [],
	...changes,
});
const smsInput = (changes = {}) => ({
	recipients: [{ name: 'Ada Lovelace', phone: '+34 600-000-000' }],
	body: 'Your appointment is tomorrow.',
	type: 'delivery',
	attachments: [],
	data: [],
	...changes,
});

/** The fields as an independent decoder reads them from the body. */
const decoded = ({ fields }: ReturnType<typeof emailForm>) =>
	qs.parse(urlEncoded(fields).toString(), { depth: 10 });

describe('emailForm', () => {
	it("uses the service's names for the fields of an email", () => {
		const { fields, files } = emailForm(
			emailInput({
				subject: 'Notice',
				body: '<b>Dear Ada</b>',
				type: 'open_document',
				attachments: [pdf, pdf],
				brandingId: 'b1',
				data: [{ key: 'crm_id', value: 2445 }],
				eventsUrl: 'https://n8n.example.com/events.json',
			}),
		);
		expect(fields).toEqual({
			recipients: [ada],
			subject: 'Notice',
			body: '<b>Dear Ada</b>',
			type: 'open_document',
			branding_id: 'b1',
			data: { crm_id: '2445' },
			events_url: 'https://n8n.example.com/events.json',
		});
		expect(files.map(({ field }) => field)).toEqual(['attachments[0]', 'attachments[1]']);
	});

	it.each([
		[{}, [ada]],
		[{ cc: [], bcc: undefined }, [ada]],
		[{ cc: [mary] }, { to: [ada], cc: [mary] }],
		[{ bcc: [mary] }, { to: [ada], bcc: [mary] }],
		[
			{ cc: [mary], bcc: [ada] },
			{ to: [ada], cc: [mary], bcc: [ada] },
		],
		[
			{ cc: [{ email: 'x@example.com', name: '' }] },
			{ to: [ada], cc: [{ email: 'x@example.com' }] },
		],
	])('adds the copies %j to the recipients', (copies, recipients) => {
		expect(decoded(emailForm(emailInput(copies))).recipients).toEqual(recipients);
	});

	it('keeps any text so that an independent decoder reads it back unchanged', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.trim() !== ''),
				fc.string({ unit: 'grapheme', minLength: 1 }).filter((body) => body.trim() !== ''),
				(name, body) => {
					const form = emailForm(emailInput({ recipients: [{ ...ada, name }], cc: [mary], body }));
					expect(decoded(form)).toMatchObject({
						recipients: { to: [{ name }], cc: [mary] },
						body,
					});
				},
			),
		);
	});

	it.each([
		['no recipient', { recipients: [] }, 'Recipients: add at least one'],
		[
			'an invalid email address',
			{ recipients: [ada, { email: 'nobody', name: 'X' }] },
			'Recipient 2: Email must be an email address',
		],
		['an empty name', { recipients: [{ ...ada, name: ' ' }] }, 'Recipient 1: Name is empty'],
		['an invalid address in CC', { cc: [{ email: 'x' }] }, 'CC 1: Email must be an email address'],
		[
			'an invalid address in BCC',
			{ bcc: [{ email: 'x' }] },
			'BCC 1: Email must be an email address',
		],
		[
			'a custom data value of 65 characters',
			{ data: [{ key: 'a', value: 'x'.repeat(65) }] },
			'Custom Data 1: Value is longer than 64 characters',
		],
		[
			'an invalid events URL',
			{ eventsUrl: 'n8n' },
			'Events URL must start with http:// or https://',
		],
		[
			'an unknown type',
			{ type: 'open' },
			'Type must be one of: delivery, open_document, open_every_document',
		],
		[
			'no attachment to open',
			{ type: 'open_document' },
			'Attachments: name at least one field that holds a PDF file, which this Type needs',
		],
		[
			'a text file to open',
			{ type: 'open_every_document', attachments: [pdf, text] },
			'Attachments: "b.txt" is not a PDF file, which this Type needs',
		],
		[
			'a file larger than 15 MB',
			{ attachments: [{ ...pdf, content: Buffer.alloc(15 * 1024 * 1024 + 1) }] },
			'Attachments: "a.pdf" is larger than 15 MB',
		],
	])('rejects an email with %s', (_, changes, message) => {
		expect(() => emailForm(emailInput(changes))).toThrow(message);
	});

	it('accepts a file of any kind when only the delivery is certified', () => {
		expect(emailForm(emailInput({ attachments: [text] })).files).toEqual([
			{ ...text, field: 'attachments[0]' },
		]);
	});

	it('reports all faults at once', () => {
		const input = emailInput({ recipients: [{ email: '', name: '' }], type: 'open_document' });
		expect(() => emailForm(input)).toThrow('3 fields need a correction before anything is sent');
	});
});

describe('smsForm', () => {
	it("uses the service's names for the fields of an SMS", () => {
		const { fields, files } = smsForm(
			smsInput({ type: 'open_document', attachments: [pdf], brandingId: 'b1' }),
		);
		expect(fields).toEqual({
			recipients: [{ name: 'Ada Lovelace', phone: '34600000000' }],
			body: 'Your appointment is tomorrow.',
			type: 'open_document',
			branding_id: 'b1',
			data: {},
			events_url: undefined,
		});
		expect(files.map(({ field }) => field)).toEqual(['attachments[0]']);
	});

	it('accepts an SMS body of 120 characters', () => {
		expect(smsForm(smsInput({ body: 'x'.repeat(120) })).fields.body).toHaveLength(120);
	});

	it.each([
		[
			'a body of 121 characters',
			{ body: 'x'.repeat(121) },
			'Body is 121 characters long: an SMS takes at most 120',
		],
		['a blank body', { body: ' ' }, 'Body is empty'],
		['a missing body', { body: undefined }, 'Body is empty'],
		['no recipient', { recipients: [] }, 'Recipients: add at least one'],
		[
			'an empty phone number',
			{ recipients: [{ name: 'Ada', phone: '' }] },
			'Recipient 1: Phone is empty',
		],
		[
			'an invalid phone number',
			{ recipients: [{ name: 'Ada', phone: 'home' }] },
			'Recipient 1: Phone must be a number with its country code, e.g. 34600000000',
		],
		['a missing name', { recipients: [{ phone: '34600000000' }] }, 'Recipient 1: Name is empty'],
		[
			'attachments when only the delivery is certified',
			{ attachments: [pdf] },
			'Attachments: they need one of the types that track opening, as an SMS holds text only',
		],
		['no attachment to open', { type: 'open_document' }, 'Attachments: name at least one field'],
		[
			'a text file to open',
			{ type: 'open_document', attachments: [text] },
			'Attachments: "b.txt" is not a PDF file, which this Type needs',
		],
	])('rejects an SMS with %s', (_, changes, message) => {
		expect(() => smsForm(smsInput(changes))).toThrow(message);
	});
});
