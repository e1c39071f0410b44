import type { INodeProperties } from 'n8n-workflow';
import { signatureLocator } from '../input/locators';
import { embeddedEvents } from './events';

const texts: INodeProperties = {
	displayName: 'Texts',
	name: 'texts',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Text',
	description: "What the page says instead of its own words, e.g. in the signers' language",
	options: [
		{
			displayName: 'Text',
			name: 'text',
			values: [
				{
					displayName: 'When',
					name: 'when',
					type: 'options',
					options: [
						...embeddedEvents.map(({ type, name, description }) => ({
							name,
							value: type,
							description,
						})),
						{
							name: 'Loading',
							value: 'loading',
							description: 'Nothing has happened yet',
						},
						{
							name: 'Nothing Appears',
							value: 'help',
							description: 'The link that is offered when the document does not load',
						},
					].sort((a, b) => a.name.localeCompare(b.name)),
					default: 'ready',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					default: '',
					placeholder: 'e.g. Lea el documento y fírmelo.',
				},
			],
		},
	],
};

/** The fields of Get Embedded Signing Page. */
export const pageFields: INodeProperties[] = [
	{
		displayName:
			"Put the output's <b>html</b> on your own website, or answer with it in a Respond to Webhook node (Respond With: Text). n8n shows pages that it answers in a sandbox, in which <b>Signaturit's page may not work</b>: it needs your own website then, or <b>N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX=true</b> set for n8n, which lifts the sandbox for all pages of all its workflows.",
		name: 'sandboxNotice',
		type: 'notice',
		default: '',
	},
	{
		...signatureLocator,
		default: { mode: 'id', value: '={{ $json.signatureId }}' },
		description: 'The signature request that is signed in the page',
	},
	{
		displayName: 'Signing URL',
		name: 'signingUrl',
		type: 'string',
		required: true,
		default: '={{ $json.url }}',
		placeholder: 'e.g. https://…',
		description:
			'The URL in the output of Create for a request with the Delivery Type URL; Signaturit does not give it again',
	},
	{
		displayName: 'Reports',
		name: 'reports',
		type: 'options',
		options: [
			{
				name: "Send to This Workflow's Trigger",
				value: 'trigger',
				description:
					'Start the Signaturit Trigger of this workflow with the resource Embedded Signing, which must be published',
			},
			{
				name: "Don't Send",
				value: 'none',
				description: 'The page only shows what happens',
			},
		],
		default: 'trigger',
		description:
			"Where the page reports what the signer does. Reports come from the signer's browser and prove nothing; what counts are the events of Signaturit.",
	},
];

/** The options of Get Embedded Signing Page. */
export const pageOptions: INodeProperties[] = [
	{
		displayName: 'Redirect URL After Signing',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/thanks',
		description:
			'The same as in the option of the request, if it is set. The page lets its frame go there.',
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: 'en',
		placeholder: 'e.g. es',
		description: 'Language code of Title and Texts, for screen readers',
	},
	{
		displayName: 'Put HTML File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		hint: 'The name of the output binary field to put the page in as a file',
	},
	{
		displayName: 'Reports Count For (Days)',
		name: 'reportDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description: 'How long the trigger takes reports of the page',
	},
	texts,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your employment contract',
		description: 'Heading of the page',
	},
];
