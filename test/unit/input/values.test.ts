import { z } from 'zod';
import { isEmptyObject, listSchema, mapList, rowsOf } from '../../../nodes/Signaturit/input/values';

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
