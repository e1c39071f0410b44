import fc from 'fast-check';
import { errorIn, readJson } from '../../../nodes/Signaturit/input/values';
import { Unfound } from '../../../nodes/Signaturit/input/schemas';
import { ADA } from '../../people';
import { propertyRuns } from '../propertyRuns';

const LIST = [{ ...ADA, name: 'Ada "Countess"\nLovelace' }];
const TEXT = JSON.stringify(LIST);

describe('a JSON field', () => {
	it.each<[string, unknown]>([
		['JSON', TEXT],
		['JSON with blanks and a byte order mark around', `\ufeff\n ${TEXT} \u200b\n`],
		['JSON in a code fence', `\`\`\`json\n${TEXT}\n\`\`\``],
		['JSON in a code fence without a language', `\`\`\`\n${TEXT}\n\`\`\`\n`],
		['JSON in JSON', JSON.stringify(TEXT)],
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
			'line 2, column 17, near [ { "name": "Ada Lovelace" } ]',
		],
		["[{'name': 'Ada'}]", "line 1, column 3, near [{'name': 'Ada'}]"],
		['[{ "name": "Ada" },]', 'line 1, column 20, near [{ "name": "Ada" },]'],
		['[{ "name": "Ada", }]', 'line 1, column 19, near [{ "name": "Ada", }]'],
		['[{ "name": "Ada"', 'line 1, column 17, near [{ "name": "Ada"'],
		['[{ name: "Ada" }]', 'line 1, column 4, near [{ name: "Ada" }]'],
		['[object Object]', 'line 1, column 2, near [object Object]'],
		['[True]', 'line 1, column 2, near [True]'],
		['{{ $json.list }}', 'line 1, column 2, near {{ $json.list }}'],
	])('says where %j is not JSON', (text, place) => {
		const read = readJson(text, 'Recipients');
		expect(read).toBeInstanceOf(Unfound);
		expect((read as Unfound).problem).toBe(`Recipients (JSON) is not valid JSON: ${place}`);
	});
});

describe('where a text stops being JSON', () => {
	const errorOf = (text: string) => {
		try {
			JSON.parse(text);
			return '';
		} catch (error) {
			return String(error);
		}
	};

	it('is its end for JSON, as for nothing else', () => {
		const json = fc.jsonValue().map((value) => JSON.stringify(value, null, ' '));
		fc.assert(fc.property(json, (text) => expect(errorIn(text)).toBe(text.length)));
	});

	it('is where JavaScript finds it, where it says so', () => {
		const spoiled = fc
			.tuple(
				fc.jsonValue(),
				fc.nat(),
				fc.constantFrom('"', ',', '}', ']', '{', ':', "'", '\n', 'x', '0', ''),
			)
			.map(([value, at, mark]) => {
				const text = JSON.stringify(value);
				const place = at % (text.length + 1);
				return text.slice(0, place) + mark + text.slice(place + (at % 3));
			})
			.filter((text) => errorOf(text) !== '');
		fc.assert(
			fc.property(spoiled, (text) => {
				const message = errorOf(text);
				const [, position] = /position (\d+)/.exec(message) ?? [];
				const [, token] = /Unexpected token '(.)'/su.exec(message) ?? [];
				const found = errorIn(text);
				if (/Unterminated string|end of JSON/.test(message)) expect(found).toBe(text.length);
				else if (position !== undefined) expect(found).toBe(Number(position));
				else expect(String.fromCodePoint(text.codePointAt(found) ?? 0)).toBe(token);
			}),
			{ numRuns: propertyRuns(2_000) },
		);
	});

	it('is found in a long text at once', () => {
		const text = `["${'x'.repeat(1_000_000)}", ${'[1,2],'.repeat(100_000)}`;
		expect(errorIn(text)).toBe(text.length);
		expect(errorIn(`${text.slice(0, -1)}}]`)).toBe(text.length - 1);
	});
});
