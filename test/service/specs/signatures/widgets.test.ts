import { ADA } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { answer, form, recipients, type WireSignature } from '../support/wire';

const rig = rigForEach();

type Widget = Record<string, string>;

const PLACE = { page: '1', left: '10', top: '20' };
const SIGNATURE: Widget = { type: 'signature', ...PLACE };

async function post(widgets: Widget[], pages = ['Sign at ANCHOR1 and at ANCHOR1 here']) {
	const fields = Object.fromEntries(
		widgets.flatMap((widget, index) =>
			Object.entries(widget).map(([key, value]) => {
				const [first = '', ...rest] = key.split('.');
				const path = [first, ...rest].map((part) => `[${part}]`).join('');
				return [`recipients[0][widgets][${index}]${path}`, value];
			}),
		),
	);
	const file = { field: 'files[0]', name: 'contract.pdf', bytes: await pdfOf(...pages) };
	return answer(
		await rig.http.post('/v3/signatures.json', form({ ...recipients(ADA), ...fields }, [file])),
	);
}

const radio = (index: string, rest: Widget = {}): Widget => ({
	type: 'radio',
	...PLACE,
	custom_id: 'g',
	'options.index': index,
	...rest,
});
const select = (...values: string[]): Widget => ({
	type: 'select',
	...PLACE,
	...Object.fromEntries(values.map((value, n) => [`options.select.${n}.value`, value])),
});
const anchored: Widget = { type: 'text', word_anchor: 'ANCHOR1', height: '5', width: '20' };

describe('widgets', () => {
	const accepted: [string, Widget[]][] = [
		[
			'widgets of every type',
			['date', 'image', 'check', 'text'].map((type) => ({ type, ...PLACE })),
		],
		[
			'a certificate widget under both type names',
			[
				{ type: 'dcf', ...PLACE },
				{ type: 'digital certificate', ...PLACE },
			],
		],
		['a radio group', [radio('0', { default: '1' }), radio('1', { default: '1' })]],
		['the same radio index twice', [radio('0'), radio('0')]],
		['a radio widget without options', [{ type: 'radio', ...PLACE, custom_id: 'g' }]],
		[
			'radio widgets that are in no group',
			['0', '1'].map((index) => ({ type: 'radio', ...PLACE, 'options.index': index })),
		],
		['a radio default that is not in the group', [radio('0', { default: '5' })]],
		[
			'a select widget with two defaults',
			[{ ...select('a', 'b'), 'options.select.0.default': '1', 'options.select.1.default': '1' }],
		],
		[
			'a widget that reaches over the edge',
			[{ type: 'text', ...PLACE, left: '71.1', width: '30' }],
		],
		['a select widget', [{ ...select('a', 'b'), 'options.select.1.default': '1' }]],
		['a yes/no check widget', [{ type: 'check', ...PLACE, options: 'show_yes_no_option' }]],
		[
			'an anchored widget on a page that does not exist',
			[{ ...anchored, page: '9', left: '1', top: '100' }],
		],
		[
			'text widgets with validation rules',
			['email', 'phone', 'zip', 'dni', 'iban'].map((rule) => ({
				type: 'text',
				...PLACE,
				'options.validation_rule': rule,
			})),
		],
		[
			'a date widget with the age rule',
			[{ type: 'date', ...PLACE, 'options.validation_rule': 'age' }],
		],
		[
			'a widget at the bounds of its place',
			[{ type: 'text', page: '1', left: '1', top: '100', width: '100' }],
		],
		[
			'a text widget that is not editable',
			[{ type: 'text', ...PLACE, editable: '0', default: 'Fixed' }],
		],
	];
	test.each(accepted)('a request with %s is accepted', async (_what, widgets) => {
		expect(await post([SIGNATURE, ...widgets])).toMatchObject({ status: 201 });
	});

	test('a request with one dcf widget that has only left and top is accepted, and its signer signs with a certificate alone', async () => {
		const { status, data } = await post([{ type: 'dcf', left: '10', top: '20' }]);
		expect(status).toBe(201);
		await rig.control.settled();
		const target = { signatureId: (data as WireSignature).id, email: ADA.email };
		await expect(rig.control.sign(target, { signature: ADA.name })).rejects.toThrow('is no field');
		await rig.control.sign(target, { 'w0-0': 'ada.p12' });
	});

	const refused: [string, Widget, string][] = [
		['a widget of an unknown type', { type: 'stamp', ...PLACE }, '[type]'],
		['a widget without a page', { type: 'text', left: '1', top: '1' }, '[page]'],
		['a dcf widget without left', { type: 'dcf', top: '1' }, '[left]'],
		['a dcf widget without top', { type: 'dcf', left: '1' }, '[top]'],
		['a dcf widget on page 0', { type: 'dcf', ...PLACE, page: '0' }, '[page]'],
		['a widget on page 0', { type: 'text', ...PLACE, page: '0' }, '[page]'],
		[
			'a widget on a page that the file does not have',
			{ type: 'text', ...PLACE, page: '2' },
			'[page]',
		],
		['a widget at left 0', { type: 'text', ...PLACE, left: '0' }, '[left]'],
		['a widget at top 101', { type: 'text', ...PLACE, top: '101' }, '[top]'],
		['a select widget without options', { type: 'select', ...PLACE }, '[options]'],
		['options on an image widget', { type: 'image', ...PLACE, 'options.index': '0' }, '[options]'],
		[
			'an unknown option on a check widget',
			{ type: 'check', ...PLACE, options: 'yes' },
			'[options]',
		],
		[
			'a yes/no check widget that is not editable',
			{
				type: 'check',
				...PLACE,
				options: 'show_yes_no_option',
				editable: '0',
			},
			'[options]',
		],
		[
			'an unknown validation rule',
			{ type: 'text', ...PLACE, 'options.validation_rule': 'vat' },
			'[options][validation_rule]',
		],
		[
			'a text rule on a date widget',
			{ type: 'date', ...PLACE, 'options.validation_rule': 'dni' },
			'[options]',
		],
		[
			'the age rule on a text widget',
			{ type: 'text', ...PLACE, 'options.validation_rule': 'age' },
			'[options]',
		],
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
		['an anchor with a space', { ...anchored, word_anchor: 'AN CHOR' }, '[word_anchor]'],
		['an anchored widget that is not editable', { ...anchored, editable: '0' }, '[editable]'],
		[
			'an anchor that is not in the document',
			{ ...anchored, word_anchor: 'Nowhere' },
			'[word_anchor]',
		],
	];
	test.each(refused)('a request with %s answers 400', async (_what, widget, where) => {
		const message = `Invalid recipients[0][widgets][1]${where}`;
		expect(await post([SIGNATURE, widget])).toMatchObject({
			status: 400,
			data: { status_code: 400, message },
		});
	});

	test('a request answers 400 to widgets without a signature, two defaults in a radio group and unknown fields', async () => {
		expect(await post([{ type: 'text', ...PLACE }])).toMatchObject({
			data: { message: 'Invalid recipients[0][widgets]' },
		});
		const two = [SIGNATURE, radio('0', { default: '0' }), radio('1', { default: '1' })];
		expect(await post(two)).toMatchObject({
			data: { message: 'Invalid recipients[0][widgets][2][default]' },
		});
		expect(await post([SIGNATURE, { ...SIGNATURE, colour: 'red' }])).toMatchObject({
			data: { message: 'Unknown parameter recipients[0][widgets][1][colour]' },
		});
		expect(
			await post([SIGNATURE, { type: 'text', ...PLACE, 'options.validation_rul': 'dni' }]),
		).toMatchObject({
			data: { message: 'Unknown parameter recipients[0][widgets][1][options][validation_rul]' },
		});
	});

	test('signing is refused when a value breaks its validation rule or names no field', async () => {
		const rules = {
			email: 'a@b.es',
			phone: '+34600111222',
			zip: '08001',
			dni: 'X1234567L',
			iban: 'ES9121000418450200051332',
		};
		const texts = Object.keys(rules).map((rule) => ({
			type: 'text',
			...PLACE,
			'options.validation_rule': rule,
		}));
		const age = { type: 'date', ...PLACE, 'options.validation_rule': 'age' };
		const { data } = await post([SIGNATURE, ...texts, age]);
		await rig.control.settled();
		const target = { signatureId: (data as WireSignature).id, email: ADA.email };
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
		const { data } = await post([
			SIGNATURE,
			{ type: 'check', ...PLACE, required: '1' },
			select('red', 'blue'),
			radio('0'),
			radio('3'),
		]);
		await rig.control.settled();
		const target = { signatureId: (data as WireSignature).id, email: ADA.email };
		await expect(rig.control.sign(target, { 'w0-1': '0' })).rejects.toThrow('must be checked');
		await expect(rig.control.sign(target, { 'w0-2': 'green' })).rejects.toThrow('choices');
		await expect(rig.control.sign(target, { 'group-g': '1' })).rejects.toThrow('choices');
		await rig.control.sign(target, { 'w0-2': 'blue', 'group-g': '3' });
	});
});
