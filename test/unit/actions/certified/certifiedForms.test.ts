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

/** What a service reads from the body. */
const decoded = ({ fields }: ReturnType<typeof emailForm>) =>
	qs.parse(urlEncoded(fields).toString(), { depth: 10 });

describe('emailForm', () => {
	it('names every field as the service does', () => {
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
	])('sends copies %j beside the recipients', (copies, recipients) => {
		expect(decoded(emailForm(emailInput(copies))).recipients).toEqual(recipients);
	});

	it('reads back as it was entered, whatever the texts hold', () => {
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
		['nobody', { recipients: [] }, 'Recipients: add at least one'],
		[
			'a bad address',
			{ recipients: [ada, { email: 'nobody', name: 'X' }] },
			'Recipient 2: Email must be an email address',
		],
		['no name', { recipients: [{ ...ada, name: ' ' }] }, 'Recipient 1: Name is empty'],
		['a bad copy', { cc: [{ email: 'x' }] }, 'CC 1: Email must be an email address'],
		['a bad blind copy', { bcc: [{ email: 'x' }] }, 'BCC 1: Email must be an email address'],
		[
			'a long value',
			{ data: [{ key: 'a', value: 'x'.repeat(65) }] },
			'Custom Data 1: Value is longer than 64 characters',
		],
		[
			'a bad address for events',
			{ eventsUrl: 'n8n' },
			'Events URL must start with http:// or https://',
		],
		[
			'a type that does not exist',
			{ type: 'open' },
			'Type must be one of: delivery, open_document, open_every_document',
		],
		[
			'nothing to open',
			{ type: 'open_document' },
			'Attachments: name at least one field that holds a PDF file, which this Type needs',
		],
		[
			'a text to open',
			{ type: 'open_every_document', attachments: [pdf, text] },
			'Attachments: "b.txt" is not a PDF file, which this Type needs',
		],
		[
			'a file that is too large',
			{ attachments: [{ ...pdf, content: Buffer.alloc(15 * 1024 * 1024 + 1) }] },
			'Attachments: "a.pdf" is larger than 15 MB',
		],
	])('refuses %s', (_, changes, message) => {
		expect(() => emailForm(emailInput(changes))).toThrow(message);
	});

	it('attaches any file to an email of which only the delivery is certified', () => {
		expect(emailForm(emailInput({ attachments: [text] })).files).toEqual([
			{ ...text, field: 'attachments[0]' },
		]);
	});

	it('names all faults at once', () => {
		const input = emailInput({ recipients: [{ email: '', name: '' }], type: 'open_document' });
		expect(() => emailForm(input)).toThrow('3 fields need a correction before anything is sent');
	});
});

describe('smsForm', () => {
	it('names every field as the service does', () => {
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

	it('takes 120 characters', () => {
		expect(smsForm(smsInput({ body: 'x'.repeat(120) })).fields.body).toHaveLength(120);
	});

	it.each([
		[
			'121 characters',
			{ body: 'x'.repeat(121) },
			'Body is 121 characters long: an SMS takes at most 120',
		],
		['no text', { body: ' ' }, 'Body is empty'],
		['no text at all', { body: undefined }, 'Body is empty'],
		['nobody', { recipients: [] }, 'Recipients: add at least one'],
		['no number', { recipients: [{ name: 'Ada', phone: '' }] }, 'Recipient 1: Phone is empty'],
		[
			'a bad number',
			{ recipients: [{ name: 'Ada', phone: 'home' }] },
			'Recipient 1: Phone must be a number with its country code, e.g. 34600000000',
		],
		['no name', { recipients: [{ phone: '34600000000' }] }, 'Recipient 1: Name is empty'],
		[
			'attachments to a text alone',
			{ attachments: [pdf] },
			'Attachments: they need one of the types that track opening, as an SMS holds text only',
		],
		['nothing to open', { type: 'open_document' }, 'Attachments: name at least one field'],
		[
			'a text to open',
			{ type: 'open_document', attachments: [text] },
			'Attachments: "b.txt" is not a PDF file, which this Type needs',
		],
	])('refuses %s', (_, changes, message) => {
		expect(() => smsForm(smsInput(changes))).toThrow(message);
	});
});
