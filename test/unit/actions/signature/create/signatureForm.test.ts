import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { ADA, MARY } from '../../../../people';
import { docOf, docxOf } from '../../../../workflow/engine/wordFiles';
import { fieldsOf, input, pdf, problemOf, problemsOf, signer, type Changes } from './problems';

describe('signatureForm', () => {
	it("uses the service's names for the fields, and leaves out empty fields", () => {
		const { fields, files } = signatureForm(
			input({
				name: 'Employment contract',
				subject: '',
				body: 'Dear <b>Ada</b>,\n please sign. ',
				deliveryType: 'email',
				signingMode: 'parallel',
				data: [{ key: 'crm_id', value: 2445 }],
				eventsUrl: 'https://n8n.example.com/webhook/1/events.json',
				templates: ['#annex', '3d1bf4f8-bcfe-11e3-8d1e-0a063b2144ed'],
				brandingId: 'b-1',
				callbackUrl: 'https://www.example.com/thanks?x=1',
				cc: [MARY, { email: 'max@example.com', name: '' }],
				expireTime: '14',
				reminders: ['2', ' 5'],
				replyTo: 'contracts@example.com',
				type: 'smart',
			}),
		);
		expect(fields).toEqual({
			name: 'Employment contract',
			recipients: [{ ...ADA, phone: undefined, type: 'signer' }],
			subject: undefined,
			body: 'Dear <b>Ada</b>,\n please sign. ',
			delivery_type: 'email',
			signing_mode: 'parallel',
			data: { crm_id: '2445' },
			events_url: 'https://n8n.example.com/webhook/1/events.json',
			templates: ['#annex', '3d1bf4f8-bcfe-11e3-8d1e-0a063b2144ed'],
			branding_id: 'b-1',
			callback_url: 'https://www.example.com/thanks?x=1',
			cc: [MARY, { email: 'max@example.com' }],
			expire_time: 14,
			reminders: [2, 5],
			reply_to: 'contracts@example.com',
			type: 'smart',
		});
		expect(files).toEqual([{ ...pdf, field: 'files[0]' }]);
	});

	it('numbers several files in the given order', () => {
		const { files } = signatureForm(input({ files: [pdf, { ...pdf, fileName: 'annex.pdf' }] }));
		expect(files.map(({ field, fileName }) => [field, fileName])).toEqual([
			['files[0]', 'contract.pdf'],
			['files[1]', 'annex.pdf'],
		]);
	});

	it.each(['+34 600 00-00-00', '0034600000000', '34600000000'])(
		'sends the phone number %s as digits with the country code',
		(phone) => {
			expect(fieldsOf({ recipients: [{ ...signer, phone }] }).recipients).toMatchObject([
				{ phone: '34600000000' },
			]);
		},
	);

	it('accepts templates without any file', () => {
		const { fields, files } = signatureForm(input({ files: undefined, templates: ['#nda'] }));
		expect(files).toEqual([]);
		expect(fields.templates).toEqual(['#nda']);
	});

	it.each([
		[1, 1],
		['365', 365],
		[1.5, 1.5],
	])('accepts %j as Expires After (Days)', (expireTime, days) => {
		expect(fieldsOf({ expireTime }).expire_time).toBe(days);
	});

	it.each([
		[0, 0],
		['7', 7],
		[['0'], [0]],
		[
			['0', '3'],
			[0, 3],
		],
		[1.5, 1.5],
		[
			['3', '7', '14'],
			[3, 7, 14],
		],
	])('accepts %j as the days of reminders', (reminders, days) => {
		expect(fieldsOf({ reminders }).reminders).toEqual(days);
	});

	it('sends an SMS body of any length', () => {
		const recipients = [{ ...signer, phone: '34600000000' }];
		const body = `${'x'.repeat(500)}[url]`;
		expect(fieldsOf({ deliveryType: 'sms', recipients, body }).body).toHaveLength(507);
	});

	it('sends any redirect URL, as apps have addresses of their own', () => {
		expect(fieldsOf({ callbackUrl: ' myapp://signed\n' }).callback_url).toBe('myapp://signed');
	});

	it.each<[unknown, unknown]>([
		[undefined, undefined],
		[
			{ crm_id: 5, vip: true },
			{ crm_id: '5', vip: '1' },
		],
		[[{ key: 'crm_id', value: 5 }], { crm_id: '5' }],
	])('sends the custom data %j as %j', (data, expected) => {
		expect(fieldsOf({ data }).data).toEqual(expected);
	});

	it.each<[unknown, unknown]>([
		[undefined, undefined],
		[[], []],
		[[MARY.email], [{ email: MARY.email }]],
		[MARY, [MARY]],
		[['Mary Somerville <mary@example.com>'], [MARY]],
	])('sends the copies %j as %j', (cc, expected) => {
		expect(fieldsOf({ cc }).cc).toEqual(expected);
	});

	it('replaces [url] by {{url}} in the body of an SMS, but not of an email', () => {
		const recipients = [{ ...signer, phone: '34600000000' }];
		const body = 'Sign here: [url]';
		expect(fieldsOf({ deliveryType: 'sms', recipients, body }).body).toBe('Sign here: {{url}}');
		expect(fieldsOf({ deliveryType: 'email', body }).body).toBe(body);
	});

	it('reports all problems at once, with the names of the fields in the panel', () => {
		const problems = problemsOf({
			files: [{ ...pdf, fileName: 'photo.png', content: Buffer.from('89504e47', 'hex') }],
			recipients: [signer, { ...signer, email: 'nobody', name: '' }],
			data: [{ key: 'note', value: {} }],
		});
		expect(problems).toEqual([
			'Input Binary Field(s): "photo.png" is not a PDF, DOC or DOCX file, and 3 more to correct',
			'Nothing was sent.',
			'• Input Binary Field(s): "photo.png" is not a PDF, DOC or DOCX file',
			'• Recipient 2: Email "nobody" is not an email address',
			'• Recipient 2: Name is empty',
			'• Custom Data 1: Value of "note" {} must be text, a number or a date',
		]);
	});

	it.each<[string, Changes]>([
		['Recipients: add at least one', { recipients: [] }],
		[
			'Recipients must be a JSON list such as [{ "email": "…", "name": "…" }]',
			{ recipients: null },
		],
		['Templates: add at least one', { files: undefined, templates: [] }],
		[
			'Input Binary Field(s) or Templates: at least one of them must hold a document',
			{ files: [], templates: [] },
		],
		['Template 2: ID or hashtag is empty', { templates: ['#nda', ' '] }],
		['Redirect URL After Signing {"an":"object"} must be text', { callbackUrl: { an: 'object' } }],
		['CC 2: Email "nobody" is not an email address', { cc: [ADA.email, { email: 'nobody' }] }],
		['Expires After (Days) 0 must be a number between 1 and 365', { expireTime: 0 }],
		['Expires After (Days) 366 must be a number between 1 and 365', { expireTime: 366 }],
		['Reminders -1 must be a number, 0 or more', { reminders: -1 }],
		['Reminders "weekly" must be a number, 0 or more', { reminders: 'weekly' }],
		['Number 2 of Reminders must be a number, 0 or more', { reminders: ['3', ''] }],
		['Reply To "me" is not an email address', { replyTo: 'me' }],
		['Email Subject {"an":"object"} must be text', { subject: { an: 'object' } }],
		['Delivery Type "emial" is not known: did you mean email?', { deliveryType: 'emial' }],
		[
			'Signing Mode "sequental" is not known: did you mean sequential?',
			{ signingMode: 'sequental' },
		],
		['Signature Type "advance" is not known: did you mean advanced?', { type: 'advance' }],
		[
			'Input Binary Field(s): there is no file to send. Name a field of the item that holds one',
			{ files: [] },
		],
		[
			'Input Binary Field(s): "contract.pdf" is larger than 15 MB',
			{
				files: [{ ...pdf, content: Buffer.concat([pdf.content, Buffer.alloc(15 * 1024 * 1024)]) }],
			},
		],
		['Recipient 1: Phone is needed when Delivery Type is SMS', { deliveryType: 'sms' }],
		[
			'SMS Body must contain [url] when Delivery Type is SMS: the link goes there',
			{ deliveryType: 'sms', body: 'Hi', recipients: [{ ...signer, phone: '34600000000' }] },
		],
		[
			'SMS Body {} must be text',
			{ deliveryType: 'sms', body: {}, recipients: [{ ...signer, phone: '1' }] },
		],
		[
			'Events URL "n8n.example.com" must start with http:// or https://',
			{ eventsUrl: 'n8n.example.com' },
		],
		[
			'Custom Data 1: Key "a]b[" has a square bracket without its other half',
			{ data: [{ key: 'a]b[', value: '' }] },
		],
		['Custom Data "crm_id" must be a JSON object such as { "crm_id": "2445" }', { data: 'crm_id' }],
		['Custom Data 1: A pair must be an object', { data: ['crm_id'] }],
		['CC 5 must be a JSON list such as [{ "email": "…", "name": "…" }]', { cc: 5 }],
		['Templates must be a JSON list such as ["#nda"]', { files: undefined, templates: null }],
		['Templates: add at least one', { templates: {} }],
		['Template 1: ID or hashtag {"name":"#nda"} must be text', { templates: [{ name: '#nda' }] }],
		[
			'Input Binary Field(s): "contract.pdf" is empty',
			{ files: [{ ...pdf, content: Buffer.alloc(0) }] },
		],
		[
			'Input Binary Field(s): the item has no file "annex"',
			{
				files: [pdf, { ...pdf, content: Buffer.alloc(0), problem: 'the item has no file "annex"' }],
			},
		],
	])('rejects invalid input with "%s"', (message, changes) => {
		expect(problemsOf(changes)).toEqual([message, 'Nothing was sent.']);
	});
});

describe('Additional Parameters', () => {
	it.each<[string, object]>([
		[
			'Additional Parameters (JSON): "recipients" has a field of its own',
			{ additional: { recipients: [] } },
		],
		[
			'Additional Parameters (JSON): "data" has a field of its own',
			{ additional: { data: { crm_id: 1 } } },
		],
		[
			'Additional Parameters (JSON): "subject" is filled by a field too',
			{ subject: 'Hi', additional: { subject: 'Ho' } },
		],
		[
			'Additional Parameters (JSON) has no field "signing_mod": did you mean signing_mode?',
			{ additional: { signing_mod: 'parallel' } },
		],
		// Some parsers of forms leave out the blank, and would take it for the custom data.
		[
			'Additional Parameters (JSON) has no field " data": did you mean data?',
			{ additional: { ' data': { n8n_reference: 'forged' } } },
		],
		[
			'Additional Parameters (JSON) has no field "Recipients": did you mean recipients?',
			{ additional: { Recipients: [] } },
		],
		['Additional Parameters (JSON) must be an object', { additional: [1] }],
	])('are refused with "%s"', (message, changes) => {
		expect(problemOf(changes)).toBe(message);
	});
});

describe('the files of a signature request', () => {
	it.each([
		['DOC', docOf()],
		['DOCX', docxOf('A contract')],
	])('may be a Word file by its content (%s)', (_, content) => {
		const fileName = 'letter';
		expect(signatureForm(input({ files: [{ ...pdf, fileName, content }] })).files).toHaveLength(1);
	});

	it('are compared by their names alone, as a contract that is rendered again has other bytes', () => {
		const contents = (pages?: number) =>
			signatureForm(input({ files: [{ ...pdf, pages }] })).contents;
		expect(contents(2)).toEqual(contents());
		expect(contents(2).files).toEqual(['contract.pdf']);
	});
});
