import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import {
	copyWords,
	emailForm,
	emailWords,
	smsForm,
	smsWords,
} from '../../../../../nodes/Signaturit/actions/certified/certifiedForms';
import { recipientTable } from '../../../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { requestTable } from '../../../../../nodes/Signaturit/actions/signature/create/requestTable';
import type { KnownFields, KnownWords } from '../../../../../nodes/Signaturit/input/words';
import { knownWords } from '../../../../../nodes/Signaturit/input/parameters';
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
	[request, 'cc', copyWords],
	// *Type* always has a value, so no parameter can.
	[email, 'additional', { ...emailWords.request, type: undefined }],
	[email, 'recipients', emailWords.recipient],
	[email, 'cc', copyWords],
	[email, 'bcc', copyWords],
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
