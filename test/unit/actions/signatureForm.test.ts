import {
	signatureForm,
	type SignatureInput,
} from '../../../nodes/Signaturit/actions/signature/signatureForm';

const pdf = {
	fileName: 'contract.pdf',
	mimeType: 'application/pdf',
	content: Buffer.from('%PDF-1.7\n…\n%%EOF'),
};
const ada = { email: 'ada@example.com', name: 'Ada', phone: '', type: 'signer' };
const input = (changes: SignatureInput = {}): SignatureInput => ({
	files: [pdf],
	recipients: [ada],
	data: [],
	...changes,
});
const fieldsOf = (changes: SignatureInput) => signatureForm(input(changes)).fields;

/** The message, and every line of the description. */
function faultsOf(changes: SignatureInput): string[] {
	try {
		signatureForm(input(changes));
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return [message, ...description.split('\n')];
	}
	throw new Error('The input was expected to be refused');
}

describe('signatureForm', () => {
	it("uses the service's names and leaves out what is empty", () => {
		const { fields, files } = signatureForm(
			input({
				name: 'Employment contract',
				subject: '',
				body: 'Dear <b>Ada</b>,\n please sign. ',
				deliveryType: 'email',
				signingMode: 'parallel',
				data: [{ key: 'crm_id', value: 2445 }],
				eventsUrl: 'https://n8n.example.com/webhook/1/events.json',
			}),
		);
		expect(fields).toEqual({
			name: 'Employment contract',
			recipients: [{ email: 'ada@example.com', name: 'Ada', phone: undefined, type: 'signer' }],
			subject: undefined,
			body: 'Dear <b>Ada</b>,\n please sign. ',
			delivery_type: 'email',
			signing_mode: 'parallel',
			data: { crm_id: '2445' },
			events_url: 'https://n8n.example.com/webhook/1/events.json',
		});
		expect(files).toEqual([{ ...pdf, field: 'files[0]' }]);
	});

	it('numbers several files in their order', () => {
		const { files } = signatureForm(input({ files: [pdf, { ...pdf, fileName: 'annex.pdf' }] }));
		expect(files.map(({ field, fileName }) => [field, fileName])).toEqual([
			['files[0]', 'contract.pdf'],
			['files[1]', 'annex.pdf'],
		]);
	});

	it.each([
		['d0cf11e0a1b11ae1', 'letter.doc'],
		['504b030414000600', 'letter.docx'],
	])('takes Word files by their content (%s)', (hex, fileName) => {
		const content = Buffer.from(hex, 'hex');
		expect(signatureForm(input({ files: [{ ...pdf, fileName, content }] })).files).toHaveLength(1);
	});

	it.each(['+34 600 00-00-00', '0034600000000', '34600000000'])(
		'sends the phone number %s as digits with the country code',
		(phone) => {
			expect(fieldsOf({ recipients: [{ ...ada, phone }] }).recipients).toMatchObject([
				{ phone: '34600000000' },
			]);
		},
	);

	it("puts the service's tag into an SMS where [url] is written", () => {
		const recipients = [{ ...ada, phone: '34600000000' }];
		const body = 'Sign here: [url]';
		expect(fieldsOf({ deliveryType: 'sms', recipients, body }).body).toBe('Sign here: {{url}}');
		expect(fieldsOf({ deliveryType: 'email', body }).body).toBe(body);
	});

	it('names every fault at once, by the names in the panel', () => {
		const faults = faultsOf({
			files: [{ ...pdf, fileName: 'photo.png', content: Buffer.from('89504e47', 'hex') }],
			recipients: [ada, { ...ada, email: 'nobody', name: '' }],
			data: [{ key: 'note', value: 'x'.repeat(65) }],
		});
		expect(faults).toEqual([
			'4 fields need a correction before anything is sent',
			'• Input Binary Field(s): "photo.png" is not a PDF, DOC or DOCX file',
			'• Recipient 2: Email must be an email address',
			'• Recipient 2: Name is empty',
			'• Custom Data 1: Value is longer than 64 characters',
		]);
	});

	it.each<[string, SignatureInput]>([
		['Recipients: add at least one', { recipients: [] }],
		['Input Binary Field(s): name at least one field that holds a file', { files: [] }],
		[
			'Input Binary Field(s): "contract.pdf" is larger than 15 MB',
			{
				files: [{ ...pdf, content: Buffer.concat([pdf.content, Buffer.alloc(15 * 1024 * 1024)]) }],
			},
		],
		['Recipient 1: Phone is needed when Delivery Type is SMS', { deliveryType: 'sms' }],
		[
			'Recipient 1: Phone must be a number with its country code, e.g. 34600000000',
			{ recipients: [{ ...ada, phone: 'call me' }] },
		],
		[
			'Body must contain [url] when Delivery Type is SMS: the link goes there',
			{ deliveryType: 'sms', body: 'Hi', recipients: [{ ...ada, phone: '34600000000' }] },
		],
		['Events URL must start with http:// or https://', { eventsUrl: 'n8n.example.com' }],
		['Custom Data 1: Key is empty', { data: [{ key: ' ', value: 'x' }] }],
		['Custom Data 1: Key must not contain square brackets', { data: [{ key: 'a[b]', value: '' }] }],
		[
			'Custom Data 2: Key "a" is used twice',
			{
				data: [
					{ key: 'a', value: '1' },
					{ key: 'a', value: '2' },
				],
			},
		],
	])('refuses: %s', (message, changes) => {
		expect(faultsOf(changes)).toEqual([message, 'Nothing was sent to Signaturit.']);
	});
});
