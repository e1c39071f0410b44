import fc from 'fast-check';
import { readJson } from '../../../nodes/Signaturit/input/json';
import { Unfound } from '../../../nodes/Signaturit/input/schemas';
import { ADA } from '../../people';
import '../propertyRuns';

const LIST = [{ ...ADA, name: 'Ada "Countess"\nLovelace' }];
const TEXT = JSON.stringify(LIST);

describe('a JSON field', () => {
	it.each<[string, unknown]>([
		['JSON', TEXT],
		['JSON with blanks and a byte order mark around', `\ufeff\n ${TEXT} \u200b\n`],
		['JSON in a code fence', `\`\`\`json\n${TEXT}\n\`\`\``],
		['JSON in a code fence without a language', `\`\`\`\n${TEXT}\n\`\`\`\n`],
		['JSON in JSON', JSON.stringify(TEXT)],
		['JSON in a code fence in JSON', JSON.stringify(`\`\`\`json\n${TEXT}\n\`\`\``)],
		['JSON in JSON in a code fence', `\`\`\`\r\n${JSON.stringify(TEXT)}\r\n\`\`\``],
		['JSON under the name of the field', JSON.stringify({ recipients: LIST })],
		['a list', LIST],
		['a list under the name of the field', { Recipients: LIST }],
	])('takes %s', (_, value) => {
		expect(readJson(value, 'Recipients')).toEqual(LIST);
	});

	it('is known by the name of its parameter too', () => {
		const data = { crm_id: '2445' };
		for (const wrapped of [{ data }, { custom_data: data }]) {
			expect(readJson(wrapped, 'Custom Data', 'data')).toEqual(data);
		}
	});

	it.each([null, 7, true, { email: 'a' }, { recipients: 'x' }, { recipients: [], cc: [] }])(
		'gives %j as it is',
		(value) => {
			expect(readJson(value, 'Recipients')).toEqual(value);
		},
	);

	it.each([
		['[{ "name": "O"Brien" }]', 'line 1, column 15, near [{ "name": "O"Brien" }]'],
		[
			'[\n  { "name": "Ada\nLovelace" }\n]',
			'line 2, column 17, near [ { "name": "AdaU+000ALovelace" } ]',
		],
		["[{'name': 'Ada'}]", "line 1, column 3, near [{'name': 'Ada'}]"],
		['[{ "name": "Ada" },]', 'line 1, column 20, near [{ "name": "Ada" },]'],
		['[{ "name": "Ada", }]', 'line 1, column 19, near [{ "name": "Ada", }]'],
		['[{ "name": "Ada"', 'line 1, column 17, near [{ "name": "Ada"'],
		['[{ name: "Ada" }]', 'line 1, column 4, near [{ name: "Ada" }]'],
		['[object Object]', 'line 1, column 2, near [object Object]'],
		['[True]', 'line 1, column 2, near [True]'],
		['{{ $json.list }}', 'line 1, column 2, near {{ $json.list }}'],
		['{"crm":\u00a07}', 'line 1, column 8, near {"crm":U+00A07}'],
		['{\u200b"crm": 7}', 'line 1, column 2, near {U+200B"crm": 7}'],
		['["a\tb"]', 'line 1, column 4, near ["aU+0009b"]'],
		['["\ud83d\ude00 sixteen chars..", x]', 'line 1, column 24, near 😀 sixteen chars..", x]'],
		['\n\n [x]', 'line 3, column 3, near [x]'],
		['```json\n[\n  x\n]\n```', 'line 3, column 3, near [ x ]'],
		['```\n\n[\n```', 'line 3, column 2, near ['],
		[JSON.stringify('[x]'), 'line 1, column 2, near [x]'],
	])('says where %j is not JSON', (text, place) => {
		const read = readJson(text, 'Recipients');
		expect(read).toBeInstanceOf(Unfound);
		expect((read as Unfound).problem).toBe(`Recipients (JSON) is not valid JSON: ${place}`);
	});

	it.each(['', ' \n', '\ufeff\u200b', '""', '```\n```', 'null', null, undefined])(
		'takes %j for a blank',
		(value) => {
			expect(readJson(value, 'Recipients')).toBeNull();
		},
	);

	it.each<[string, unknown]>([
		['a key that is used twice', '{"email":"ada@example.com","email":"ben@example.com"}'],
		[
			'the same written in another way',
			'{"email":"ada@example.com","\\u0065mail":"ben@example.com"}',
		],
		['the same in JSON in JSON', JSON.stringify('{"email":"ada@example.com","email":"x"}')],
	])('is refused for %s', (_, text) => {
		const { problem, advice } = readJson(text, 'Recipients') as Unfound;
		expect(problem).toMatch(
			/^Recipients \(JSON\) has the key "email" twice: line 1, column 28, near ":"ada@example\.com","/,
		);
		expect(advice).toContain('give it another key');
	});

	it('shows by its number what nobody sees in a key that is used twice', () => {
		const { problem } = readJson('{"a\u200b":1,\n"a\u200b":2}', 'Recipients') as Unfound;
		expect(problem).toBe(
			'Recipients (JSON) has the key "aU+200B" twice: line 2, column 1, near {"aU+200B":1, "aU+200B":2}',
		);
	});

	it('may have the same key in two objects', () => {
		const text = '[{"a":{"a":1}},{"a":2}]';
		expect(readJson(text, 'Recipients')).toEqual([{ a: { a: 1 } }, { a: 2 }]);
	});

	it.each([
		'12345678901234567890',
		'-9007199254740993',
		'72057594037927936',
		'0.1234567890123456789',
		'922337203685477.5807',
		'0.10000000000000001',
		'1e400',
		'1e-400',
		'-1E+400',
	])('keeps the digits of %s, which JavaScript would round', (number) => {
		const read = readJson(`{"id":${number}, "n":[7,${number}]}`, 'Custom Data');
		expect(read).toEqual({ id: number, n: [7, number] });
	});

	it.each([
		'1.0',
		'1e3',
		'-0',
		'30000.00',
		'9007199254740991',
		'0.1',
		'1e22',
		'0e999',
		'0.30000000000000004',
	])('reads %s as the number it is', (number) => {
		expect(readJson(`[${number}]`, 'Custom Data')).toEqual([Number(number)]);
	});

	it.each(['['.repeat(101), '['.repeat(1_000_000), `[${'{"a":'.repeat(500_000)}`])(
		'is refused for deep nesting: %#',
		(text) => {
			const { problem, advice } = readJson(text, 'Recipients') as Unfound;
			expect(problem).toMatch(
				/^Recipients \(JSON\) is nested too deeply: line 1, column \d+, near /,
			);
			expect(advice).toBe('At most 100 lists and objects may be in each other');
		},
	);

	it('may be nested 100 deep', () => {
		const text = '['.repeat(100) + ']'.repeat(100);
		expect(readJson(text, 'Recipients')).toEqual(JSON.parse(text));
	});

	it('is refused beyond the size of a request, before it is read', () => {
		const size = 15 * 1024 * 1024;
		expect(readJson(' '.repeat(size), 'Recipients')).toBeNull();
		expect(readJson(' '.repeat(size + 1), 'Recipients')).toEqual(
			new Unfound(
				'Recipients (JSON) has 15728641 characters: at most 15728640 are read',
				'Files go into the fields for files',
			),
		);
	});

	it('gives what JSON.parse gives, for every JSON', () => {
		const json = fc.jsonValue().map((value) => JSON.stringify({ value, more: 1 }, null, ' '));
		fc.assert(fc.property(json, (text) => expect(readJson(text, 'x')).toEqual(JSON.parse(text))));
	});
});
