import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { copiesSchema, withoutEmpty } from '../../../nodes/Signaturit/input/people';
import { Unfound } from '../../../nodes/Signaturit/input/schemas';
import {
	errorIn,
	isEmptyObject,
	listSchema,
	mapList,
	readJson,
	readRowsOrJson,
	rowsOf,
} from '../../../nodes/Signaturit/input/values';
import { ADA, MARY } from '../../people';
import { propertyRuns } from '../propertyRuns';

describe('rowsOf', () => {
	it.each<[unknown, unknown]>([
		[{ copy: [1] }, [1]],
		[{ copy: 'x' }, { copy: 'x' }],
		[[1], [1]],
		[{}, {}],
		['x', 'x'],
		[undefined, undefined],
	])('turns %j into %j', (value, rows) => {
		expect(rowsOf(value, 'copy')).toEqual(rows);
	});
});

describe('mapList', () => {
	it('changes the entries of a list and nothing else', () => {
		const name = ({ name }: { name?: unknown }) => name;
		expect(mapList([{ name: 'Ada' }], name)).toEqual(['Ada']);
		expect(mapList({ name: 'Ada' }, name)).toEqual({ name: 'Ada' });
	});
});

describe('isEmptyObject', () => {
	it.each<[unknown, boolean]>([
		[{}, true],
		[{ a: 1 }, false],
		[[], false],
		[null, false],
		['', false],
	])('for %j is %s', (value, expected) => {
		expect(isEmptyObject(value)).toBe(expected);
	});
});

describe('a list', () => {
	const messages = (value: unknown, least?: number) =>
		listSchema('Days', z.number(), '[1]', least)
			.safeParse(value)
			.error?.issues.map(({ path, message }) => [...path, message]);

	it.each([
		[{}, 0, [['Days: add at least one']]],
		[[], 1, [['Days: add at least one']]],
		[[], undefined, [['Days: add at least one']]],
		[[], 0, undefined],
		[null, 0, [['Days must be a JSON list such as [1]']]],
		[[1, 'x'], 1, [[1, 'Expected number, received string']]],
	])('given as %j with at least %s entries has the problems %j', (value, least, expected) => {
		expect(messages(value, least)).toEqual(expected);
	});
});

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

const result = (more: IDataObject, filtered = (copies: unknown) => copies) => {
	const read = readRowsOrJson(more, { displayName: 'CC', name: 'cc', rows: 'copy' });
	const { data, error } = copiesSchema('CC').safeParse(filtered(read));
	return error ? error.issues.map(({ message }) => message) : data;
};
const NO_LIST = 'CC must be a JSON list such as [{ "email": "…", "name": "…" }]';

describe('an entry that can be added as rows or as JSON', () => {
	it.each<[IDataObject, unknown]>([
		[{ subject: 'x' }, undefined],
		[{ cc: { copy: [MARY] } }, [MARY]],
		[{ cc: [MARY] }, [MARY]],
		[{ ccJson: JSON.stringify([MARY, 'max@example.com']) }, [MARY, { email: 'max@example.com' }]],
		[{ ccJson: [MARY] }, [MARY]],
		[{ ccJson: MARY }, [MARY]],
		[{ ccJson: '[]' }, []],
	])('given as %j is read as %j', (more, expected) => {
		expect(result(more)).toEqual(expected);
	});

	it.each<[IDataObject, string]>([
		[{ cc: { copy: [MARY] }, ccJson: [] as never }, 'CC is given twice: remove CC or CC (JSON)'],
		[
			{ cc: {} },
			'CC is empty: add an entry, or remove the field. An expression for all of it goes into CC (JSON)',
		],
		[{ cc: null }, NO_LIST],
		[{ cc: MARY.email }, NO_LIST.replace('CC', `CC "${MARY.email}"`)],
		[{ cc: { copies: [MARY] } }, 'Email is empty'],
		[{ ccJson: undefined }, NO_LIST],
		[{ ccJson: null }, NO_LIST],
		[{ ccJson: '' }, NO_LIST],
		[{ ccJson: '[{' }, 'CC (JSON) is not valid JSON: line 1, column 3, near [{'],
		[{ ccJson: 5 }, NO_LIST.replace('CC', 'CC 5')],
	])('given as %j is refused with "%s"', (more, message) => {
		expect(result(more)).toContain(message);
	});

	it.each<[IDataObject, string]>([
		[{ ccJson: '[{' }, 'CC (JSON) is not valid JSON: line 1, column 3, near [{'],
		[{ cc: { copy: [MARY] }, ccJson: '[]' }, 'CC is given twice: remove CC or CC (JSON)'],
	])('given as %j is refused too when empty people are skipped', (more, message) => {
		expect(result(more, withoutEmpty)).toEqual([message]);
	});
});
