import type { INodeProperties } from 'n8n-workflow';
import { choiceField, collectionField, shownWhen } from '../input/fields';
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
import type { NamedOperation, Operation, Resource } from './operation';
import { byUse } from './optionOrder';
import { itemsAtOnceField, timeoutField } from './router';
import { signature } from './signature/signature';
import { template } from './resources/template';
import { toolOptions, whenTool } from './agent/rules';
import { descriptionField } from './agent/texts';

/** Everything the action node offers, in the order of its use; the first is what a new node starts with. */
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

const shortest = ({ name, short = name }: NamedOperation, resource: string) =>
	`${name}: ${resource}`.length > MOST_UNDER_NODE ? short : `${name}: ${resource}`;

/** Only a review waits, and no model is told of it. */
const toolFields = (operation: Operation) => (operation.sleep ? [] : [descriptionField(operation)]);

function optionsField(operation: Operation): INodeProperties {
	const { options = [], creates, sends, sleep } = operation;
	const forTools = (creates || sends) && !sleep ? toolOptions : [];
	return collectionField('Options', 'options', {
		placeholder: 'Add Option',
		options: byUse([...options, ...forTools, itemsAtOnceField(operation), timeoutField(operation)]),
	});
}

function operationDropdown({ value, operations }: Resource): INodeProperties {
	return choiceField('Operation', 'operation', {
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: Object.entries(operations).map(([value, { name, action, description, sleep }]) => {
			// A tool gives its answer to the agent; only a review waits.
			const notInTools = sleep && { displayOptions: { hide: whenTool } };
			return { name, value, action, description, ...notInTools };
		}),
		default: Object.keys(operations)[0] ?? '',
	});
}
