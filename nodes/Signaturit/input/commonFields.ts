import type { INodeProperties } from 'n8n-workflow';

export const brandingIdField: INodeProperties = {
	displayName: 'Branding ID',
	name: 'brandingId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 6472d3ba-1c1f-4d0f-9a5e-2b0f5f1d3c11',
	description: 'The branding, made in Signaturit, in which emails and pages appear',
};

/** The options for people who get a copy: as rows, which are under `copy`, or as JSON. */
export const copiesFields = (
	displayName: string,
	name: string,
	description: string,
): INodeProperties[] => [
	{
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Person',
		description,
		options: [
			{
				displayName: 'Person',
				name: 'copy',
				values: [
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						required: true,
						placeholder: 'e.g. archive@example.com',
					},
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Mary Somerville',
					},
				],
			},
		],
	},
	{
		displayName: `${displayName} (JSON)`,
		name: `${name}Json`,
		type: 'json',
		typeOptions: { rows: 4 },
		default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
		description: `${description}, as a list of objects with email and name, or of addresses`,
	},
];

/** The panel's field for pairs that the service stores with what is created. */
export const customDataField = (
	description: string,
	valueDescription = 'At most 64 characters',
): INodeProperties => ({
	displayName: 'Custom Data',
	name: 'data',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Pair',
	description,
	options: [
		{
			displayName: 'Pair',
			name: 'pair',
			values: [
				{
					displayName: 'Key',
					name: 'key',
					type: 'string',
					default: '',
					placeholder: 'e.g. crm_id',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: valueDescription,
				},
			],
		},
	],
});

/** The same as options of a creation: as rows, or as JSON. */
export const customDataFields = (description: string, valueDescription = ''): INodeProperties[] => [
	customDataField(description, valueDescription),
	{
		displayName: 'Custom Data (JSON)',
		name: 'dataJson',
		type: 'json',
		typeOptions: { rows: 4 },
		default: '{}',
		description,
		hint: 'An object of keys and values, e.g. { "crm_id": "2445" }',
	},
];

/** The panel's field for the user's reference. */
export const referenceField = (thing: string): INodeProperties => ({
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. contract-2026-0042',
	description: `Your own name for this ${thing}, at most 64 characters, e.g. the number of a contract. It is stored at Signaturit with the ${thing}. If one with this reference exists already, it is returned and nothing is sent.`,
	hint: 'Different for each item. With it, a workflow can be run again after any failure.',
});
