import type { IDataObject } from 'n8n-workflow';
import { copiesSchema, withoutEmpty } from '../../../nodes/Signaturit/input/people';
import { readRowsOrJson } from '../../../nodes/Signaturit/input/values';
import { MARY } from '../../people';

const result = (more: IDataObject, filtered = (copies: unknown) => copies) => {
	const read = readRowsOrJson(more, { displayName: 'CC', name: 'cc', rows: 'copy' });
	const { data, error } = copiesSchema('CC').safeParse(filtered(read));
	return error ? error.issues.map(({ message }) => message) : data;
};
const LIST = 'CC must be a JSON list such as [{ "email": "…", "name": "…" }]';

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
		[{ cc: null }, LIST],
		[{ cc: MARY.email }, LIST.replace('CC', `CC "${MARY.email}"`)],
		[{ cc: { copies: [MARY] } }, 'Email is empty'],
		[{ ccJson: undefined }, LIST],
		[{ ccJson: null }, LIST],
		[{ ccJson: '' }, LIST],
		[{ ccJson: '[{' }, 'CC (JSON) is not valid JSON: line 1, column 3, near [{'],
		[{ ccJson: 5 }, LIST.replace('CC', 'CC 5')],
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
