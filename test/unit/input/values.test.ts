import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { copiesSchema } from '../../../nodes/Signaturit/input/copies';
import { withoutEmpty } from '../../../nodes/Signaturit/input/people';
import {
	isEmptyObject,
	LEFT_OUT,
	listSchema,
	mapList,
	readRowsOrJson,
	rowsOf,
} from '../../../nodes/Signaturit/input/rows';
import { MARY } from '../../people';

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
		[
			{ ccJson: '[{' },
			'CC (JSON) is not valid JSON: line 1, column 3, near [{. It takes a JSON list such as [{ "email": "…", "name": "…" }]',
		],
		[{ ccJson: 5 }, NO_LIST.replace('CC', 'CC 5')],
	])('given as %j is refused with "%s"', (more, message) => {
		expect(result(more)).toContain(message);
	});

	it('leaves out who is empty, and no object that says who is meant by other keys', () => {
		const nobody = { email: '', name: '\u200b', phone: null };
		expect(withoutEmpty([nobody, {}, ' ', { name: 'Ada' }])).toEqual([
			LEFT_OUT,
			LEFT_OUT,
			LEFT_OUT,
			{ name: 'Ada' },
		]);
		expect(withoutEmpty([{ correo: 'ada@example.com' }])).toEqual([{ correo: 'ada@example.com' }]);
	});

	it.each<[IDataObject, string]>([
		[
			{ ccJson: '[{' },
			'CC (JSON) is not valid JSON: line 1, column 3, near [{. It takes a JSON list such as [{ "email": "…", "name": "…" }]',
		],
		[{ cc: { copy: [MARY] }, ccJson: '[]' }, 'CC is given twice: remove CC or CC (JSON)'],
	])('given as %j is refused too when empty people are skipped', (more, message) => {
		expect(result(more, withoutEmpty)).toEqual([message]);
	});
});
