// All resources of the action node, and the panel that is made of them.

import type { INodeProperties, NodeHint } from 'n8n-workflow';
import {
	choiceField,
	collectionField,
	inTools,
	notInTools,
	shownWhen,
	textField,
	withJsonGrouped,
} from '../input/fields';
import { account } from './resources/account';
import { contact } from './resources/contact';
import { photoId } from './resources/photoId';
import { team } from './resources/team';
import { branding } from './resources/branding';
import { subscription } from './resources/subscription';
import { certifiedEmail } from './certified/certifiedEmail';
import { certifiedFile } from './certified/certifiedFile';
import { certifiedSms } from './certified/certifiedSms';
import { document } from './resources/document';
import { eventHook } from './resources/eventHook';
import type { Operation, Resource } from './operation';
import { itemsAtOnceField, timeoutField } from './pace';
import { signature } from './signature/signature';
import { template } from './resources/template';
import { checkOnlyOption } from './checking/option';
import { toolOptions } from './sending/limits/rules';

/** The resources of the action node, in the order of their use. A new node starts with the first one. */
export const resources: readonly Resource[] = [
	signature,
	document,
	certifiedEmail,
	certifiedSms,
	certifiedFile,
	template,
	contact,
	branding,
	photoId,
	account,
	team,
	eventHook,
	subscription,
];

/** The node's properties, derived from its resources: dropdowns first, then each operation's fields. */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [
		choiceField('Resource', 'resource', {
			noDataExpression: true,
			options: resources.map(({ name, value }) => ({ name, value })),
			default: resources[0]?.value ?? '',
		}),
		...resources.map(operationDropdown),
		...resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([key, operation]) =>
				[...toolFields(operation), ...operation.fields, optionsField(operation)].map((field) =>
					shownWhen({ resource: [value], operation: [key] }, field),
				),
			),
		),
	];
}

/** An expression that shows the chosen operation under the node, in the words of the dropdowns. */
export function subtitleOf(resources: readonly Resource[]): string {
	const names = resources.flatMap(({ name, value, operations }) =>
		Object.entries(operations).map(([key, one]) => [`${value}:${key}`, shortest(one, name)]),
	);
	const table = JSON.stringify(Object.fromEntries(names));
	return `={{ (${table})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

/** Longest text that n8n shows under a node without cutting it off, in characters. */
const MOST_UNDER_NODE = 26;

const shortest = ({ name, short = name }: Operation, resource: string) =>
	`${name}: ${resource}`.length > MOST_UNDER_NODE ? short : `${name}: ${resource}`;

function optionsField(operation: Operation): INodeProperties {
	const { options = [], creates, sends, sleep } = operation;
	const forTools = (creates || sends) && !sleep ? toolOptions : [];
	const forChecks = creates ? [checkOnlyOption] : [];
	const ofAll = [itemsAtOnceField(operation), timeoutField(operation)];
	return collectionField('Options', 'options', {
		placeholder: 'Add option',
		options: withJsonGrouped(byUse([...options, ...forTools, ...forChecks, ...ofAll])),
	});
}

function operationDropdown({ value, operations }: Resource): INodeProperties {
	return choiceField('Operation', 'operation', {
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: Object.entries(operations).map(([value, { name, action, description, sleep }]) => {
			// A tool gives its answer to the agent; only a review waits.
			return { name, value, action, description, ...(sleep && notInTools) };
		}),
		default: Object.keys(operations)[0] ?? '',
	});
}

/** The options that most people need, in the order of their use: text, delivery, time limits, copies, looks. */
const firstOptions = [
	...['body', 'deliveryType', 'smsBody', 'signingMode', 'type', 'attachFiles'],
	...['limitWaitTime', 'expireTime', 'reminders'],
	...['cc', 'bcc', 'replyTo', 'brandingId', 'name', 'callbackUrl'],
	...['reference', 'countEnded', 'data'],
];

/** The options that few people need: lists from expressions, values to leave out, the way the node works. */
const lastOptions = [
	...['recipientsJson', 'templatesJson', 'ccJson', 'bccJson', 'dataJson'],
	...['additionalParametersJson'],
	...['skipIfMissing', 'checkOnly', 'simplify', 'output', 'outputFields', 'itemsAtOnce', 'timeout'],
];

/** Options in the order of their use. Options in neither list stand between them, by their labels. */
function byUse(options: readonly INodeProperties[]): INodeProperties[] {
	const named = (names: string[]) =>
		names.flatMap((name) => options.filter((option) => option.name === name));
	const otherOptions = options.filter(
		({ name }) => ![...firstOptions, ...lastOptions].includes(name),
	);
	// Comparing by a language would load its rules, which takes longer than anything else here.
	const sorted = [...otherOptions].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return [...named(firstOptions), ...sorted, ...named(lastOptions)];
}

/** The facts that a model needs about fields, by their names: above all, where their IDs come from. */
const ofFields: Readonly<Record<string, string>> = {
	templates: 'Templates are named by ID or hashtag, from listing the templates.',
	signatureId: 'The signatureId comes from sending or listing signature requests.',
	documentId: 'The documentId comes from getting that request, under its signers.',
	emailId: 'The certifiedEmailId comes from sending or listing certified emails.',
	smsId: 'The certifiedSmsId comes from sending or listing certified SMS.',
	certificateId: 'The certificateId comes from getting it, under its certificates.',
	deviceId: 'The ID comes from the user: devices cannot be listed.',
	fileId: 'The certifiedFileId comes from uploading the file.',
	eventHookId: 'The ID comes from listing the event hooks.',
	brandingId: 'The ID comes from listing the brandings.',
	subscriptionId: 'The ID comes from listing the subscriptions.',
	contactId: 'The contactId comes from listing the contacts.',
	userId: 'The ID of a user comes from listing the users of the team.',
	seatId: 'The ID comes from listing the seats of the team.',
	groupId: 'The ID of a group comes from listing the groups of the team.',
};

/** An operation that reads and has one of these fields downloads a file, or several. */
const downloads = new Set(['binaryPropertyName', 'include']);

/** The text about an operation for a model, at most 300 characters. n8n would tell it the action only. */
function textForModels({ description, reads, creates, sends, fields }: Operation): string {
	const isDownload = reads && fields.some(({ name }) => downloads.has(name));
	return [
		`${description}.`,
		(creates ?? sends) && 'The recipients get it at once.',
		creates && 'Called again with the same reference, it sends nothing.',
		isDownload && 'You get the name and size of a file, not its content.',
		...new Set(fields.map(({ name }) => ofFields[name])),
	]
		.filter(Boolean)
		.join(' ');
}

/**
 * The field with the text for models, in place of the one that n8n adds. An operation that waits needs none: as a tool,
 * it is a review.
 */
const toolFields = (operation: Operation): INodeProperties[] => {
	if (operation.sleep) return [];
	const field = textField('Tool Description', 'toolDescription', {
		typeOptions: { rows: 4 },
		default: textForModels(operation),
		description: 'What the model is told of this tool',
		...inTools,
	});
	return [field];
};

const firstHint = (type: NodeHint['type'], message: string, condition: string): NodeHint => ({
	message,
	type,
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${condition} }}`,
});

/**
 * A row of recipients that names nobody. Not `required`: n8n then refuses to publish a row without the field, even where
 * another field takes its place.
 */
const NOBODY =
	'$rawParameter.options?.json?.recipientsJson === undefined && ($rawParameter.recipients?.recipient ?? []).some((row) => !(row.email || row.phone || row.deviceId || row.contactId?.value))';

const missing = (resource: string, message: string, more = '') =>
	firstHint('warning', message, `$rawParameter.resource === '${resource}' && ${NOBODY}${more}`);

/** Whether the files of the input item are to be signed, as in a new node. */
const OF_FILES = "['files', 'both', undefined].includes($rawParameter.source)";
/** A row of templates that names none. Templates as JSON hide the rows. */
const NO_TEMPLATE =
	"$rawParameter.resource === 'signature' && ['templates', 'both'].includes($rawParameter.source) && $rawParameter.options?.json?.templatesJson === undefined && ($rawParameter.templates?.template ?? []).some((row) => !row.id?.value)";

const SIGNERS = 'Fill in who signs: the email of each recipient.';

/** The hints that n8n shows in the panel before the first run. */
export const firstHints: NodeHint[] = [
	missing(
		'signature',
		`${SIGNERS} The file to sign comes from the node before this one, e.g. a form.`,
		` && ${OF_FILES}`,
	),
	missing('signature', SIGNERS, ` && !${OF_FILES}`),
	firstHint('warning', 'Choose the template to sign.', NO_TEMPLATE),
	missing('certifiedEmail', 'Fill in who gets the email: the email of each recipient.'),
	missing('certifiedSms', 'Fill in who gets the SMS: the phone of each recipient.'),
	firstHint(
		'info',
		'The workflow waits here until everyone has signed, or until the request is declined, expired or canceled. Your n8n needs a public web address.',
		"$rawParameter.operation === 'sendAndWait'",
	),
];
