import { ADA } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	pdfFile,
	postSignature,
	recipients,
	refusal,
	widgetsOf,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

type Widget = Record<string, string>;

const RULE = '[options][validation_rule]';

const placed = (type: string, rest: Widget = {}): Widget => ({
	type,
	page: '1',
	left: '10',
	top: '20',
	...rest,
});
const SIGNATURE = placed('signature');
const radio = (index: string, rest: Widget = {}) =>
	placed('radio', { custom_id: 'g', '[options][index]': index, ...rest });
const select = (first: string, second: string, rest: Widget = {}) =>
	placed('select', {
		'[options][select][0][value]': first,
		'[options][select][1][value]': second,
		...rest,
	});
const anchored = (rest: Widget = {}): Widget => ({
	type: 'text',
	word_anchor: 'ANCHOR1',
	height: '5',
	width: '20',
	...rest,
});

async function post(...widgets: Widget[]) {
	const file = pdfFile(await pdfOf('Sign at ANCHOR1 and at ANCHOR1 here'), 0);
	return await postSignature(rig, { ...recipients(ADA), ...widgetsOf(widgets) }, [file]);
}

/** The signer of a request with these widgets and a signature. */
async function signerOf(...widgets: Widget[]) {
	const { data } = await post(SIGNATURE, ...widgets);
	await rig.control.settled();
	return { signatureId: (data as WireSignature).id, email: ADA.email };
}

describe('widgets', () => {
	test.each<[string, ...Widget[]]>([
		['widgets of every type', ...['date', 'image', 'check', 'text'].map((type) => placed(type))],
		['a certificate widget under both names', placed('dcf'), placed('digital certificate')],
		['a radio group', radio('0', { default: '1' }), radio('1', { default: '1' })],
		['the same radio index twice', radio('0'), radio('0')],
		['a radio widget without options', placed('radio', { custom_id: 'g' })],
		[
			'radio widgets that are in no group',
			...['0', '1'].map((index) => placed('radio', { '[options][index]': index })),
		],
		['a radio default that is not in the group', radio('0', { default: '5' })],
		[
			'a select widget with two defaults',
			select('a', 'b', {
				'[options][select][0][default]': '1',
				'[options][select][1][default]': '1',
			}),
		],
		[
			'an anchored widget on a page that does not exist',
			anchored({ page: '9', left: '1', top: '100' }),
		],
		[
			'text widgets with validation rules',
			...['email', 'phone', 'zip', 'dni', 'iban'].map((rule) => placed('text', { [RULE]: rule })),
		],
		['a date widget with the age rule', placed('date', { [RULE]: 'age' })],
		[
			'a widget at the bounds of its place',
			placed('text', { left: '1', top: '100', width: '100' }),
		],
	])('a request with %s is accepted', async (_what, ...widgets) => {
		expect(await post(SIGNATURE, ...widgets)).toMatchObject({ status: 201 });
	});

	test('a request with one dcf widget that has only left and top is accepted, and its signer signs with a certificate alone', async () => {
		const { status, data } = await post({ type: 'dcf', left: '10', top: '20' });
		expect(status).toBe(201);
		await rig.control.settled();
		const target = { signatureId: (data as WireSignature).id, email: ADA.email };
		await expect(rig.control.sign(target, { signature: ADA.name })).rejects.toThrow('is no field');
		await rig.control.sign(target, { 'w0-0': 'ada.p12' });
	});

	test.each<[string, Widget, string]>([
		['a widget of an unknown type', placed('stamp'), '[type]'],
		['a widget without a page', { type: 'text', left: '1', top: '1' }, '[page]'],
		['a dcf widget without left', { type: 'dcf', top: '1' }, '[left]'],
		['a dcf widget without top', { type: 'dcf', left: '1' }, '[top]'],
		['a dcf widget on page 0', placed('dcf', { page: '0' }), '[page]'],
		['a widget on page 0', placed('text', { page: '0' }), '[page]'],
		['a widget on a page that the file does not have', placed('text', { page: '2' }), '[page]'],
		['a widget at left 0', placed('text', { left: '0' }), '[left]'],
		['a widget at top 101', placed('text', { top: '101' }), '[top]'],
		['a select widget without options', placed('select'), '[options]'],
		['options on an image widget', placed('image', { '[options][index]': '0' }), '[options]'],
		['an unknown option on a check widget', placed('check', { options: 'yes' }), '[options]'],
		[
			'a yes/no check widget that is not editable',
			placed('check', { options: 'show_yes_no_option', editable: '0' }),
			'[options]',
		],
		['an unknown validation rule', placed('text', { [RULE]: 'vat' }), RULE],
		['a text rule on a date widget', placed('date', { [RULE]: 'dni' }), '[options]'],
		['the age rule on a text widget', placed('text', { [RULE]: 'age' }), '[options]'],
		[
			'an anchored widget without height',
			{ type: 'text', word_anchor: 'ANCHOR1', width: '5' },
			'[height]',
		],
		[
			'an anchored widget without width',
			{ type: 'text', word_anchor: 'ANCHOR1', height: '5' },
			'[width]',
		],
		['an anchor with a space', anchored({ word_anchor: 'AN CHOR' }), '[word_anchor]'],
		['an anchored widget that is not editable', anchored({ editable: '0' }), '[editable]'],
		[
			'an anchor that is not in the document',
			anchored({ word_anchor: 'Nowhere' }),
			'[word_anchor]',
		],
	])('a request with %s answers 400', async (_what, widget, where) => {
		const message = `Invalid recipients[0][widgets][1]${where}`;
		expect(await post(SIGNATURE, widget)).toMatchObject(refusal(message));
	});

	test.each<[string, Widget[], string]>([
		['widgets without a signature', [placed('text')], 'Invalid recipients[0][widgets]'],
		[
			'two defaults in a radio group',
			[SIGNATURE, radio('0', { default: '0' }), radio('1', { default: '1' })],
			'Invalid recipients[0][widgets][2][default]',
		],
		[
			'an unknown field',
			[{ ...SIGNATURE, colour: 'red' }],
			'Unknown parameter recipients[0][widgets][0][colour]',
		],
		[
			'an unknown option',
			[SIGNATURE, placed('text', { '[options][validation_rul]': 'dni' })],
			'Unknown parameter recipients[0][widgets][1][options][validation_rul]',
		],
	])('a request answers 400 to %s', async (_what, widgets, message) => {
		expect(await post(...widgets)).toMatchObject(refusal(message));
	});

	test('signing is refused when a value breaks its validation rule or names no field', async () => {
		const rules = {
			email: 'a@b.es',
			phone: '+34600111222',
			zip: '08001',
			dni: 'X1234567L',
			iban: 'ES9121000418450200051332',
		};
		const texts = Object.keys(rules).map((rule) => placed('text', { [RULE]: rule }));
		const target = await signerOf(...texts, placed('date', { [RULE]: 'age' }));
		const wrong = ['a@b', '600111222', '53001', '12345678A', 'ES9121000418450200051333'];
		for (const [index, value] of wrong.entries()) {
			await expect(rig.control.sign(target, { [`w0-${index + 1}`]: value })).rejects.toThrow(
				`"w0-${index + 1}":"must be`,
			);
		}
		const child = new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10);
		await expect(rig.control.sign(target, { 'w0-6': child })).rejects.toThrow('18 years');
		await expect(rig.control.sign(target, { 'w0-9': 'x' })).rejects.toThrow('is no field');
		await rig.control.sign(
			target,
			Object.fromEntries(Object.values(rules).map((value, index) => [`w0-${index + 1}`, value])),
		);
	});

	test('signing is refused when a required check is not checked or a value is not among the choices', async () => {
		const check = placed('check', { required: '1' });
		const target = await signerOf(check, select('red', 'blue'), radio('0'), radio('3'));
		await expect(rig.control.sign(target, { 'w0-1': '0' })).rejects.toThrow('must be checked');
		await expect(rig.control.sign(target, { 'w0-2': 'green' })).rejects.toThrow('choices');
		await expect(rig.control.sign(target, { 'group-g': '1' })).rejects.toThrow('choices');
		await rig.control.sign(target, { 'w0-2': 'blue', 'group-g': '3' });
	});
});
