import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { emailSchema, text } from './schemas';

export const brandingIdField: INodeProperties = {
	displayName: 'Branding ID',
	name: 'brandingId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 6472d3ba-1c1f-4d0f-9a5e-2b0f5f1d3c11',
	description: 'The branding, made in Signaturit, in which emails and pages appear',
};

/** The panel's field for people who get a copy. Its rows are under `copy`. */
export const copiesField = (
	displayName: string,
	name: string,
	description: string,
): INodeProperties => ({
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
});

/** The rows of `copiesField`. */
export const copiesSchema = z
	.array(z.object({ email: emailSchema, name: text('Name') }))
	.optional();

/** The panel's field for pairs that the service stores with what is created. */
export const customDataField = (description: string): INodeProperties => ({
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
					description: 'At most 64 characters',
				},
			],
		},
	],
});
