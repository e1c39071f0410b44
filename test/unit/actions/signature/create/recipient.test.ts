import fc from 'fast-check';
import qs from 'qs';
import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { formPairs, type FormValue } from '../../../../../nodes/Signaturit/transport/form';
import { ADA } from '../../../../people';
import { recipients } from './arbitraryRecipients';
import { fieldsOf, input, problemOf, problemsOf, signer } from './problems';

const phone = '34600000000';
const signature = { type: 'signature', page: 1, left: 10, top: 80 };
const sent = (recipient: object) => {
	const [first] = fieldsOf({ recipients: [{ ...signer, ...recipient }] }).recipients as FormValue[];
	return first;
};
const problem = (recipient: object) => problemOf({ recipients: [{ ...signer, ...recipient }] });

describe('a recipient', () => {
	const rows: [given: object, expected?: object][] = [
		[{ type: 'validator' }],
		[
			{ require_sms_validation: 1, sms_code: true, phone },
			{ require_sms_validation: true, sms_code: true, phone },
		],
		[{ require_sms_validation: 'false' }, { require_sms_validation: false }],
		[
			{ require_photo: 2, require_photo_id: '1' },
			{ require_photo: 2, require_photo_id: 1 },
		],
		[{ require_photo: ['1', 0, 2] }, { require_photo: [1, 0, 2] }],
		[{ require_file_attachment: 3 }],
		[{ require_file_attachment: [2, 5] }],
		[
			{
				require_file_attachment: [{ type: 'passport' }, { type: 'other', description: 'Payslip' }],
			},
		],
		[
			{
				sign_with_digital_certificate_file: 1,
				digital_certificate_name: 'company.p12',
				widgets: [signature, { ...signature, type: 'dcf' }],
			},
			{ sign_with_digital_certificate_file: true, digital_certificate_name: 'company.p12' },
		],
		[
			{
				sign_with_digital_certificate_file: 1,
				widgets: [{ type: 'digital certificate', left: 10, top: 80 }],
			},
			{ widgets: [{ type: 'dcf', left: 10, top: 80 }] },
		],
		[{ digital_certificate_name: 'The one of Ada' }],
		[{ phone: 34600000000 }, { phone }],
		[
			{ method: 'sms', email: '', phone, body: 'Sign: [url]' },
			{ method: 'sms', email: undefined, phone, body: 'Sign: {{url}}' },
		],
		[{ method: 'email', subject: 'For Ada' }],
		[
			{ method: 'device', device_id: 'd-1', email: '' },
			{ method: 'device', device_id: 'd-1', email: undefined },
		],
		[{ type: 'qualified' }],
		[{ email: 'Ada Lovelace <ada@example.com>', name: '' }, ADA],
		[
			{ email: '"Lovelace, Ada"<ada@example.com> ', name: undefined },
			{ email: ADA.email, name: 'Lovelace, Ada' },
		],
		[{ email: 'A. L. <ada@example.com>', name: ADA.name }, ADA],
		[{ phone: '112' }],
		[
			{ widgets: null, require_photo: null },
			{ widgets: undefined, require_photo: undefined },
		],
		[
			{ type: 'validator', widgets: [{ ...signature, type: 'text' }] },
			{ widgets: [{ ...signature, type: 'text' }] },
		],
	];
	it.each(rows.map(([given, expected = given]) => [given, expected]))(
		'given as %j is sent as %j',
		(recipient, expected) => {
			expect(sent(recipient)).toMatchObject(expected);
		},
	);

	it('is sent without sms_code when that is off', () => {
		const [pair] = formPairs({ recipient: sent({ sms_code: false }) as FormValue }).filter(
			([name]) => name.includes('sms_code'),
		);
		expect(pair).toBeUndefined();
	});

	it.each<[string, object]>([
		['Email "nobody" is not an email address', { email: 'nobody' }],
		['Email "a@b" is not an email address', { email: 'a@b' }],
		['Email is empty', { email: undefined }],
		['Email is empty', { email: '', method: 'email', phone }],
		['Delivery "emial" is not known: did you mean email?', { method: 'emial' }],
		['Phone is needed when Delivery is SMS', { method: 'sms' }],
		['Device ID is needed when Delivery is Device', { method: 'device', email: '' }],
		['Device ID is needed when Delivery is Device', { method: 'device', device_id: ' ' }],
		['Name is empty', { name: ' ' }],
		['Name {"first":"Ada"} must be text', { name: { first: 'Ada' } }],
		['Type "singer" is not known: did you mean signer?', { type: 'singer' }],
		['Phone is needed for Require SMS Validation', { require_sms_validation: 1 }],
		['Phone is needed for Require SMS Code', { sms_code: true }],
		['Require SMS Code "maybe" must be true or false', { sms_code: 'maybe', phone }],
		['Required Photos -1 must be a whole number, 0 or more', { require_photo: -1 }],
		['Required Photos "many" must be a whole number, 0 or more', { require_photo: 'many' }],
		[
			'Required Photos of document 2 1.5 must be a whole number, 0 or more',
			{ require_photo: [1, 1.5] },
		],
		[
			'Required Photo IDs of document 1 must be a whole number, 0 or more',
			{ require_photo_id: [''] },
		],
		[
			'Required Attachments of document 1 "x" must be a whole number, 0 or more',
			{ require_file_attachment: ['x', 1] },
		],
		[
			'Required Attachments must be either numbers or a list of attachments by type',
			{ require_file_attachment: { numbers: '1', types: [{ type: 'passport' }] } },
		],
		[
			'Description of attachment 1 is needed, as its type is Other',
			{ require_file_attachment: [{ type: 'other', description: '' }] },
		],
		['Attachment 2 must be an object', { require_file_attachment: [{ type: 'passport' }, 3] }],
		[
			'Certificate Name "mine.pem" must end in .pfx or .p12',
			{ digital_certificate_name: 'mine.pem' },
		],
		[
			'Sign With Certificate needs a widget of the type Digital Certificate',
			{ sign_with_digital_certificate_file: true, widgets: [signature] },
		],
		['Widgets must be a list', { widgets: 'signature' }],
		['A recipient has no field "emial": did you mean email?', { emial: 'x' }],
		['A recipient has no field "constructor"', { constructor: 1 }],
		['A recipient has no field "widget": did you mean widgets?', { widget: 2 }],
		['A recipient has no field "a[b]"', { 'a[b]': 2 }],
	])('is rejected with "%s" when given as %j', (message, recipient) => {
		expect(problem(recipient)).toBe(`Recipient 1: ${message}`);
	});

	it('may have no signature among its widgets when another one has', () => {
		const text = { ...signer, widgets: [{ ...signature, type: 'text' }] };
		const signed = { ...signer, widgets: [signature] };
		expect(fieldsOf({ recipients: [text, signed] }).recipients).toHaveLength(2);
		const problem = 'Widgets: at least one must be a signature or a digital certificate';
		expect(problemOf({ recipients: [text] })).toBe(problem);
		expect(problemOf({ recipients: [text, signer, { ...signed, type: 'validator' }] })).toBe(
			problem,
		);
		const newer = { ...signer, widgets: [{ ...signature, type: 'initials' }] };
		expect(fieldsOf({ recipients: [text, newer] }).recipients).toHaveLength(2);
	});

	it('that is not an object is rejected', () => {
		expect(problemOf({ recipients: [signer, ADA.email] })).toBe(
			'Recipient 2: A recipient must be an object such as { "email": "…", "name": "…" }',
		);
	});

	it('with the key __proto__ is rejected', () => {
		const recipient: unknown = JSON.parse(
			'{"email":"ada@example.com","name":"Ada","__proto__":{"x":1}}',
		);
		expect(problemOf({ recipients: [recipient] })).toBe(
			'Recipient 1: A recipient has no field "__proto__"',
		);
	});

	it('is rejected with all its problems at once, also those about several fields', () => {
		const problems = problemsOf({
			deliveryType: 'sms',
			body: 'No link',
			recipients: [
				{ ...signer, email: 5, sms_code: true, widgets: [{ ...signature, left: 0, type: 'text' }] },
				{ ...signer, name: '', phone: 'call me', require_photo: [1, 'x'], phnoe: 1 },
			],
		});
		expect(problems).toEqual([
			'Recipient 1: Email 5 is not an email address, and 9 more to correct',
			'Nothing was sent.',
			'• Recipient 1: Email 5 is not an email address',
			'• Recipient 1, Widget 1: Left 0 must be a number between 1 and 100',
			'• Recipient 1: Phone is needed when Delivery Type is SMS',
			'• Recipient 1: Phone is needed for Require SMS Code',
			'• Recipient 2: A recipient has no field "phnoe": did you mean phone?',
			'• Recipient 2: Phone "call me" must be a number with its country code, e.g. 34600000000',
			'• Recipient 2: Required Photos of document 2 "x" must be a whole number, 0 or more',
			'• Recipient 2: Name is empty',
			'• SMS Body must contain [url] when Delivery Type is SMS: the link goes there',
			'• Widgets: at least one must be a signature or a digital certificate',
		]);
	});
});

/** The value as a server reads it: everything is text, switches are 1 or 0, and missing values are left out. */
function asText(value: unknown): unknown {
	if (typeof value === 'boolean') return value ? '1' : '0';
	if (Array.isArray(value)) return value.map(asText);
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
		return Object.fromEntries(entries.map(([name, entry]) => [name, asText(entry)]));
	}
	return String(value);
}

/** Names of switches: they are sent as 1 or 0, however they were given. */
const switches = /^(editable|required|default|require_sms_validation|sms_code)$/;

describe('any valid list of recipients', () => {
	it('is encoded so that an independent decoder reads it back unchanged', () => {
		fc.assert(
			fc.property(recipients, (list) => {
				const { fields } = signatureForm(input({ recipients: list }));
				const body = new URLSearchParams(formPairs({ recipients: fields.recipients })).toString();
				const read = qs.parse(body, { depth: 10, arrayLimit: 100, parameterLimit: 100_000 });
				const given = JSON.parse(JSON.stringify(list), (key, value: unknown) =>
					switches.test(key) && (value === 1 || value === 0) ? Boolean(value) : value,
				) as unknown;
				expect(read).toEqual(asText({ recipients: given }));
			}),
		);
	});
});
