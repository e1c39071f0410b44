// People who get a copy: the parameters of one, their fields in the panel, and how these are read.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../transport/call';
import { emailSchema, filledName } from './doors';
import { jsonFieldFor, NAME_TOO, tableField, textField } from './fields';
import { doorsOf, panelFields, type ParameterTable } from './parameters';
import { PERSON, skips, withMailbox, withoutEmpty } from './people';
import { optional } from './schemas';
import { listSchema, readRowsOrJson } from './rows';
import { openObject } from './words';

/** The parameters of one who gets a copy. */
export const copyTable = {
	email: {
		field: textField('Email', 'email', {
			required: true,
			placeholder: 'e.g. archive@example.com',
			description: NAME_TOO,
		}),
		door: () => emailSchema,
	},
	name: {
		field: textField('Name', 'name', { placeholder: 'e.g. Mary Somerville' }),
		door: (label) => optional(filledName(label)),
	},
} satisfies ParameterTable<undefined>;

const copySchema = z.preprocess(
	(entry) => (typeof entry === 'string' ? { email: entry } : entry),
	withMailbox(openObject('A copy', doorsOf(copyTable, undefined), PERSON)),
);

/** The people of `copiesParameter`: rows, or a list as JSON. A single person needs no list. */
export const copiesSchema = (name: string) =>
	listSchema(name, copySchema, `[${PERSON}]`, 0).optional();

/** People who get a copy, with the options of the panel for them: as rows, which are under `copy`, or as JSON. */
export function copiesParameter(displayName: string, name: string, description: string) {
	const field = tableField(displayName, name, {
		row: { displayName: 'Person', name: 'copy', values: panelFields(copyTable) },
		description,
	});
	const json = jsonFieldFor(field, {
		typeOptions: { rows: 4 },
		default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
		description: `${description}: a list of objects with email and name, or of addresses`,
	});
	const rows = { name: displayName, tables: [copyTable] };
	return { field, also: [json], door: copiesSchema, rows };
}

/** The options of `copiesParameter`, not validated yet, without rows that `skipOption` skips. */
export function readCopies(call: ExecuteCall, options: IDataObject, item: number) {
	const skipsEmpty = skips(call, item, 'recipients');
	const copiesIn = (displayName: string, name: string) => {
		const copies = readRowsOrJson(options, { displayName, name, rows: 'copy' });
		return skipsEmpty ? withoutEmpty(copies) : copies;
	};
	return { cc: copiesIn('CC', 'cc'), bcc: copiesIn('BCC', 'bcc') };
}
