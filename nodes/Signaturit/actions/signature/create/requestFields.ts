import type { INodeProperties } from 'n8n-workflow';
import { documentFields } from './create.fields';
import { recipientsFields } from './recipientFields';

/** The panel's fields for a signature request: what is signed, who signs, and its name. */
export const requestFields: INodeProperties[] = [
	...documentFields,
	...recipientsFields,
	{
		displayName: 'Request Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Employment contract Ada Lovelace',
		description: 'Name of the request in Signaturit',
	},
];
