import type { INodeProperties } from 'n8n-workflow';

/** The filters of event hooks, which have their own encoding. */
export const hookFilterFields: INodeProperties[] = [
	{
		displayName: 'From',
		name: 'from',
		type: 'dateTime',
		default: '',
		description:
			'Take only posts made at this time or later; a date without a time begins at midnight',
	},
	{
		displayName: 'Methods',
		name: 'method',
		type: 'multiOptions',
		options: [
			{ name: 'DELETE', value: 'DELETE' },
			{ name: 'GET', value: 'GET' },
			{ name: 'PATCH', value: 'PATCH' },
			{ name: 'POST', value: 'POST' },
			{ name: 'PUT', value: 'PUT' },
		],
		default: ['POST'],
		description:
			'Take only requests that were made with one of these HTTP methods; an expression may give any',
	},
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. email_',
		description: 'Take only what Signaturit finds by this text, such as a part of the event type',
	},
	{
		displayName: 'Status Codes',
		name: 'status',
		type: 'string',
		default: '',
		placeholder: 'e.g. 404,500',
		description:
			'Take only posts that were answered with one of these, separated by commas; 0 means that nobody answered',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'dateTime',
		default: '',
		description:
			'Take only posts made up to this time; a date without a time, or with midnight, includes that whole day',
	},
];

/** The page of the list to begin with. */
export const pageOption: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'The page to begin with. A page has as many entries as Limit; with Return All, or a limit above 100, it has 100.',
};
