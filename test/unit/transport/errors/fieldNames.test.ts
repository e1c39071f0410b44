import fc from 'fast-check';
import { requestNames } from '../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { inPanelWords } from '../../../../nodes/Signaturit/transport/errors/fieldNames';

const key = fc.oneof(
	fc.constantFrom('0', '7', 'widgets', 'options', 'select', 'to', 'cc', '__proto__'),
	fc.stringMatching(/^[^[\]\n]{0,9}$/),
);

describe('inPanelWords', () => {
	it.each([
		[
			'Invalid recipients[0][widgets][0][page]: must be 1 to 2',
			'Recipient 1, Widget 1: Page must be 1 to 2',
		],
		['recipients[2][email]: no address', 'Recipient 3: Email: no address'],
		['Invalid recipients[0][phone]', 'Recipient 1: Phone is invalid'],
		['Unknown parameter recipients[0][nick]', 'Unknown parameter Recipient 1: "nick"'],
		['Check recipients[0][name] and cc[1][email]!', 'Check Recipient 1: Name and CC 2: Email!'],
		['expire_time: must be 1 to 365', 'Expires After (Days) must be 1 to 365'],
		['expire_time: must be\n1 to 365', 'Expires After (Days) must be\n1 to 365'],
		['files: need a name', 'Input Binary Field(s) need a name'],
		['Invalid branding_id', 'Branding is invalid'],
		['Invalid data[crm id]', 'Custom Data "crm id" is invalid'],
		['data[crm_id]: is longer than 64', 'Custom Data "crm_id" is longer than 64'],
		[
			'files: a file or a template is required',
			'Input Binary Field(s): a file or a template is required',
		],
		['Invalid files[0]', 'File 1 is invalid'],
		['Invalid templates[1]', 'Template 2 is invalid'],
		['Invalid attachments[0]', 'Attachment 1 is invalid'],
		['Invalid recipients[to][0][name]', 'Recipient 1: Name is invalid'],
		['Invalid recipients[bcc][1][email]', 'BCC 2: Email is invalid'],
		['Invalid recipients[one]', 'Recipients: "one" is invalid'],
		['Invalid recipients[0][page][1]', 'Recipient 1: "page.1" is invalid'],
		['Invalid recipients[0][phone][1]', 'Recipient 1: Phone is invalid'],
		['Invalid recipients[0][widgets][0]', 'Recipient 1, Widget 1 is invalid'],
		['page: must be 1\nor 2, recipients[0][email]', 'page: must be 1\nor 2, Recipient 1: Email'],
	])('turns %j into %j', (line, expected) => {
		expect(inPanelWords(line, '', requestNames)).toBe(expected);
	});

	it.each([
		'Invalid pdf',
		'Invalid file size',
		'Invalid recipient list',
		'Invalid recipient email address',
		'You cannot cancel a non-ready request',
		'the body: not sent',
		'body',
		'Invalid unknown_field[0][email]',
		'unknown_field: must be text',
		'constructor: must be text',
		'Invalid __proto__[toString]',
		'[0][email] and [url]',
	])('leaves %j as it is', (line) => {
		expect(inPanelWords(line, '', requestNames)).toBe(line);
	});

	it('never throws, and leaves text without brackets and colons unchanged', () => {
		const text = fc.string().map((line) => line.replace(/[[\]:]|^Invalid /g, ''));
		fc.assert(fc.property(text, (line) => inPanelWords(line, '', requestNames) === line));
	});

	it('never throws, whatever is in the brackets', () => {
		const parameter = fc
			.tuple(fc.constantFrom('recipients', 'cc', 'data', 'files', 'reminders'), fc.array(key))
			.map(([name, keys]) => name + keys.map((one) => `[${one}]`).join(''));
		fc.assert(
			fc.property(parameter, (path) => {
				expect(inPanelWords(`Invalid ${path}`, '', requestNames)).toMatch(/\S is invalid$/);
			}),
		);
	});
});
