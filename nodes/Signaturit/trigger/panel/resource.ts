import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const resources: INodePropertyOptions[] = [
	{
		name: 'Signature Request',
		value: 'signature',
		description: 'What happens to the documents of signature requests',
	},
	{
		name: 'Certified Email',
		value: 'certifiedEmail',
		description: 'What happens to certified emails',
	},
	{
		name: 'Certified SMS',
		value: 'certifiedSms',
		description: 'What happens to certified SMS',
	},
	{
		name: 'Embedded Signing',
		value: 'embeddedSigning',
		description: 'What the pages of the operation Get Embedded Signing Page report',
	},
];

/** What the trigger listens to. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources,
	default: 'signature',
};
