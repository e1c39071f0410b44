import fc from 'fast-check';
import qs from 'qs';
import { isOurKey } from '../../../nodes/Signaturit/events/tracking';
import {
	dataRows,
	givenReference,
	referenceSchema,
	searchedDataSchema,
	sentDataSchema,
	templateFieldsSchema,
} from '../../../nodes/Signaturit/input/customData';
import { readRowsOrJson } from '../../../nodes/Signaturit/input/rows';
import { urlEncoded } from '../../../nodes/Signaturit/transport/form';
import { marks } from '../normalized';

const MADRID = 'Europe/Madrid';

const messagesOf = (rows: unknown) =>
	searchedDataSchema(MADRID)
		.safeParse(rows)
		.error?.issues.map(({ path, message }) => [path[0], message]);

describe('searchedDataSchema', () => {
	it('makes an object of the rows, with values as text', () => {
		const rows = [
			{ key: 'crm_id', value: 7 },
			{ key: 'vip', value: true },
		];
		expect(searchedDataSchema(MADRID).parse(rows)).toEqual({ crm_id: '7', vip: '1' });
	});

	it('accepts a value of any length', () => {
		expect(
			searchedDataSchema(MADRID).safeParse([{ key: 'a', value: 'x'.repeat(500) }]).success,
		).toBe(true);
	});

	it.each([
		[[{ key: ' ', value: 'x' }], [[0, 'Key is empty']]],
		[[{ key: 'a[b', value: 'x' }], [[0, 'Key "a[b" has a square bracket without its other half']]],
		[[{ key: 'a]', value: 'x' }], [[0, 'Key "a]" has a square bracket without its other half']]],
		[[{ key: 'a', value: {} }], [[0, 'Value of "a" {} must be text, a number or a date']]],
		[[{ key: 'a', value: '' }], [[0, 'Value of "a" is empty']]],
		[
			[
				{ key: 'a', value: 'x' },
				{ key: 'b', value: 'x' },
				{ key: 'a', value: 'y' },
			],
			[[2, 'Key "a" is used twice']],
		],
	])('rejects the rows %j', (rows, messages) => {
		expect(messagesOf(rows)).toEqual(messages);
	});
});

describe('custom data to send', () => {
	it('is sent so that an independent decoder reads it back unchanged, whatever brackets its keys have', () => {
		const key = fc
			.string({ unit: fc.constantFrom(...'ab[] =&%.ñ'), minLength: 1, maxLength: 8 })
			.filter((text) => text.trim() !== '');
		const pairs = fc.dictionary(key, fc.string({ maxLength: 100 }), {
			maxKeys: 4,
			noNullPrototype: true,
		});
		fc.assert(
			fc.property(pairs, (data) => {
				const sent = sentDataSchema(MADRID).safeParse(data);
				if (!sent.success) return;
				const body = urlEncoded({ data: sent.data }).toString();
				const { data: read = {} } = qs.parse(body, { depth: 10, parameterLimit: 1000 });
				const filled = Object.entries(data).filter(([, value]) => value.trim() !== '');
				expect(read).toEqual(Object.fromEntries(filled.map(([key, value]) => [key.trim(), value])));
			}),
		);
	});

	describe.each([
		'n8n_own_reference',
		'n8n_anything',
		' n8n_trigger',
		'N8N_Contents',
		'n8n.own reference',
		'n8n_x[y]',
		'n8n[x]',
		'n８n_reference',
	])('with the key %j', (key) => {
		const message = `Key "${key.trim()}" begins with n8n_, which is kept for what this node stores. Choose another one`;
		it.each<[string, unknown]>([
			['rows', [{ key, value: 'x' }]],
			['an object', { [key]: 'x' }],
		])('is refused in %s', (_, data) => {
			const { error } = sentDataSchema(MADRID).safeParse(data);
			expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
		});

		it('is refused as a template field', () => {
			const { error } = templateFieldsSchema(MADRID).safeParse({ value: { [key]: 'x' } });
			expect(error?.issues.map((issue) => issue.message)).toEqual([
				message.replace(key.trim(), key),
			]);
		});

		it('may be searched by', () => {
			expect(searchedDataSchema(MADRID).parse([{ key, value: 'x' }])).toEqual({
				[key.trim()]: 'x',
			});
		});
	});

	it.each(['n8n', 'n8nx_y', 'my_n8n_key', '_n8n_x', 'n8n-id', 'a[b]', '[]', '[a][b]', 'a[b[c]]'])(
		'may have the key %j',
		(key) => {
			expect(sentDataSchema(MADRID).parse({ [key]: 'x' })).toEqual({ [key]: 'x' });
		},
	);

	it('has no key that a parser like that of PHP reads as one of ours', () => {
		const key = fc.string({ unit: fc.constantFrom(...'n8N_. []xé'), maxLength: 8 });
		/** Blanks, dots and the first bracket become underscores. */
		const asPhp = (text: string) => text.replace(/^ +/, '').replace(/[ .[]/g, '_').toLowerCase();
		fc.assert(
			fc.property(key, (text) => {
				if (asPhp(text).startsWith('n8n_')) expect(isOurKey(text)).toBe(true);
			}),
			{ numRuns: 2_000, examples: [['n8n_x'], ['n8n.x'], [' n8n[x]']] },
		);
	});

	it('leaves out what is missing, and fills fields as the service writes them', () => {
		const data = {
			none: null,
			undefined,
			empty: '',
			box: true,
			off: false,
			date: new Date('2026-03-31T22:00:00Z'),
			text: '2026-03-31T22:00:00.000Z',
			panel: '2026-04-01T00:00:00.000+02:00',
			local: '2026-04-01T00:00:00',
			written: '01/04/2026',
			meeting: '2026-04-01 10:30',
			serial: 46113,
			word: 'true',
		};
		expect(sentDataSchema(MADRID).parse(data)).toEqual({
			box: '1',
			off: '0',
			date: '2026-04-01',
			text: '2026-04-01',
			panel: '2026-04-01',
			local: '2026-04-01',
			written: '01/04/2026',
			meeting: '2026-04-01 10:30',
			serial: '46113',
			word: 'true',
		});
	});

	it('may have rows without a key and a value, which are left out', () => {
		const rows = [
			{ key: '', value: '' },
			{ key: 'a', value: 'x' },
			{ key: null, value: null },
		];
		expect(sentDataSchema(MADRID).parse(rows)).toEqual({ a: 'x' });
	});

	it('is refused when a row has a value and no key', () => {
		const { error } = sentDataSchema(MADRID).safeParse([{ key: ' ', value: 'x' }]);
		expect(error?.issues.map(({ message }) => message)).toEqual(['Key is empty']);
	});

	const problemsOf = (data: unknown) =>
		sentDataSchema(MADRID)
			.safeParse(data)
			.error?.issues.map(({ path: [row], message }) => [row, message]);

	it.each<[string, unknown]>([
		['in a list', [{ salary: '30000', vip: true }]],
		['alone', { salary: '30000', vip: true }],
		['as rows', [{ key: 'salary', value: '30000' }, {}, { key: 'vip', value: true }]],
		[
			'with blanks and a byte order mark around the keys',
			{ 'salary ': '30000', '\ufeffvip\u00a0': 1 },
		],
	])('may be an object %s', (_, data) => {
		expect(sentDataSchema(MADRID).parse(data)).toEqual({ salary: '30000', vip: '1' });
	});

	it('has the pairs key and value in an object', () => {
		const data = { key: 'a', value: 'b' };
		expect(sentDataSchema(MADRID).parse(data)).toEqual(data);
	});

	it.each<[string, unknown, unknown[]]>([
		[
			'several objects',
			[{ salary: '30000' }, { name: 'Ada' }],
			[
				[0, expect.stringMatching(/^{"salary":"30000"} is not a pair: in a list, each must be/)],
				[1, expect.stringMatching(/^{"name":"Ada"} is not a pair/)],
			],
		],
		[
			'an object beside a row',
			[{ key: 'a', value: 'x' }, { name: 'Ada' }],
			[[1, expect.stringMatching(/^{"name":"Ada"} is not a pair/)]],
		],
		['more than a pair', [{ key: 'a', value: 'x', n: 1 }], [[0, 'A pair has no field "n"']]],
		[
			'a blank pair with more',
			[{ key: '', value: '', n: 1 }],
			expect.arrayContaining([[0, 'A pair has no field "n"']]) as unknown[],
		],
		['text', ['salary'], [[0, 'A pair must be an object']]],
		['a list', [[{ a: 1 }]], [[0, 'A pair must be an object']]],
		[
			'two keys that are the same but for blanks',
			{ 'salary ': '1', salary: '2' },
			[[1, 'Key "salary" is used twice']],
		],
		[
			'a key of 1,001 characters',
			{ ['k'.repeat(1_001)]: 'x' },
			[[0, 'Key is 1001 characters long: this node takes at most 1000']],
		],
		['a key of blanks', { '\u200b ': 'x' }, [[0, 'Key is empty']]],
	])('is refused with %s', (_, data, problems) => {
		expect(problemsOf(data)).toEqual(problems);
	});

	it('takes a key of 1,000 characters with blanks around it', () => {
		const key = 'k'.repeat(1_000);
		expect(sentDataSchema(MADRID).parse({ [`${key}${' '.repeat(500)}`]: 'x' })).toEqual({
			[key]: 'x',
		});
	});

	it('is refused with brackets that have no other half, however many', () => {
		const key = '['.repeat(500_000) + ']'.repeat(500_000);
		expect(problemsOf({ [key]: 'x' })).toHaveLength(1);
		expect(problemsOf({ '][': 'x' })).toHaveLength(1);
	});

	it('has the kind of a template field whose key has blanks around it', () => {
		const mapper = { value: {}, schema: [{ id: ' start ', type: 'dateTime' }] };
		const read = sentDataSchema(MADRID, mapper);
		for (const key of ['start', ' start ', '\ufeffstart']) {
			expect(read.safeParse({ [key]: '01/04/2026' }).success).toBe(false);
		}
	});

	it('has the kind of the template field with its key', () => {
		const mapper = { value: {}, schema: [{ id: 'start', type: 'dateTime' }] };
		const read = sentDataSchema(MADRID, mapper);
		expect(read.parse({ start: '2026-04-01 10:30' })).toEqual({ start: '2026-04-01' });
		expect(read.safeParse({ start: '01/04/2026' }).success).toBe(false);
	});

	it('is refused by its name when it is given as rows and as JSON', () => {
		const both = { data: {}, dataJson: '{}' };
		const { error } = sentDataSchema(MADRID).safeParse(readRowsOrJson(both, dataRows));
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'Custom Data is given twice: remove Custom Data or Custom Data (JSON)',
		]);
	});
});

describe('the values of template fields', () => {
	const types = { a: 'dateTime', b: 'boolean', c: 'string' };
	const schema = Object.entries(types).map(([id, type]) => ({ id, type }));
	const read = (value: unknown) => templateFieldsSchema(MADRID).safeParse({ value, schema });

	it.each<[string, object, object]>([
		['text', { c: 'Ada' }, { c: 'Ada' }],
		['a number', { c: 7.5 }, { c: '7.5' }],
		['nothing', { a: null, b: undefined, c: ' ' }, {}],
		['a box that is ticked', { b: true }, { b: '1' }],
		['a box that is ticked in a spreadsheet', { b: 'TRUE' }, { b: '1' }],
		['a box that is not', { b: 'no' }, { b: '0' }],
		['a day', { a: '2026-04-01' }, { a: '2026-04-01' }],
		['a date of a database', { a: new Date('2026-03-31T22:00:00Z') }, { a: '2026-04-01' }],
		['the same as text', { a: '2026-03-31T22:00:00.000Z' }, { a: '2026-04-01' }],
		['a date in a text field', { c: new Date('2026-03-31T22:00:00Z') }, { c: '2026-04-01' }],
		['a field that is not known', { d: true }, { d: '1' }],
	])('are text: %s', (_, value, sent) => {
		expect(read(value).data).toEqual(sent);
	});

	it.each([undefined, null, {}, { value: null }, 'text'])('may be missing: %j', (mapper) => {
		expect(templateFieldsSchema(MADRID).parse(mapper)).toEqual({});
	});

	it.each<[string, object, string]>([
		['an object', { c: {} }, '"c" {} must be text, a number or a date'],
		['a list', { c: ['x'] }, '"c" ["x"] must be text, a number or a date'],
		['no switch', { b: 'perhaps' }, '"b" "perhaps" must be true or false'],
		[
			'a date that can be read in two ways',
			{ a: '01/04/2026' },
			`"a" "01/04/2026" must be a date, e.g. 2026-03-31. To get a date, use {{ DateTime.fromFormat($json.date, 'd/M/yyyy').toISODate() }}`,
		],
		[
			"a spreadsheet's number of a day",
			{ a: 46113 },
			`"a" 46113 must be a date, e.g. 2026-03-31. To get a date, use {{ DateTime.fromISO('1899-12-30').plus({ days: $json.date }).toISODate() }}`,
		],
	])('are named by their keys when one is %s', (_, value, problem) => {
		expect(read({ ...value, x: 'x' }).error?.issues.map(({ message }) => message)).toEqual([
			`Template Fields: ${problem}`,
		]);
	});
});

describe('the Reference that the panel gives', () => {
	it('is undefined when the field was not added', () => {
		expect(givenReference({ subject: 'x' })).toBeUndefined();
	});

	it.each([
		['INV-7', 'INV-7'],
		[undefined, ''],
		[null, ''],
	])('is blank rather than missing when an added field has no value: %j', (reference, given) => {
		expect(givenReference({ reference } as never)).toBe(given);
	});
});

describe('a Reference', () => {
	it.each<[string, unknown, unknown]>([
		['is sent without blanks around it', ' INV 7 ', 'INV 7'],
		['may be a number', 7, '7'],
		['may be missing', undefined, undefined],
		['may have one character', 'x', 'x'],
		['may have 64 characters', 'x'.repeat(64), 'x'.repeat(64)],
		['is counted in characters, not in units of UTF-16', '😀'.repeat(64), '😀'.repeat(64)],
		['is the same whether é is one character or two', 'Jose\u0301', 'Jos\u00e9'],
		['is counted without blanks around it', ` ${'x'.repeat(64)} `, 'x'.repeat(64)],
		['may fill a column', `Jose\u0301${' '.repeat(2_000)}`, 'Jos\u00e9'],
	])('%s', (_, value, reference) => {
		expect(referenceSchema.parse(value)).toBe(reference);
	});

	const EMPTY = 'Reference is empty. Give it a value or remove the field';
	const RULE = 'must be a line of at most 64 whole characters';

	it.each<[string, unknown, string]>([
		['is empty', '', EMPTY],
		['is blank', ' \n', EMPTY],
		['is null', null, EMPTY],
		['is an object', { id: 7 }, 'Reference {"id":7} must be a line of at most 64 whole characters'],
		['is true', true, `Reference true ${RULE}`],
		['has 65 characters', 'x'.repeat(65), `Reference "${'x'.repeat(65)}" ${RULE}`],
		['has 65 symbols of two units', '😀'.repeat(65), RULE],
		['has two lines', 'a\nb', `Reference "aU+000Ab" ${RULE}`],
		['has a tab', 'a\tb', RULE],
		['has two lines of 64 characters in all', `${'x'.repeat(62)}\ny`, RULE],
		['ends in half an emoji', '😀'.slice(0, 1), `Reference "U+D83D" ${RULE}`],
		['has more marks than are normalized', `e${marks}`, RULE],
		['has half an emoji in it', `a${'😀'.slice(1)}b`, RULE],
		['has two lines of 64 characters between blanks', ` ${'x'.repeat(62)}\ny `, RULE],
	])('that %s is refused', (_, value, message) => {
		const { error } = referenceSchema.safeParse(value);
		expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
	});
});
