import {
	emailForm,
	emailWords,
	smsForm,
	smsWords,
} from '../../../../../nodes/Signaturit/actions/certified/certifiedForms';
import { recipientTable } from '../../../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { requestTable } from '../../../../../nodes/Signaturit/actions/signature/create/requestTable';
import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { copyTable } from '../../../../../nodes/Signaturit/input/copies';
import { knownWords } from '../../../../../nodes/Signaturit/input/parameters';
import type { KnownFields, KnownWords } from '../../../../../nodes/Signaturit/input/words';
import { ADA } from '../../../../people';
import { input, signer, type Changes } from './problems';

const hintsOf = (changes: Changes) => signatureForm(input(changes)).hints;

const phone = '34600000000';
const signature = { type: 'signature', page: 1, left: 10, top: 80 };
const atWord = { type: 'signature', word_anchor: 'Signature', width: 20, height: 5 };
const ADDRESS = 'has a web address: Signaturit may refuse texts with http://, https:// or www.';
const CUT = 'is longer than 120 characters: Signaturit cuts it off there, perhaps with the link';
const UNUSED = 'is not sent, because Delivery Type is';
const long = `${'x'.repeat(114)}[url]`;

describe('the hints about a request', () => {
	it.each<[string, Changes, string]>([
		['a web address in the subject', { subject: 'See https://a.es' }, `Email Subject ${ADDRESS}`],
		['a link in the body', { body: '<a href="HTTP://a.es">Read</a>' }, `Email Body ${ADDRESS}`],
		[
			'a web address without a scheme in an SMS',
			{ deliveryType: 'sms', body: 'See www.a.es [url]', recipients: [{ ...signer, phone }] },
			`SMS Body ${ADDRESS}`,
		],
		[
			'an SMS of more than 120 characters',
			{ deliveryType: 'sms', body: long, recipients: [{ ...signer, phone }] },
			`SMS Body ${CUT}`,
		],
		['the text of an SMS in an email', { unusedBody: 'Sign: [url]' }, `SMS Body ${UNUSED} not SMS`],
		[
			'the text of an email in an SMS',
			{ deliveryType: 'sms', unusedBody: 'Hi', recipients: [{ ...signer, phone }] },
			`Email Body ${UNUSED} SMS`,
		],
		[
			'a redirect URL without a scheme',
			{ callbackUrl: 'www.example.com/thanks' },
			'Redirect URL After Signing is no web address: it begins with https://',
		],
	])('tell of %s', (_, changes, hint) => {
		expect(hintsOf(changes)).toEqual([hint]);
	});

	it('are one for all words and fields that the vendor does not document, which go out', () => {
		const changes = {
			deliveryType: 'whatsapp',
			type: 'qualified',
			additional: { locale: 'es', multi_page: { text: 'Next', on: true, none: null } },
			recipients: [{ ...signer, type: 'cc', order: 2, method: 'fax' }],
		};
		const { fields, hints } = signatureForm(input(changes));
		expect(fields).toMatchObject({
			delivery_type: 'whatsapp',
			type: 'qualified',
			locale: 'es',
			multi_page: { text: 'Next', on: true },
			recipients: [{ type: 'cc', order: 2, method: 'fax' }],
		});
		expect(hints).toEqual([
			`Signaturit's documentation does not have delivery_type "whatsapp", type "qualified", "locale", "multi_page", Recipient 1: type "cc", Recipient 1: method "fax", Recipient 1: "order": sent as it is`,
		]);
	});

	it.each<[string, object, string]>([
		['a web address in the subject', { subject: 'www.a.es' }, `Subject ${ADDRESS}`],
		['a web address in the message', { body: 'http://a.es' }, `Message ${ADDRESS}`],
		['an SMS that is cut off', { method: 'sms', phone, body: long }, `Message ${CUT}`],
		...['600112233', '0034'].map((number): [string, object, string] => [
			`the phone ${number}`,
			{ phone: number },
			'Phone has no country code that is known, e.g. 34 for Spain: 34600000000',
		]),
		[
			'an equal widget',
			{ widgets: [signature, atWord, { ...signature }] },
			'Widget 3 is the same as an earlier one',
		],
		[
			'a word with a symbol',
			{ widgets: [signature, { ...atWord, word_anchor: 'sign_1' }] },
			'The word of Widget 2 has a symbol, which Signaturit may not find',
		],
		[
			'widgets without a signature',
			{ widgets: [{ ...signature, type: 'text' }] },
			'Widgets have no signature, which Signaturit may want of each signer with widgets',
		],
		[
			'a signature and a certificate of one signer',
			{ widgets: [signature, { ...signature, type: 'dcf' }] },
			'Widgets have a signature and a digital certificate, of which Signaturit knows one for each signer',
		],
	])('of a recipient tell of %s', (_, changes, hint) => {
		const first = { ...signer, widgets: [signature] };
		const recipients = [first, { ...signer, ...changes }];
		expect(hintsOf({ recipients })).toEqual([expect.stringContaining(`Recipient 2: `)]);
		expect(hintsOf({ recipients })[0]).toBe(`Recipient 2: ${hint}`);
	});

	it.each<Changes>([
		{},
		{ body: 'Dear <b>Ada</b>,<br>please sign. '.repeat(9), callbackUrl: 'myapp://signed' },
		{
			deliveryType: 'sms',
			body: 'Sign: [url]',
			recipients: [{ ...signer, phone: '+376 312 345' }],
		},
		{ recipients: [{ ...signer, phone, body: long }] },
		{ recipients: [{ ...signer, widgets: [signature, { ...atWord, word_anchor: 'año2' }] }] },
		{ recipients: [{ ...signer, widgets: [{ ...signature, type: 'dcf' }] }] },
		{ recipients: [{ ...signer, type: 'validator', widgets: [{ ...signature, type: 'text' }] }] },
	])('are none for %j', (changes) => {
		expect(hintsOf(changes)).toEqual([]);
	});
});

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
type Place = [name: string, form: Form, known: string, inputWith: (word: string) => Input];

/** What has to stand beside a word in such an object. */
const NEEDED: Readonly<Record<string, object>> = {
	recipients: { ...ADA, phone: '34600000000' },
	cc: ADA,
	bcc: ADA,
	require_file_attachment: { type: 'passport' },
	select: { value: 'A' },
};

/** A widget of the type that has such options, beside a signature. */
function widgets(inside: object) {
	const { options } = inside as { options?: string | object };
	const hasList = typeof options === 'object' && 'select' in options;
	const type = typeof options === 'string' ? 'check' : hasList ? 'select' : 'text';
	const placed = { ...widget, type, ...inside };
	return [{ ...widget, type: 'signature' }, placed];
}

function entry(name: string, value: unknown): unknown {
	if (name === 'widgets') return widgets(value as object);
	return name in NEEDED && typeof value === 'object' ? [{ ...NEEDED[name], ...value }] : value;
}

const longest = (words: readonly string[]) =>
	words.reduce((one, other) => (other.length > one.length ? other : one), '');

/** Every place inside something where a field or a word can stand. */
function placesIn(
	name: string,
	form: Form,
	known: KnownWords,
	around: (value: unknown) => Input,
	path = name,
): Place[] {
	const inside = (value: unknown) => around(entry(name, value));
	const words = known?.filter((one) => typeof one === 'string') ?? [];
	const fields = Object.assign({}, ...(known ?? []).filter((one) => typeof one === 'object'));
	const keys = Object.keys(fields as KnownFields);
	return [
		...(words.length > 0 ? [[path, form, longest(words), inside] satisfies Place] : []),
		...(keys.length > 0
			? [
					[
						`a field in ${path}`,
						form,
						longest(keys),
						(key) => inside({ [key]: 'x' }),
					] satisfies Place,
				]
			: []),
		...keys.flatMap((key) =>
			placesIn(
				key,
				form,
				(fields as KnownFields)[key],
				(value) => inside({ [key]: value }),
				`${path}.${key}`,
			),
		),
	];
}

/** What can be given as JSON, with the table of what is known there. */
const tables: Array<[form: Form, name: string, known: KnownFields]> = [
	[request, 'additional', knownWords(requestTable)],
	[request, 'recipients', knownWords(recipientTable)],
	[request, 'cc', knownWords(copyTable)],
	// *Type* always has a value, so no parameter can.
	[email, 'additional', { ...emailWords.request, type: undefined }],
	[email, 'recipients', emailWords.recipient],
	[email, 'cc', knownWords(copyTable)],
	[email, 'bcc', knownWords(copyTable)],
	[sms, 'additional', { ...smsWords.request, type: undefined }],
	[sms, 'recipients', smsWords.recipient],
];

const places = tables.flatMap(([form, name, known]) =>
	placesIn(name, form, [known], (value) => ({ [name]: value }), `${form.name}.${name}`),
);

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

	it.each([
		['signers', request, 'recipients'],
		['their copies', request, 'cc'],
		['recipients of an email', email, 'recipients'],
		['its copies', email, 'bcc'],
		['recipients of an SMS', sms, 'recipients'],
	] as const)('is left out if it is the number of a row in a sheet (%s)', (_, form, list) => {
		const row = {
			name: 'Ada',
			...(form === sms ? { phone: '34600000000' } : { email: ADA.email }),
		};
		const without = form({ [list]: [row] });
		const { fields, hints } = form({
			[list]: [{ ...row, row_number: 2 }],
			data: { row_number: 2 },
		});
		expect(fields).toEqual({ ...(without.fields as object), data: { row_number: '2' } });
		expect(hints).toEqual([
			...without.hints,
			`"row_number", which n8n's Google Sheets node adds to each row, was not sent to Signaturit`,
		]);
	});

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
