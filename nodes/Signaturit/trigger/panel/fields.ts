import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { eventOptions, eventResources, type EventResource } from '../../events/catalogue';
import { SENDER } from '../../transport/serviceUrl';

const REACHABLE =
	"Signaturit must be able to reach this trigger's production URL from the internet: n8n's environment variable <b>WEBHOOK_URL</b> sets how it begins.";

const notices: INodeProperties[] = [
	{
		displayName: `While this workflow is active, its Signaturit nodes can send events here: set their field <b>Events</b> to <b>Send to This Workflow's Trigger</b>. For what is sent from elsewhere, use the production URL above. ${REACHABLE}`,
		name: 'notice',
		type: 'notice',
		default: '',
		displayOptions: { show: { listenTo: ['workflow'] } },
	},
	{
		displayName: `While this workflow is active, it is subscribed to the events of the whole account, also of what is sent from elsewhere. ${REACHABLE}`,
		name: 'accountNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { listenTo: ['account'] } },
	},
];

const listenTo: INodeProperties = {
	displayName: 'Listen To',
	name: 'listenTo',
	type: 'options',
	options: [
		{
			name: 'Everything in the Account',
			value: 'account',
			description: 'Also what is sent from elsewhere; activation subscribes to it at Signaturit',
		},
		{
			name: 'Requests Sent by This Workflow',
			value: 'workflow',
			description: 'And those whose Events URL is the production URL of this trigger',
		},
	],
	default: 'workflow',
	description: 'Whose events start the workflow',
};

const when: INodeProperties = {
	displayName: 'When',
	name: 'when',
	type: 'options',
	options: [
		{
			name: 'Each Event',
			value: 'each',
			description: 'One item for each event; events happen once for every signer and file',
		},
		{
			name: 'Once, When Everyone Has Signed',
			value: 'once',
			description: 'One item for the whole request, when it has come to an end',
		},
	],
	default: 'each',
	description: 'How often a request starts the workflow',
};

const outcomes: INodeProperties = {
	displayName: 'Outcomes',
	name: 'outcomes',
	type: 'multiOptions',
	required: true,
	options: [
		{ name: 'Canceled', value: 'canceled', description: 'The request was canceled' },
		{ name: 'Completed', value: 'completed', description: 'Everyone has signed every document' },
		{ name: 'Declined', value: 'declined', description: 'A signer refused to sign' },
		{ name: 'Expired', value: 'expired', description: 'The time to sign has run out' },
	],
	default: ['completed'],
	description:
		'Which ends of a request start the workflow. The item says which one it is in the field outcome.',
};

/** The field Events of a resource, with its default. */
const events = (resource: EventResource, chosen: string, description: string): INodeProperties => ({
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: eventOptions(resource),
	default: [chosen],
	description,
});

const attachFiles = (options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Attach Files',
	name: 'attachFiles',
	type: 'multiOptions',
	options,
	default: [],
	description:
		'Files to put on the item as soon as Signaturit has them. What cannot be had is listed in the field filesMissing.',
});

const auditTrail: INodePropertyOptions = {
	name: 'Audit Trail',
	value: 'auditTrail',
	description: 'The proof of who did what and when, in the binary field auditTrail',
};

const signedPdf: INodePropertyOptions = {
	name: 'Signed PDF',
	value: 'signedPdf',
	description: 'The signed document, in the binary field signed',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Confirm Events with Signaturit',
			name: 'confirm',
			type: 'boolean',
			default: true,
			description:
				'Whether an event starts the workflow only if Signaturit knows of it. Events are not signed, so anybody who knows the URL of this trigger could make one up.',
		},
		{
			displayName: 'Include Raw Body',
			name: 'includeRawBody',
			type: 'boolean',
			default: false,
			description: 'Whether to put the body of the post into the field rawBody, as text',
		},
		{
			displayName: "Only From Signaturit's Address",
			name: 'onlyFromSignaturit',
			type: 'boolean',
			default: false,
			description: `Whether to refuse posts that do not come from ${SENDER}, the address that Signaturit documents. If n8n is behind proxies, set its environment variable N8N_PROXY_HOPS to their number; otherwise all posts seem to come from the proxy and are refused.`,
		},
		{
			displayName: 'Other Event Types',
			name: 'otherEvents',
			type: 'string',
			default: '',
			placeholder: 'e.g. document_archived,document_renewed',
			displayOptions: { hide: { '/when': ['once'] } },
			description: 'Types that are not in the list of events, separated by commas',
		},
		{
			displayName: 'Wait for Files (Seconds)',
			name: 'fileWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3600 },
			default: 60,
			description:
				'How long to wait for files that Signaturit does not have yet. The audit trail comes after the signed PDF.',
		},
	],
};

const forResources = (resources: EventResource[], fields: INodeProperties[]) =>
	updateDisplayOptions({ show: { resource: resources } }, fields);

/** The fields of the trigger for events from the service. */
export const eventFields: INodeProperties[] = [
	...forResources([...eventResources], [listenTo, ...notices]),
	...forResources(
		['signature'],
		[
			when,
			...updateDisplayOptions({ show: { when: ['once'] } }, [outcomes]),
			...updateDisplayOptions({ show: { when: ['each'] } }, [
				events(
					'signature',
					'document_completed',
					'Which events start the workflow. Each happens once for every signer and file.',
				),
			]),
			attachFiles([auditTrail, signedPdf]),
		],
	),
	...(['certifiedEmail', 'certifiedSms'] as const).flatMap((resource) =>
		forResources(
			[resource],
			[
				events(
					resource,
					'certification_completed',
					'Which events start the workflow. Each happens once for every recipient.',
				),
				attachFiles([auditTrail]),
			],
		),
	),
	...forResources([...eventResources], [options]),
];
