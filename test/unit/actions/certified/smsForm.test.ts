import { smsForm } from '../../../../nodes/Signaturit/actions/certified/certifiedForms';
import { ADA } from '../../../people';

const pdf = {
	fileName: 'a.pdf',
	mimeType: 'application/pdf',
	content: Buffer.from('%PDF-1.7\n%%EOF'),
};
const text = { fileName: 'b.txt', mimeType: 'text/plain', content: Buffer.from('text') };

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
			'no attachment to open',
			{ type: 'open_document' },
			'This Certification Type tracks the opening of PDF files, but there are no Attachments',
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

	it.each([
		[
			'a body of 121 characters',
			{ body: 'x'.repeat(121) },
			'SMS Body is 121 characters long: an SMS takes at most 120',
		],
		['no recipient', { recipients: [] }, 'Recipients: add at least one'],
		[
			'an empty phone number',
			{ recipients: [{ name: ADA.name, phone: '' }] },
			'Recipient 1: Phone is empty',
		],
		[
			'an invalid phone number',
			{ recipients: [{ name: ADA.name, phone: 'home' }] },
			'Recipient 1: Phone "home" must be a number with its country code, e.g. 34600000000',
		],
		[
			'a text file to open',
			{ type: 'open_document', attachments: [text] },
			'Attachments: "b.txt" is not a PDF file, which this Certification Type needs',
		],
	])('rejects an SMS with %s', (_, changes, message) => {
		expect(() => smsForm(smsInput(changes))).toThrow(message);
	});
});
