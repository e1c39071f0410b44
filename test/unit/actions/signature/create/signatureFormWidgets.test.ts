import { formPairs } from '../../../../../nodes/Signaturit/transport/form';
import { signer, problemOf, problemsOf, fieldsOf } from './problems';

const at = { page: 1, left: 10, top: 80 };
const atWord = { word_anchor: 'Signature', width: 20, height: 5 };
const signature = { type: 'signature', ...at };
const radio = (index: number, changes: object = {}) => ({
	type: 'radio',
	...at,
	custom_id: 'plan',
	options: { index },
	...changes,
});
const select = (...options: object[]) => ({ type: 'select', ...at, options: { select: options } });

const recipients = (...widgets: unknown[]) => [{ ...signer, widgets: [signature, ...widgets] }];

/** The form pairs that are sent for the widgets after the signature, by their names inside the widget. */
const sent = (...widgets: unknown[]) => {
	const [recipient] = fieldsOf({ recipients: recipients(...widgets) }).recipients as [
		{ widgets: Parameters<typeof formPairs>[0][] },
	];
	return recipient.widgets.slice(1).map((widget) => Object.fromEntries(formPairs(widget)));
};
const problem = (...widgets: unknown[]) => problemOf({ recipients: recipients(...widgets) });

describe('a widget', () => {
	it.each<[object, object]>([
		[
			{ type: 'text', ...at, default: 'Hi & bye', options: { validation_rule: 'iban' } },
			{ type: 'text', default: 'Hi & bye', 'options[validation_rule]': 'iban' },
		],
		[
			{ type: 'date', ...at, default: '2026-03-01', options: { validation_rule: 'age' } },
			{ type: 'date', default: '2026-03-01', 'options[validation_rule]': 'age' },
		],
		[
			{ type: 'check', ...at, default: 1, editable: 1, options: 'show_yes_no_option' },
			{ type: 'check', default: '1', editable: '1', options: 'show_yes_no_option' },
		],
		[
			{ type: 'image', ...at, width: '12.5', height: 3, required: false },
			{ type: 'image', width: '12.5', height: '3', required: '0' },
		],
		[
			radio(2, { default: 2 }),
			{ type: 'radio', custom_id: 'plan', default: '2', 'options[index]': '2' },
		],
		[
			{ type: 'radio', ...at },
			{ type: 'radio', page: '1' },
		],
		[radio(0, { custom_id: '', default: 5 }), { default: '5', 'options[index]': '0' }],
		[
			select(...['A', 'B'].map((value) => ({ value, default: true }))),
			{ 'options[select][0][default]': '1', 'options[select][1][default]': '1' },
		],
		[
			select({ value: 'A', default: 0 }, { value: 7, default: true }),
			{
				'options[select][0][value]': 'A',
				'options[select][0][default]': '0',
				'options[select][1][value]': '7',
				'options[select][1][default]': '1',
			},
		],
		[
			{ type: 'digital certificate', ...at },
			{ type: 'dcf', page: '1', left: '10', top: '80' },
		],
		[
			{ type: 'dcf', left: 10, top: 80 },
			{ type: 'dcf', left: '10', top: '80' },
		],
		[
			{ type: 'text', ...atWord, editable: true, left: 1, top: 100 },
			{ word_anchor: 'Signature', width: '20', height: '5', editable: '1', left: '1', top: '100' },
		],
		[{ type: 'date', ...atWord, word_anchor: 'año2' }, { word_anchor: 'año2' }],
		[{ type: 'date', ...atWord, word_anchor: "l'acord_1" }, { word_anchor: "l'acord_1" }],
		[
			{ type: 'text', ...at, height: 0, width: 101 },
			{ height: '0', width: '101' },
		],
		[signature, { type: 'signature', page: '1', left: '10', top: '80' }],
		[
			{ type: 'text', ...at, word_anchor: null, height: null, options: { validation_rule: '' } },
			{ type: 'text', page: '1' },
		],
	])('given as %j is sent as %j', (widget, expected) => {
		expect(sent(widget)[0]).toMatchObject(expected);
	});

	it.each<[unknown, string, string | undefined]>([
		[true, 'text', '1'],
		[false, 'date', '0'],
		[7, 'image', '7'],
		[true, 'check', '1'],
		['1', 'check', '1'],
		[false, 'check', '0'],
		['0', 'check', '0'],
		['', 'check', undefined],
		['1', 'check', '1'],
	])(
		'with the default %j, of the type %s, is sent with the default %j',
		(value, type, expected) => {
			expect(sent({ type, ...at, default: value })[0]?.default).toBe(expected);
		},
	);

	it('of the type radio may have the same index as another of its group', () => {
		const group = [
			radio(0, { default: '1' }),
			radio(1, { default: 1 }),
			radio(1, { default: 1, top: 90 }),
		];
		expect(sent(...group).map((pairs) => pairs.default)).toEqual(['1', '1', '1']);
	});

	it.each<[string, object]>([
		['Left 0.5 must be a number between 1 and 100', { type: 'text', ...at, left: 0.5 }],
		['Left 100.5 must be a number between 1 and 100', { type: 'text', ...at, left: 100.5 }],
		['Top "low" must be a number between 1 and 100', { type: 'text', ...at, top: 'low' }],
		['Page 0 must be a whole number, 1 or more', { type: 'text', ...at, page: 0 }],
		['Page 1.5 must be a whole number, 1 or more', { type: 'text', ...at, page: 1.5 }],
		['Page is needed to place the widget', { type: 'text', left: 1, top: 1 }],
		['Left is needed to place the widget', { type: 'text', page: 1, top: 1 }],
		['Left is needed to place the widget', { type: 'dcf', top: 1 }],
		['Top is needed to place the widget', { type: 'dcf', left: 1 }],
		['Top is needed to place the widget', { type: 'text', page: 1, left: 1, top: '' }],
		['Height "high" must be a number, 0 or more', { type: 'text', ...at, height: 'high' }],
		['Width -1 must be a number, 0 or more', { type: 'text', ...at, width: -1 }],
		['Editable "x" must be true or false', { type: 'text', ...at, editable: 'x' }],
		['Required 2 must be true or false', { type: 'text', ...at, required: 2 }],
		[
			'Default Value ["a"] must be text, a number or a date',
			{ type: 'text', ...at, default: ['a'] },
		],
		[
			'Height is needed when the widget is placed at a word',
			{ type: 'text', ...atWord, height: undefined },
		],
		[
			'Width is needed when the widget is placed at a word',
			{ type: 'text', ...atWord, width: undefined },
		],
		[
			'Editable cannot be turned off when the widget is placed at a word',
			{ type: 'text', ...atWord, editable: 0 },
		],
		...['two words', ' ', ''].map((word_anchor): [string, object] => [
			`Word ${word_anchor.trim() ? `"${word_anchor}" ` : ''}must be a single word without spaces`,
			{ type: 'text', ...atWord, word_anchor },
		]),
		[
			'Show Yes/No works only when the widget is editable',
			{ type: 'check', ...at, editable: false, options: 'show_yes_no_option' },
		],
		['Place in Group -1 must be a whole number, 0 or more', radio(-1)],
		['The "options" of a radio widget must be an object', radio(0, { options: 'first' })],
		['Selected Place "first" must be a whole number, 0 or more', radio(0, { default: 'first' })],
		['Options: add at least one', select()],
		['The options of a select widget must be a list', { ...select(), options: { select: 'A' } }],
		['The "options" of a select widget must be an object', { type: 'select', ...at }],
		[
			'A widget of the type text has no field "heihgt": did you mean height?',
			{ type: 'text', ...at, heihgt: 1 },
		],
	])('is rejected with "%s" when given as %j', (message, widget) => {
		expect(problem(widget)).toBe(`Recipient 1, Widget 2: ${message}`);
	});

	it('that is not an object is rejected', () => {
		expect(problem('signature')).toBe('Recipient 1, Widget 2: A widget must be an object');
	});

	it('with an invalid option is rejected with the number of the option', () => {
		expect(problem(select({ value: 'A' }, { value: '', default: 1 }))).toBe(
			'Recipient 1, Widget 2, Option 2: Value is empty',
		);
	});

	it('of the type radio is rejected when its default differs from the others of its group', () => {
		const widgets = [radio(0, { default: 0 }), radio(1, { default: 0 }), radio(2)];
		expect(problem(...widgets)).toBe(
			'Recipient 1, Widget 4: Selected Place must be the same in the whole group "plan"',
		);
		const others = [radio(2, { custom_id: 'other' }), radio(3, { custom_id: undefined })];
		expect(sent(...widgets.slice(0, 2), ...others)).toHaveLength(4);
	});

	it('is rejected with all its problems at once', () => {
		const problems = problemsOf({
			recipients: recipients({
				type: 'check',
				page: 0,
				left: 0,
				editable: 0,
				options: 'show_yes_no_option',
			}),
		});
		expect(problems).toEqual([
			'Recipient 1, Widget 2: Page 0 must be a whole number, 1 or more, and 3 more to correct before anything is sent',
			'• Recipient 1, Widget 2: Page 0 must be a whole number, 1 or more',
			'• Recipient 1, Widget 2: Left 0 must be a number between 1 and 100',
			'• Recipient 1, Widget 2: Top is needed to place the widget',
			'• Recipient 1, Widget 2: Show Yes/No works only when the widget is editable',
		]);
	});
});
