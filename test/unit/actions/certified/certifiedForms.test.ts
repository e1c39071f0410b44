import fc from 'fast-check';
import qs from 'qs';
import { emailForm, smsForm } from '../../../../nodes/Signaturit/actions/certified/certifiedForms';
import { Unfound } from '../../../../nodes/Signaturit/input/schemas';
import { urlEncoded } from '../../../../nodes/Signaturit/transport/form';
import { bare, isUnreadable, isUnseenText } from '../../../../nodes/Signaturit/transport/text';
import { ADA, MARY } from '../../../people';

const pdf = {
	fileName: 'a.pdf',
	mimeType: 'application/pdf',
	content: Buffer.from('%PDF-1.7\n%%EOF'),
};
const text = { fileName: 'b.txt', mimeType: 'text/plain', content: Buffer.from('text') };
const emailInput = (changes = {}) => ({
	recipients: [ADA],
	subject: 'Notice',
	body: 'Dear Ada',
	type: 'delivery',
	attachments: [],
	data: [],
	timeZone: 'Europe/Madrid',
	...changes,
});

/** The error that the user reads: its message, then each line of its description. */
function problemsOf(run: () => unknown): string[] {
	try {
		run();
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return [message, ...description.split('\n')];
	}
	throw new Error('The input was expected to be invalid');
}

/** The fields as an independent decoder reads them from the body. */
const decoded = ({ fields }: ReturnType<typeof emailForm>) =>
	qs.parse(urlEncoded(fields).toString(), { depth: 10 });

describe('emailForm', () => {
	it('is the same with another phone, which does nothing', () => {
		const contentsOf = (phone: string) =>
			emailForm(emailInput({ recipients: [{ ...ADA, phone }] })).contents;
		expect(contentsOf('34600000000')).toEqual(contentsOf('34600000001'));
	});

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
			recipients: [ADA],
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
		[{}, [ADA]],
		[{ cc: [], bcc: undefined }, [ADA]],
		[{ cc: [MARY] }, { to: [ADA], cc: [MARY] }],
		[{ bcc: [MARY] }, { to: [ADA], bcc: [MARY] }],
		[
			{ cc: [MARY], bcc: [ADA] },
			{ to: [ADA], cc: [MARY], bcc: [ADA] },
		],
		[
			{ cc: [{ email: 'x@example.com', name: '' }] },
			{ to: [ADA], cc: [{ email: 'x@example.com' }] },
		],
	])('adds the copies %j to the recipients', (copies, recipients) => {
		expect(decoded(emailForm(emailInput(copies))).recipients).toEqual(recipients);
	});

	/** Neither blank nor read in the wrong encoding. */
	const readableText = fc
		.string({ unit: 'grapheme', minLength: 1 })
		.filter((text) => !isUnseenText(text) && !isUnreadable(text));

	it('keeps any text so that an independent decoder reads it back unchanged', () => {
		fc.assert(
			fc.property(readableText, readableText, (name, body) => {
				const form = emailForm(emailInput({ recipients: [{ ...ADA, name }], cc: [MARY], body }));
				expect(decoded(form)).toMatchObject({
					recipients: { to: [{ name: bare(name) }], cc: [MARY] },
					body,
				});
			}),
		);
	});

	it.each<[string, object]>([
		['Recipients: add at least one', { recipients: [] }],
		[
			'Recipient 2: Email "nobody" is not an email address',
			{ recipients: [ADA, { email: 'nobody', name: 'X' }] },
		],
		['CC 1: Email "x" is not an email address', { cc: [{ email: 'x' }] }],
		['BCC 1: Email "x" is not an email address', { bcc: [{ email: 'x' }] }],
		['Email Subject {} must be text', { subject: {} }],
		['"a.pdf" is empty', { attachments: [{ ...pdf, content: Buffer.alloc(0) }] }],
		[
			'Attachments: the item has no file "x"',
			{ attachments: [{ ...pdf, problem: 'the item has no file "x"' }] },
		],
		[
			'Recipients "ada@example.com" must be a JSON list such as [{ "email": "…", "name": "…" }]',
			{ recipients: ADA.email },
		],
		[
			'This workflow has no trigger',
			{ eventsUrl: { problem: 'This workflow has no trigger', advice: 'Add one.' } },
		],
		['Events URL "n8n" must start with http:// or https://', { eventsUrl: 'n8n' }],
		[
			'Attachments: "b.txt" is not a PDF file, which this Certification Type needs',
			{ type: 'open_every_document', attachments: [pdf, text] },
		],
		[
			'Attachments: "a.pdf" is larger than 15 MB',
			{ attachments: [{ ...pdf, content: Buffer.alloc(15 * 1024 * 1024 + 1) }] },
		],
	])('rejects an email with "%s"', (message, changes) => {
		expect(() => emailForm(emailInput(changes))).toThrow(message);
	});

	it.each([
		['no subject', { subject: undefined }, 'Email Subject is empty'],
		['a blank subject', { subject: ' ' }, 'Email Subject is empty'],
		['a blank body', { body: '\n' }, 'Email Body is empty'],
		[
			'no attachment to open',
			{ type: 'open_every_document' },
			'This Certification Type tracks the opening of PDF files, but there are no Attachments',
		],
		[
			'a web address',
			{ body: '<a href="https://example.com">Read</a>' },
			'Email Body has a web address: Signaturit may refuse texts with http://, https:// or www.',
		],
	])('sends an email with %s, and hints at it', (_, changes, hint) => {
		expect(emailForm(emailInput(changes)).hints).toEqual([hint]);
	});

	it('sends an email to a recipient without a name, without a hint', () => {
		const { fields, hints } = emailForm(emailInput({ recipients: [{ ...ADA, name: ' ' }] }));
		expect(fields.recipients).toEqual([{ email: ADA.email }]);
		expect(hints).toEqual([]);
	});

	it('takes the name that stands before an email address', () => {
		const email = `${MARY.name} <${MARY.email}>`;
		const { fields } = emailForm(emailInput({ recipients: [{ email }], cc: [{ email }] }));
		expect(fields.recipients).toEqual({ to: [MARY], cc: [MARY], bcc: [] });
	});

	it('accepts a file of any kind when only the delivery is certified', () => {
		expect(emailForm(emailInput({ attachments: [text] })).files).toEqual([
			{ ...text, field: 'attachments[0]' },
		]);
	});

	it('reports all problems at once', () => {
		const input = emailInput({
			recipients: [{ email: '', name: {} }],
			subject: {},
			body: [],
			type: 'open_document',
			attachments: [text, { ...pdf, problem: 'the item has no file "x"' }],
			bcc: [5],
			data: null,
			eventsUrl: new Unfound('This workflow has no trigger', 'Add one.'),
		});
		expect(problemsOf(() => emailForm(input))).toEqual([
			'Attachments: "b.txt" is not a PDF file, which this Certification Type needs, and 8 more to correct',
			'Nothing was sent.',
			'• Attachments: "b.txt" is not a PDF file, which this Certification Type needs',
			'• Attachments: the item has no file "x"',
			'• Custom Data must be a JSON object such as { "crm_id": "2445" }',
			'• This workflow has no trigger. Add one.',
			'• Recipient 1: Email is empty',
			'• Recipient 1: Name {} must be text',
			'• BCC 1: A copy must be an object such as { "email": "…", "name": "…" }',
			'• Email Subject {} must be text',
			'• Email Body [] must be text',
		]);
	});

	it('accepts values of custom data of any length, and keys with brackets', () => {
		const data = { note: 'x'.repeat(500), 'address[0]': 'Main Street' };
		expect(decoded(emailForm(emailInput({ data }))).data).toEqual(data);
	});
});

const smsInput = (changes = {}) => ({
	recipients: [{ name: ADA.name, phone: '+34 600-000-000' }],
	body: 'Your appointment is tomorrow.',
	type: 'delivery',
	attachments: [],
	data: [],
	timeZone: 'Europe/Madrid',
	...changes,
});

describe('smsForm', () => {
	it("uses the service's names for the fields of an SMS", () => {
		const { fields, files } = smsForm(
			smsInput({ type: 'open_document', attachments: [pdf], brandingId: 'b1' }),
		);
		expect(fields).toEqual({
			recipients: [{ name: ADA.name, phone: '34600000000' }],
			body: 'Your appointment is tomorrow.',
			type: 'open_document',
			branding_id: 'b1',
			data: {},
			events_url: undefined,
		});
		expect(files.map(({ field }) => field)).toEqual(['attachments[0]']);
	});

	it('hints at what only certified emails have, and sends it', () => {
		const recipients = [{ name: ADA.name, phone: '34600000000', email: ADA.email }];
		const additional = { subject: 'Notice', cc: [{ email: ADA.email }] };
		const { fields, hints } = smsForm(smsInput({ recipients, additional }));
		expect(fields).toMatchObject({ recipients, ...additional });
		expect(hints).toEqual([expect.stringMatching(/subject.*cc.*email/s)]);
	});

	it('is another one with another phone, also if a row of a table has an email too', () => {
		const contentsOf = (phone: string) =>
			smsForm(smsInput({ recipients: [{ ...ADA, phone }] })).contents;
		expect(contentsOf('34600000000')).not.toEqual(contentsOf('34600000001'));
	});

	it('accepts an SMS body of 120 characters', () => {
		expect(smsForm(smsInput({ body: 'x'.repeat(120) })).fields.body).toHaveLength(120);
		expect(smsForm(smsInput({ body: '😀'.repeat(120) })).hints).toEqual([]);
	});

	it.each([
		['a blank body', { body: ' ' }, 'SMS Body is empty'],
		['a missing body', { body: undefined }, 'SMS Body is empty'],
		[
			'attachments when only the delivery is certified',
			{ attachments: [pdf] },
			'Attachments of a certified SMS work only with the types that track opening',
		],
		[
			'a phone without a country code',
			{ recipients: [{ phone: '600112233' }] },
			'Recipient 1: Phone has no country code that is known, e.g. 34 for Spain: 34600000000',
		],
		[
			'a web address',
			{ body: 'See www.example.com' },
			'SMS Body has a web address: Signaturit may refuse texts with http://, https:// or www.',
		],
	])('sends an SMS with %s, and hints at it', (_, changes, hint) => {
		expect(smsForm(smsInput(changes)).hints).toEqual([hint]);
	});

	it('sends an SMS to a recipient without a name', () => {
		expect(smsForm(smsInput({ recipients: [{ phone: '34600000000' }] }))).toMatchObject({
			fields: { recipients: [{ phone: '34600000000' }] },
			hints: [],
		});
	});

	it.each<[string, object]>([
		['SMS Body is 121 characters long: an SMS takes at most 120', { body: 'x'.repeat(121) }],
		['Recipients: add at least one', { recipients: [] }],
		['Recipient 1: Phone is empty', { recipients: [{ name: ADA.name, phone: '' }] }],
		[
			'Recipient 1: Phone "home" must be a number with its country code, e.g. 34600000000',
			{ recipients: [{ name: ADA.name, phone: 'home' }] },
		],
		[
			'Attachments: "b.txt" is not a PDF file, which this Certification Type needs',
			{ type: 'open_document', attachments: [text] },
		],
	])('rejects an SMS with "%s"', (message, changes) => {
		expect(() => smsForm(smsInput(changes))).toThrow(message);
	});
});
