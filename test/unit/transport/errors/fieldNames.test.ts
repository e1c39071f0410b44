import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';
import { branding, brandingNames } from '../../../../nodes/Signaturit/actions/resources/branding';
import { subscription } from '../../../../nodes/Signaturit/actions/resources/subscription';
import { certifiedEmail } from '../../../../nodes/Signaturit/actions/certified/certifiedEmail';
import {
	emailNames,
	smsNames,
} from '../../../../nodes/Signaturit/actions/certified/certifiedForms';
import { certifiedSms } from '../../../../nodes/Signaturit/actions/certified/certifiedSms';
import type { Resource } from '../../../../nodes/Signaturit/actions/operation';
import { signature } from '../../../../nodes/Signaturit/actions/signature/signature';
import { recipientFromRow } from '../../../../nodes/Signaturit/actions/signature/create/recipient';
import { widgetFromRow } from '../../../../nodes/Signaturit/actions/signature/create/rows';
import {
	requestNames,
	signatureForm,
	type SignatureInput,
} from '../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { displayNames } from '../../../../nodes/Signaturit/input/fields';
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
		['Invalid recipients[one]', 'Recipients: "one" is invalid'],
		['Invalid recipients[0][page][1]', 'Recipient 1: "page.1" is invalid'],
		['Invalid recipients[0][phone][1]', 'Recipient 1: Phone is invalid'],
		['Invalid recipients[0][widgets][0]', 'Recipient 1, Widget 1 is invalid'],
		['page: must be 1\nor 2, recipients[0][email]', 'page: must be 1\nor 2, Recipient 1: Email'],
	])('turns %j into %j', (line, expected) => {
		expect(inPanelWords(line, requestNames)).toBe(expected);
	});

	it.each([
		['Invalid attachments[0]', 'Attachment 1 is invalid'],
		['Invalid recipients[to][0][name]', 'Recipient 1: Name is invalid'],
		['Invalid recipients[bcc][1][email]', 'BCC 2: Email is invalid'],
		['Invalid recipients[cc]', 'CC is invalid'],
		['Invalid recipients[1][email]', 'Recipient 2: Email is invalid'],
		['Invalid bcc', 'BCC is invalid'],
		['Invalid bcc[0]', 'BCC 1 is invalid'],
	])('turns %j of a certified email into %j', (line, expected) => {
		expect(inPanelWords(line, emailNames)).toBe(expected);
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
		expect(inPanelWords(line, requestNames)).toBe(line);
	});

	it('never throws, and leaves text without brackets and colons unchanged', () => {
		const text = fc.string().map((line) => line.replace(/[[\]:]|^Invalid /g, ''));
		fc.assert(fc.property(text, (line) => inPanelWords(line, requestNames) === line));
	});

	it('never throws, whatever is in the brackets', () => {
		const parameter = fc
			.tuple(fc.constantFrom('recipients', 'cc', 'data', 'files', 'reminders'), fc.array(key))
			.map(([name, keys]) => name + keys.map((one) => `[${one}]`).join(''));
		fc.assert(
			fc.property(parameter, (path) => {
				expect(inPanelWords(`Invalid ${path}`, requestNames)).toMatch(/\S is invalid$/);
			}),
		);
	});
});

const named = (line: string) => inPanelWords(line, requestNames);

const REQUIRED = 'recipients[0][require_file_attachment]';
const WIDGET = 'recipients[0][widgets][0]';

describe('inPanelWords names what is in a list', () => {
	it.each([
		['reminders[1]', 'Number 2 of Reminders'],
		['recipients[0][device_id]', 'Recipient 1: Device ID'],
		[REQUIRED, 'Recipient 1: Required Attachments'],
		[`${REQUIRED}[2]`, 'Recipient 1: Required Attachments of document 3'],
		[`${REQUIRED}[1][type]`, 'Recipient 1: Type of attachment 2'],
		[`${REQUIRED}[1][description]`, 'Recipient 1: Description of attachment 2'],
		[`${WIDGET}[type]`, 'Recipient 1, Widget 1: Type'],
		[`${WIDGET}[options]`, 'Recipient 1, Widget 1: Options'],
		[`${WIDGET}[options][select]`, 'Recipient 1, Widget 1: Options'],
	])('%s as %s', (parameter, name) => {
		expect(named(`Invalid ${parameter}`)).toBe(`${name} is invalid`);
	});

	it('by the number in the panel, which is one more than that of the service', () => {
		expect(named('Invalid recipients[11][email]')).toBe('Recipient 12: Email is invalid');
		expect(named('Invalid recipients[999999]')).toBe('Recipient 1000000 is invalid');
	});

	it.each(['1000000', '1st', 'no1', '-1', ''])(
		'by the words of the service if %j is no number of an entry',
		(index) => {
			expect(named(`Invalid recipients[${index}][email]`)).toBe(
				`Recipients: "${index}.email" is invalid`,
			);
		},
	);

	it('after that in which it is, if it is not known there', () => {
		expect(named('Invalid recipients[0][require_photo][1][size]')).toBe(
			'Recipient 1, Required Photos of document 2: "size" is invalid',
		);
	});
});

/** What a parameter is called, by default of a signature request. */
const nameOf = (parameter: string, names: Readonly<Record<string, string>> = requestNames) =>
	inPanelWords(`Invalid ${parameter}`, names).replace(/ is invalid$/, '');

it("inPanelWords knows a subscription's fields", () => {
	const names = displayNames(subscription.operations.createSubscription?.fields ?? []);
	expect(nameOf('url', names)).toBe('URL');
	expect(nameOf('events', names)).toBe('Events');
	expect(nameOf('events[1]', names)).toBe('Number 2 of Events');
	expect(nameOf('url')).not.toBe('URL');
});

/** Where the service has the fields of the panel's collections for a branding. */
const places: Record<string, (name: string) => string> = {
	appearance: (name) => name,
	texts: (name) => `application_texts[${name}]`,
	emailTemplates: (name) => `templates[${name}]`,
	smsTemplates: (name) => `sms-templates[${name}]`,
};

const brandingRows = (branding.operations.createBranding?.fields ?? []).flatMap((collection) =>
	((collection.options ?? []) as INodeProperties[])
		.filter(({ name }) => !['logo', 'logoFile'].includes(name))
		.map(({ name, displayName }) => [
			places[collection.name]?.(name) ?? '',
			collection.name === 'appearance' ? displayName : `${collection.displayName}: ${displayName}`,
		]),
);

describe("a branding's fields", () => {
	it.each([['name', 'Name'], ['logo', 'Logo'], ...brandingRows])(
		'inPanelWords names %s as the panel does: %s',
		(parameter, name) => {
			expect(nameOf(parameter, brandingNames)).toBe(name);
			const line = `${parameter}: must be text`;
			expect(inPanelWords(line, brandingNames)).toBe(`${name} must be text`);
		},
	);

	it('inPanelWords finds them within a sentence', () => {
		const line = 'See sms-templates[sms_verify], templates[pending_sign]';
		expect(inPanelWords(line, brandingNames)).toBe(
			'See SMS Templates: Code to Open, Email Templates: Reminder',
		);
		expect(nameOf('templates[letter]', brandingNames)).toBe('Email Templates: "letter"');
	});
});

/** The values of a collection, or of the rows of a list. */
function valuesOf(fields: readonly INodeProperties[], name: string): INodeProperties[] {
	const { options = [] } = fields.find((field) => field.name === name) ?? {};
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'displayName' in option ? [option] : [];
	});
}

const camelCase = (parameter: string) =>
	parameter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const EXPLAINED = / \((With Country Code|% of Page .+|From Word.+)\)$/;

/** What the panel calls a field, without what its label explains in brackets. */
function shown(fields: readonly INodeProperties[], name: string): string | undefined {
	return fields.find((field) => field.name === name)?.displayName.replace(EXPLAINED, '');
}

/** The fields of an operation, without those in its rows. */
function fieldsOf(resource: Resource, operation: string): INodeProperties[] {
	const { fields = [], options = [] } = resource.operations[operation] ?? {};
	return [...fields, ...options];
}

describe('the names of the parameters', () => {
	const create = fieldsOf(signature, 'create');
	const recipient = valuesOf(create, 'recipients');
	const widget = valuesOf(recipient, 'widgets');

	const { fields: parameters } = signatureForm({
		templates: ['t'],
		recipients: [{ email: 'a@example.com', name: 'A' }],
		data: [],
		timeZone: 'UTC',
	});

	it.each(Object.keys(parameters))(
		'of a signature request are those of the panel: %s',
		(parameter) => {
			expect(nameOf(parameter)).toBe(shown(create, camelCase(parameter)));
		},
	);

	it('of files are those of the fields that name them', () => {
		expect(nameOf('files')).toBe(shown(create, 'binaryPropertyNames'));
		const email = fieldsOf(certifiedEmail, 'createEmail');
		expect(nameOf('attachments', emailNames)).toBe(shown(email, 'binaryPropertyNames'));
	});

	it('of other requests are those of the panel', () => {
		for (const resource of [certifiedEmail, certifiedSms]) {
			const names = resource === certifiedEmail ? emailNames : smsNames;
			const fields = fieldsOf(resource, resource === certifiedEmail ? 'createEmail' : 'createSms');
			for (const parameter of ['type', 'body', 'recipients']) {
				expect(nameOf(parameter, names)).toBe(shown(fields, parameter));
			}
		}
	});

	/** Each field holds its own name, so that the service's parameter tells which field it is from. */
	const marked = (fields: readonly INodeProperties[]) =>
		Object.fromEntries(fields.map(({ name }) => [name, name]));

	const recipientParameters = Object.entries(
		recipientFromRow({
			...marked(recipient),
			fileAttachments: undefined,
			widgets: undefined,
			// It is read, and taken off, before.
			contactId: undefined,
		}),
	).filter(([, field]) => field !== undefined);

	it.each(recipientParameters)('of a recipient are those of the panel: %s', (parameter, field) => {
		const name = shown(recipient, String(field));
		expect(nameOf(`recipients[1][${parameter}]`)).toBe(`Recipient 2: ${name}`);
		expect(nameOf('recipients[0][widgets]')).toBe(`Recipient 1: ${shown(recipient, 'widgets')}`);
	});

	const widgetParameters = ['position', 'word'].flatMap((place) =>
		['text', 'date', 'image', 'radio'].flatMap((type) =>
			Object.entries(widgetFromRow({ ...marked(widget), type, place }))
				.flatMap(([parameter, value]): [string, unknown][] =>
					typeof value === 'object' && value !== null
						? Object.entries(value).map(([inner, entry]) => [`${parameter}][${inner}`, entry])
						: [[parameter, value]],
				)
				// A radio button's default is another field, but the same parameter. Switches become options.
				.filter(
					([parameter, field]) =>
						!['type', 'options'].includes(parameter) && field !== 'defaultOption',
				),
		),
	);

	it.each(widgetParameters.filter(([, field]) => shown(widget, String(field)) !== undefined))(
		'of a widget are those of the panel: %s (%s)',
		(parameter, field) => {
			expect(nameOf(`recipients[0][widgets][1][${parameter}]`)).toBe(
				`Recipient 1, Widget 2: ${shown(widget, String(field))}`,
			);
		},
	);

	it('of the options of a select widget are those of the panel', () => {
		const options = valuesOf(widget, 'selectOptions');
		expect(options).toHaveLength(2);
		for (const { name, displayName } of options) {
			expect(nameOf(`recipients[0][widgets][0][options][select][2][${name}]`)).toBe(
				`Recipient 1, Widget 1, Option 3: ${displayName}`,
			);
		}
	});

	const signer = { email: 'a@example.com', name: 'A' };
	const widgetWithout = { type: 'signature', left: 1, top: 1 };
	const select = { type: 'select', page: 1, left: 1, top: 1, options: { select: [{ value: '' }] } };

	it.each<[string, Partial<SignatureInput>]>([
		['recipients[1][email]', { recipients: [signer, { ...signer, email: '' }] }],
		['recipients[0][require_photo][1]', { recipients: [{ ...signer, require_photo: [0, -1] }] }],
		[
			'recipients[0][require_file_attachment][1][type]',
			{
				recipients: [{ ...signer, require_file_attachment: [{ type: 'passport' }, { type: '' }] }],
			},
		],
		['recipients[0][widgets][0][page]', { recipients: [{ ...signer, widgets: [widgetWithout] }] }],
		[
			'recipients[0][widgets][1][options][select][0][value]',
			{ recipients: [{ ...signer, widgets: [{ ...widgetWithout, page: 1 }, select] }] },
		],
		['cc[0][email]', { recipients: [signer], cc: [{ email: '' }] }],
		['reminders[1]', { recipients: [signer], reminders: [1, -1] }],
		['expire_time', { recipients: [signer], expireTime: 0 }],
	])('stand in the place where our own checks put them: %s', (parameter, input) => {
		const label = nameOf(parameter);
		expect(() => signatureForm({ templates: ['t'], data: [], timeZone: 'UTC', ...input })).toThrow(
			expect.objectContaining({ message: expect.stringContaining(`${label} `) }),
		);
	});
});
