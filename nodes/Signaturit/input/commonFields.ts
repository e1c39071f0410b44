import type { INodeProperties } from 'n8n-workflow';
import { jsonFieldFor, tableField, textField } from './fields';
import { brandingLocator } from './locators';

/** The option for a branding of what is sent (`chosenValue`). */
export const brandingField: INodeProperties = {
	...brandingLocator,
	required: undefined,
	description: "How emails, SMS and the signing page look; the account's own look when left empty",
};

/** The options for people who get a copy: as rows, which are under `copy`, or as JSON. */
export function copiesFields(
	displayName: string,
	name: string,
	description: string,
): INodeProperties[] {
	const values = [
		textField('Email', 'email', { required: true, placeholder: 'e.g. archive@example.com' }),
		textField('Name', 'name', { placeholder: 'e.g. Mary Somerville' }),
	];
	const rows = tableField(displayName, name, {
		row: { displayName: 'Person', name: 'copy', values },
		description,
	});
	const json = jsonFieldFor(rows, {
		typeOptions: { rows: 4 },
		default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
		description: `${description}: a list of objects with email and name, or of addresses`,
	});
	return [rows, json];
}

/** The panel's field for pairs that the service stores with what is created. */
export function customDataField(
	description: string,
	valueDescription = 'At most 64 characters',
): INodeProperties {
	const values = [
		textField('Key', 'key', { placeholder: 'e.g. crm_id' }),
		textField('Value', 'value', { description: valueDescription }),
	];
	return tableField('Custom Data', 'data', {
		row: { displayName: 'Pair', name: 'pair', values },
		description,
	});
}

/** The same as options of a creation: as rows, or as JSON. */
export function customDataFields(description: string, valueDescription = ''): INodeProperties[] {
	const rows = customDataField(description, valueDescription);
	const json = jsonFieldFor(rows, {
		typeOptions: { rows: 4 },
		default: '{}',
		description,
		hint: 'An object of keys and values, e.g. { "crm_id": "2445" }',
	});
	return [rows, json];
}

/** The panel's field for the user's reference. */
export const referenceField = (thing: string): INodeProperties =>
	textField('Reference', 'reference', {
		placeholder: 'e.g. contract-2026-0042',
		description: `Your own name for the ${thing}. If there is one of this name, it is returned and nothing is sent.`,
		hint: 'Different for each item. With it, a workflow can be run again after any failure.',
	});
