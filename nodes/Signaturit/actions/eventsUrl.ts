import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { EventResource } from '../events/catalogue';
import { reachabilityWarning } from '../events/reachability';
import { withReference } from '../events/reference';
import { activeTriggers } from '../events/registration';
import { schemaFor, webUrl, type FieldSchema } from '../input/schemas';
import type { FormFields } from '../transport/form';
import { readCredential } from '../transport/serviceUrl';

/** The panel's fields for where events are posted. */
export const eventsFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'options',
		options: [
			{
				name: "Send to This Workflow's Trigger",
				value: 'trigger',
				description: 'Start the Signaturit Trigger of this workflow, which must be active',
			},
			{
				name: 'Send to a URL',
				value: 'url',
				description: 'Post events elsewhere, e.g. to the Signaturit Trigger of another workflow',
			},
			{
				name: "Don't Send",
				value: 'none',
				description: 'Nothing is reported',
			},
		],
		default: 'trigger',
		description: 'Where Signaturit reports what happens, such as a signature or a delivery',
	},
	{
		displayName: 'Events URL',
		name: 'eventsUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/…/events.json',
		description: 'The address that events are posted to',
		displayOptions: { show: { events: ['url'] } },
	},
];

/** Why events cannot be sent as selected, and what to do. */
export interface EventsFault {
	fault: string;
	advice: string;
}

/** The address for events, as `eventsUrl` returns it. */
export const eventsUrlSchema: FieldSchema<string | undefined> = schemaFor((target) =>
	isFault(target) ? faultSchema(target) : webUrl('Events URL').optional(),
);

/**
 * Reads the address for `events_url`, not validated yet. It is `undefined` when no events are wanted, and
 * when the workflow's own trigger already hears of everything in the account. It is a fault when events go
 * to the workflow's own trigger and not exactly one is active.
 *
 * @param resource what is being created
 */
export function eventsUrl(
	this: IExecuteFunctions,
	item: number,
	resource: EventResource = 'signature',
): unknown {
	const target = this.getNodeParameter('events', item);
	if (target === 'none') return undefined;
	if (target === 'url') return this.getNodeParameter('eventsUrl', item) ?? '';
	if (target === 'trigger') return triggerUrl.call(this, resource);
	return { fault: 'Events must be one of: trigger, url, none', advice: '' };
}

function triggerUrl(
	this: IExecuteFunctions,
	resource: EventResource,
): string | undefined | EventsFault {
	const { id = '' } = this.getWorkflow();
	const active = activeTriggers(this.getWorkflowStaticData('global'), id).filter(
		(entry) => (entry.resource ?? 'signature') === resource,
	);
	const [trigger, ...others] = active.filter((entry) => !entry.subscriptionId);
	if (!trigger && active.length > 0) return undefined;
	if (!trigger) {
		return {
			fault: 'This workflow has no active Signaturit Trigger to send events to',
			advice: `Add a Signaturit Trigger node with the resource ${resourceNames[resource]} to this workflow and activate the workflow, or set "Events" to "Don't Send".`,
		};
	}
	if (others.length > 0) {
		const names = [trigger, ...others].map(({ nodeName }) => `"${nodeName}"`).join(', ');
		return {
			fault: 'This workflow has more than one active Signaturit Trigger',
			advice: `A request reports to one address only. Remove all but one of ${names}, or set "Events" to "Send to a URL" and enter the production URL of one of them.`,
		};
	}
	return trigger.url;
}

function isFault(target: unknown): target is EventsFault {
	return typeof target === 'object' && target !== null && 'fault' in target;
}

function faultSchema({ fault, advice }: EventsFault) {
	return z.unknown().transform((_, context) => {
		context.addIssue({ code: 'custom', message: fault, params: { advice } });
		return undefined;
	});
}

/**
 * Adds a reference to the fields of what is being created, when its events go to the workflow's own
 * trigger: by it the trigger finds the request of an event. Shows a hint when Signaturit cannot reach the
 * trigger.
 */
export async function withTrackingReference(
	this: IExecuteFunctions,
	item: number,
	fields: FormFields,
): Promise<FormFields> {
	const { events_url: url } = fields;
	if (this.getNodeParameter('events', item) !== 'trigger' || typeof url !== 'string') return fields;

	const { environment } = readCredential(await this.getCredentials('signaturitApi'));
	const warning = environment === 'custom' ? undefined : reachabilityWarning(url);
	if (warning) {
		this.addExecutionHints({ message: warning, type: 'warning', location: 'outputPane' });
	}
	return withReference(fields);
}

/** As in the trigger's panel. */
const resourceNames: Record<EventResource, string> = {
	signature: 'Signature Request',
	certifiedEmail: 'Certified Email',
	certifiedSms: 'Certified SMS',
};
