import { emailForm } from '../../../../../nodes/Signaturit/actions/certified/certifiedEmail';
import { smsForm } from '../../../../../nodes/Signaturit/actions/certified/certifiedSms';
import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { ADA } from '../../../../people';

interface Input {
	recipients?: unknown[];
	[field: string]: unknown;
}

const widget = { type: 'text', page: 1, left: 10, top: 80 };
const people = (recipient: object) => ({ recipients: [{ ...ADA, ...recipient }] });
const withWidget = (changes: object) =>
	people({
		widgets: [
			{ ...widget, type: 'signature' },
			{ ...widget, ...changes },
		],
	});
const request = (input: Input) =>
	signatureForm({ ...people({}), templates: ['#nda'], timeZone: 'UTC', ...input });
const certified = { type: 'delivery', attachments: [], timeZone: 'UTC' };
const email = (input: Input) =>
	emailForm({ ...certified, ...people({}), subject: 'Notice', body: 'Dear', ...input });
const sms = (input: Input) => {
	const recipients = [{ name: 'Ada', phone: '34600000000' }];
	return smsForm({ ...certified, recipients, body: 'Dear', ...input });
};

type Form = (input: Input) => { fields: unknown; hints: readonly string[] };

/** Every place where a word can stand: the form, a known word there, and the input with a word in that place. */
const places: Array<[string, Form, string, (word: string) => Input]> = [
	['Delivery Type', request, 'email', (deliveryType) => ({ deliveryType })],
	['Signing Mode', request, 'parallel', (signingMode) => ({ signingMode })],
	['Signature Type', request, 'advanced', (type) => ({ type })],
	['a parameter', request, 'callback_url', (key) => ({ additional: { [key]: 'x' } })],
	[
		'a word of a parameter',
		request,
		'parallel',
		(word) => ({ additional: { signing_mode: word } }),
	],
	['a copy', request, 'email', (key) => ({ cc: [{ ...ADA, [key]: 'x' }] })],
	['a recipient', request, 'phone', (key) => people({ [key]: 'x' })],
	['the type of a recipient', request, 'validator', (type) => people({ type })],
	['the delivery to a recipient', request, 'email', (method) => people({ method })],
	[
		'an attachment',
		request,
		'description',
		(key) => people({ require_file_attachment: [{ type: 'passport', [key]: 'x' }] }),
	],
	[
		'the type of an attachment',
		request,
		'passport',
		(type) => people({ require_file_attachment: [{ type }] }),
	],
	['a widget', request, 'height', (key) => withWidget({ [key]: 'x' })],
	['the type of a widget', request, 'signature', (type) => withWidget({ type })],
	[
		'the options of a widget',
		request,
		'validation_rule',
		(key) => withWidget({ options: { [key]: 'x' } }),
	],
	[
		'a validation rule',
		request,
		'email',
		(rule) => withWidget({ options: { validation_rule: rule } }),
	],
	[
		'the options of a box',
		request,
		'show_yes_no_option',
		(options) => withWidget({ type: 'check', options }),
	],
	[
		'a choice of a list',
		request,
		'default',
		(key) => withWidget({ type: 'select', options: { select: [{ value: 'A', [key]: 'x' }] } }),
	],
	['the type of a certified email', email, 'open_document', (type) => ({ type })],
	['a recipient of a certified email', email, 'email', (key) => people({ [key]: 'x' })],
	['a blind copy', email, 'email', (key) => ({ bcc: [{ ...ADA, [key]: 'x' }] })],
	['a parameter of a certified email', email, 'subject', (key) => ({ additional: { [key]: 'x' } })],
	['the type of a certified SMS', sms, 'open_document', (type) => ({ type })],
	[
		'a recipient of a certified SMS',
		sms,
		'phone',
		(key) => ({ recipients: [{ name: 'Ada', phone: '34600000000', [key]: 'x' }] }),
	],
	['a parameter of a certified SMS', sms, 'branding_id', (key) => ({ additional: { [key]: 'x' } })],
];

describe('a word that nobody knows', () => {
	it.each(places)('goes out with one hint in the place of %s', (_, form, __, inputWith) => {
		const { fields, hints } = form(inputWith('zzqxkjwv'));
		expect(JSON.stringify(fields)).toContain('zzqxkjwv');
		expect(hints.filter((hint) => hint.includes('zzqxkjwv'))).toEqual([
			expect.stringMatching(/^Signaturit's documentation does not have .*: sent as it is$/),
		]);
	});

	it.each(places)(
		'is refused if it is a known one, misspelt, in the place of %s',
		(_, form, known, inputWith) => {
			const misspelt = `${known.slice(0, 2)}x${known.slice(2)}`;
			let problem: unknown;
			try {
				form(inputWith(misspelt));
			} catch (error) {
				problem = error;
			}
			const { message, description } = problem as { message: string; description: string };
			expect(`${message} ${description}`).toContain(`did you mean ${known}?`);
		},
	);

	const select = { options: { select: [{ value: 'A' }] } };
	it.each([
		[{ options: { validation_rule: 'age' } }, '"age" only for date'],
		[{ type: 'date', options: { validation_rule: 'zip' } }, '"zip" only for text'],
		[{ options: { index: 1 } }, '"index" only for radio'],
		[{ options: select.options }, '"select" only for select'],
		[{ type: 'image', custom_id: 'x' }, '"custom_id" only for radio'],
		[
			{ type: 'signature', options: { validation_rule: 'dni' } },
			'"validation_rule" only for text and date, "dni" only for text',
		],
		[{ type: 'image', options: 'show_yes_no_option' }, '"show_yes_no_option" only for check'],
		[{ type: 'select', ...select, custom_id: 'x' }, '"custom_id" only for radio'],
	])('goes out with one hint in a widget of another type: %j', (changes, only) => {
		const { fields, hints } = request(withWidget(changes));
		expect(fields).toMatchObject({ recipients: [{ widgets: [{}, changes] }] });
		expect(hints).toEqual([
			`Recipient 1: Signaturit's documentation has ${only} widgets: Widget 2 was sent as it is`,
		]);
	});

	it.each([
		{ options: { validation_rule: 'zip' } },
		{ type: 'date', options: { validation_rule: 'age' } },
		{ type: 'radio', custom_id: 'x', options: { index: 1 } },
		{ type: 'check', options: 'show_yes_no_option' },
		{ type: 'select', ...select },
		{ type: 'signature', required: true },
	])('has no hint in a widget of its own type: %j', (changes) => {
		expect(request(withWidget(changes)).hints).toEqual([]);
	});

	it('is told of a copy that has a phone', () => {
		expect(email({ cc: [{ ...ADA, phone: '34600000000' }] }).hints).toEqual([
			'Signaturit\'s documentation does not have CC 1: "phone": sent as it is',
		]);
	});

	it('is told with the known word that is like it', () => {
		expect(request({ additional: { recipient_list: 'x' } }).hints).toEqual([
			'Signaturit\'s documentation does not have "recipient_list": sent as it is',
		]);
		expect(request({ additional: { callback: 'x' } }).hints).toEqual([
			'Signaturit\'s documentation does not have "callback" (did you mean callback_url?): sent as it is',
		]);
	});
});
