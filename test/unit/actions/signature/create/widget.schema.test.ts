import { formPairs } from '../../../../../nodes/Signaturit/transport/form';
import { docxOf } from '../../../../workflow/engine/wordFiles';
import { fieldsOf, pdf, problemOf, problemsOf, signer } from './problems';

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
		...['', ' ', '\u200b'].map((word_anchor): [object, object] => [
			{ type: 'text', ...at, word_anchor },
			{ type: 'text', page: '1' },
		]),
		[{ type: 'date', ...atWord, word_anchor: '\u200bFirma ' }, { word_anchor: 'Firma' }],
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
		[
			'Word "two words" must be a single word without spaces',
			{ type: 'text', ...atWord, word_anchor: 'two words' },
		],
		[
			'Page is needed to place the widget',
			{ type: 'text', ...at, page: undefined, word_anchor: '' },
		],
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
			'Recipient 1, Widget 2: Page 0 must be a whole number, 1 or more, and 3 more to correct',
			'Nothing was sent.',
			'• Recipient 1, Widget 2: Page 0 must be a whole number, 1 or more',
			'• Recipient 1, Widget 2: Left 0 must be a number between 1 and 100',
			'• Recipient 1, Widget 2: Top is needed to place the widget',
			'• Recipient 1, Widget 2: Show Yes/No works only when the widget is editable',
		]);
	});
});

describe('the place of a widget', () => {
	it('may be such that the widget reaches over the edges of the page, as in an example of the reference', () => {
		const edges = { type: 'text', page: 1, left: 71.10583280773, top: 99, height: 5, width: 30 };
		const [widget] = sent(edges, { type: 'text', ...atWord, left: 90, top: 99 });
		expect(widget).toEqual({
			type: 'text',
			page: '1',
			left: '71.10583280773',
			top: '99',
			height: '5',
			width: '30',
		});
	});

	it('may be anchored to a number', () => {
		expect(sent({ type: 'text', ...atWord, word_anchor: 2026 })[0]?.word_anchor).toBe('2026');
	});

	const file = (pages?: number) => ({ ...pdf, pages });

	it.each<[number, object]>([
		[3, { files: [file(3)] }],
		[3, { files: [file(1), file(3)] }],
		[9, { files: [file(1), file()] }],
		[9, { files: [file(1)], templates: ['#nda'] }],
		[9, { files: undefined, templates: ['#nda'] }],
	])('may be on page %d of the documents %j', (page, documents) => {
		const input = { ...documents, recipients: recipients({ ...signature, page }) };
		expect(fieldsOf(input).recipients).toHaveLength(1);
	});

	it('is rejected when no file has its page, together with other problems', () => {
		const files = [file(1), file(2)];
		const widgets = [
			{ type: 'text', ...at, page: 3, left: 0 },
			{ type: 'text', ...atWord, page: 3 },
		];
		expect(problemsOf({ files, recipients: recipients(...widgets) }).slice(1)).toEqual([
			'Nothing was sent.',
			'• Recipient 1, Widget 2: Left 0 must be a number between 1 and 100',
			'• Recipient 1, Widget 2: Page 3 does not exist: the longest file has 2 pages',
		]);
	});

	const last = { type: 'text', ...at, page: 'last' };

	it.each([
		[2, [file(2)]],
		[3, [file(3), file(3)]],
	])('on the last page is on page %d of %j', (page, files) => {
		const { recipients: all } = fieldsOf({ files, recipients: recipients(last) });
		expect(all).toEqual([
			expect.objectContaining({ widgets: [expect.anything(), expect.objectContaining({ page })] }),
		]);
	});

	const OTHERS = 'Choose At a Position on a Page, or At a Word in the Document';
	const unknown = (name: string, why: string) =>
		`Place: the last page of "${name}" is not known: ${why}. ${OTHERS}`;
	const word = { ...pdf, fileName: 'letter.docx', content: docxOf('A letter') };
	const cut = { ...pdf, fileName: 'cut.pdf', content: Buffer.from('%PDF-1.7\n…') };

	it.each<[string, object, string[]]>([
		[
			'have different numbers of pages',
			{ files: [file(1), file(2)] },
			[`Place: the last page is another one in each file, as they have 1 and 2 pages. ${OTHERS}`],
		],
		[
			'are Word files',
			{ files: [word] },
			[unknown('letter.docx', 'only those of PDFs are counted')],
		],
		[
			'are protected',
			{ files: [{ ...file(), isProtected: true }] },
			[unknown('contract.pdf', 'it is encrypted')],
		],
		[
			'cannot be counted',
			{ files: [file(2), file()] },
			[unknown('contract.pdf', 'its pages cannot be counted, so it may be damaged')],
		],
		[
			'are templates',
			{ files: undefined, templates: ['#nda'] },
			[`Place: the last page of a template is not known. ${OTHERS}`],
		],
		['are refused', { files: [cut] }, ['Input Binary Field(s): "cut.pdf" is not a complete PDF']],
	])('on the last page is a problem once for each file when they %s', (_, documents, problems) => {
		const [first, ...rest] = problemsOf({ ...documents, recipients: recipients(last, last) });
		expect(rest[0]?.startsWith('•') ? rest : [first]).toEqual(problems);
	});
});
