// The panel's fields of the trigger for events of the service.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { reportedEvents } from '../embedded/pageFields';
import { isEmbedded } from '../embedded/reports';
import { ANY_EVENT, eventOptions, eventResources, outcomeType } from '../events/catalogue';
import {
	choiceField,
	choicesField,
	collectionField,
	noticeField,
	numberField,
	option,
	shownWhen,
	switchField,
	textField,
} from '../input/fields';
import { SENDER } from '../transport/hosts';
import type { DeliveryKind } from '../transport/endpoints';

/** The subject that the trigger listens to: a kind of deliveries, or embedded signing pages. */
export const resourceField = choiceField('Resource', 'resource', {
	noDataExpression: true,
	options: [
		option('Signature Request', 'signature', 'What happens to the documents of signature requests'),
		option('Certified Email', 'certifiedEmail', 'What happens to certified emails'),
		option('Certified SMS', 'certifiedSms', 'What happens to certified SMS'),
		option(
			'Embedded Signing',
			'embeddedSigning',
			'What the pages of the operation Get Embedded Signing Page report',
		),
	],
	default: 'signature',
});

const smsNotice = noticeField(
	'Some events of SMS may be missed, as polling may not find the SMS of one workflow. To get all, set Listen To to <b>Everything in the Account</b>.',
	'smsNotice',
	{ displayOptions: { show: { listenTo: ['workflow'] } } },
);

export const arrival = choiceField('How Events Arrive', 'arrival', {
	noDataExpression: true,
	options: [
		option(
			'Webhook and Polling',
			'postsAndPolling',
			'At once, as Signaturit sends them; polling finds what did not arrive',
		),
		option(
			'Polling Only',
			'polling',
			'At the Poll Times; for an n8n that cannot be reached from the internet',
		),
	],
	default: 'postsAndPolling',
	description: 'How events reach the trigger',
});

export const listenTo = choiceField('Listen To', 'listenTo', {
	options: [
		option(
			'Requests Sent by This Workflow',
			'workflow',
			"Also other requests whose Events URL is this trigger's production URL, if Signaturit reaches n8n",
		),
		option(
			'Everything in the Account',
			'account',
			'Also what is sent outside this workflow or n8n',
		),
	],
	default: 'workflow',
	description: 'Whose events start the workflow',
});

const events = (resource: DeliveryKind, chosen: string, description: string) =>
	choicesField('Events', 'events', {
		options: eventOptions(resource),
		default: [chosen],
		description,
	});

const attachFiles = (options: INodePropertyOptions[]) =>
	choicesField('Attach Files', 'attachFiles', {
		options,
		default: [],
		description:
			'Files to put on the item as soon as Signaturit has them. What is missing is listed in the field filesMissing.',
	});

const auditTrail = option(
	'Audit Trail',
	'auditTrail',
	'The proof of who did what and when, in the binary field auditTrail',
);

/** For fields that are shown only where posts arrive. */
const posted = { displayOptions: { show: { '/arrival': ['postsAndPolling'] } } };

/** The field with all files that a resource can have. */
export const attachFilesField = attachFiles([
	option(
		'Signed PDF',
		'signed',
		'The signed document: in signed_1 … for the end of a whole request, in signed for an event of a document',
	),
	{
		...auditTrail,
		description: 'The proof of who did what and when, in auditTrail_1 … or auditTrail',
	},
	option(
		'Attachments',
		'attachments',
		'What the signer attached, as a ZIP file, if anything, in attachments_1 … or attachments',
	),
]);

const options = collectionField('Options', 'options', {
	placeholder: 'Add option',
	options: [
		switchField('Confirm Events With Signaturit', 'confirm', {
			default: true,
			...posted,
			description:
				'Whether to ask Signaturit about each event before it starts the workflow, because anybody could make one up',
		}),
		switchField('Include Raw Body', 'includeRawBody', {
			...posted,
			description: 'Whether to put the body of the post into the field event.rawBody, as text',
		}),
		numberField('Look Back (Days)', 'lookBack', {
			typeOptions: { minValue: 1, maxValue: 400 },
			default: 90,
			description:
				'How old a request may be for polls to look at it. A request can be open for up to 365 days.',
		}),
		switchField("Only From Signaturit's Address", 'onlyFromSignaturit', {
			...posted,
			description: `Whether to refuse posts that do not come from ${SENDER}. Behind proxies, set n8n's N8N_PROXY_HOPS to their number.`,
		}),
		textField('Other Event Types', 'otherEvents', {
			placeholder: 'e.g. document_archived,document_renewed',
			description: 'Types that are not in the list of events, separated by commas',
		}),
		numberField('Wait for Files (Seconds)', 'fileWait', {
			typeOptions: { minValue: 0, maxValue: 3600 },
			default: 60,
			description:
				'How long to wait for files that Signaturit does not have yet. The audit trail comes after the signed PDF.',
		}),
	],
});

const forResources = (resources: DeliveryKind[], ...fields: INodeProperties[]) =>
	fields.map((field) => shownWhen({ resource: resources }, field));

/** The fields of the trigger for events from the service. */
export const eventFields: INodeProperties[] = [
	...forResources(
		['signature'],
		events(
			'signature',
			outcomeType('completed'),
			'What starts the workflow: events of documents, once per signer and file, or ends of whole requests, once each',
		),
		attachFilesField,
	),
	...(['certifiedEmail', 'certifiedSms'] as const).flatMap((resource) =>
		forResources(
			[resource],
			events(
				resource,
				'certification_completed',
				'Which events start the workflow. Each happens once for every recipient.',
			),
			attachFiles([auditTrail]),
		),
	),
	...forResources([...eventResources], arrival, listenTo),
	...forResources(['certifiedSms'], smsNotice),
	...forResources([...eventResources], options),
];

// Expressions in the node's description, which n8n evaluates.

/** Expression for the description of the webhook: whether nothing is posted to it. */
export const isNotPosted = `={{ ${isEmbedded} || $parameter["arrival"] === "polling" }}`;

/** An expression that shows the chosen events under the node, in the words of the panel. */
export function eventsSubtitle(): string {
	const options = [...eventResources.flatMap(eventOptions), ...reportedEvents];
	const names = [...options.map(({ name, value }) => [value, name]), [ANY_EVENT, 'Any Event']];
	const table = JSON.stringify(Object.fromEntries(names));
	const chosen = `${isEmbedded} ? $parameter["embeddedEvents"] : $parameter["events"]`;
	return `={{ ((types) => types.length > 2 ? types.length + " events" : types.map((type) => (${table})[type] ?? type).join(", "))([].concat(${chosen})) }}`;
}
