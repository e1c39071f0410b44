import type { INodeProperties } from 'n8n-workflow';
import { jsonTwin, rowsField } from '../../input/lists';

/**
 * Who gets an email or SMS: a field with rows, one to start with, and its option as JSON.
 *
 * @param thing in the description, e.g. `email`
 * @param fields of a recipient; they are the keys of the JSON too
 */
export function recipientsOf(
	thing: string,
	fields: readonly INodeProperties[],
): { field: INodeProperties; jsonOption: INodeProperties } {
	const names = fields.map(({ name }) => name);
	const empty = Object.fromEntries(names.map((name) => [name, '']));
	const rows: INodeProperties = {
		displayName: 'Recipients',
		name: 'recipients',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		required: true,
		default: { recipient: [empty] },
		placeholder: 'Add Recipient',
		description: `Who gets the ${thing}; each has a certificate of their own`,
		options: [{ displayName: 'Recipient', name: 'recipient', values: [...fields] }],
	};
	const jsonOption = jsonTwin(rows, {
		default: JSON.stringify([empty], undefined, 2),
		description: `List of recipients, each with ${names.join(' and ')}, in place of Recipients`,
	});
	return { field: rowsField(rows), jsonOption };
}

/** What is certified of an email or SMS. */
export const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{
			name: 'Delivery',
			value: 'delivery',
			description: 'Certifies what was sent and that it was delivered',
		},
		{
			name: 'Open Document',
			value: 'open_document',
			description: 'Also certifies that the attached PDF was opened on the platform',
		},
		{
			name: 'Open Every Document',
			value: 'open_every_document',
			description: 'Also certifies for every attached PDF that it was opened on the platform',
		},
	],
	default: 'delivery',
	description: 'What is certified. The types that track opening take PDF files only.',
};

/** Files of the input item to attach. */
export const attachmentsField: INodeProperties = {
	displayName: 'Attachments',
	name: 'binaryPropertyNames',
	type: 'string',
	default: '',
	placeholder: 'e.g. letter,annex',
	hint: 'The names of the input fields that hold the files to attach, separated by commas',
	description: 'Files of up to 15 MB each',
};
