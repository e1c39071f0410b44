import type { INodeProperties } from 'n8n-workflow';
import { documentFields } from './create.fields';
import { messageFields } from './messageFields';
import { recipientsField } from './recipientFields';

/** The panel's fields for a signature request: what is signed, who signs, and what they are told. */
export const requestFields: INodeProperties[] = [
	...documentFields,
	recipientsField,
	...messageFields,
];
