import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { EventResource } from '../events/catalogue';
import { hearsOfAccount } from '../events/registration';
import { schemaFor, webUrl, type FieldSchema } from '../input/schemas';
import { isFault, ownTrigger, type EventsFault } from './ownTrigger';

/** The options for where events are posted. */
export const eventsOptions: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Start the Signaturit Trigger of this workflow if it has a published one',
			},
			{
				name: "Send to This Workflow's Trigger",
				value: 'trigger',
				description: 'As Automatic, but send nothing to anybody without a published trigger',
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
		default: 'automatic',
		description: 'Where Signaturit reports what happens, such as a signature or a delivery',
	},
	{
		displayName: 'Events URL',
		name: 'eventsUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/…/events.json',
		description: 'The address that events are posted to when Events is Send to a URL',
		displayOptions: { show: { events: ['url'] } },
	},
];

/** The value of the option Events; expressions may give any. */
export function eventsTarget(this: IExecuteFunctions, item: number): unknown {
	return this.getNodeParameter('options.events', item, 'automatic');
}

/** The address for events, as `eventsUrl` returns it. */
export const eventsUrlSchema: FieldSchema<string | undefined> = schemaFor((target) =>
	isFault(target) ? faultSchema(target) : webUrl('Events URL').optional(),
);

/**
 * Reads the address for `events_url`, not validated yet. It is `undefined` when no events are wanted, when
 * the workflow's own trigger looks for them by itself, and when it hears of everything in the account and
 * posts name what they are about, as those of signature requests do (docs/service.md#event-posts). It is a
 * fault when events go to the workflow's own trigger and not exactly one is published; *Automatic* does
 * without one.
 *
 * @param resource what is being created
 */
export function eventsUrl(this: IExecuteFunctions, item: number, resource: EventResource): unknown {
	const target = eventsTarget.call(this, item);
	if (target === 'none') return undefined;
	if (target === 'url') return this.getNodeParameter('options.eventsUrl', item, '');
	if (target !== 'automatic' && target !== 'trigger') {
		return { fault: 'Events must be one of: automatic, trigger, url, none', advice: '' };
	}
	const trigger = ownTrigger.call(this, resource);
	if (isFault(trigger)) return target === 'automatic' && trigger.isAbsent ? undefined : trigger;
	const needsNoPosts = trigger.pollingOnly || (resource === 'signature' && hearsOfAccount(trigger));
	return needsNoPosts ? undefined : trigger.url;
}

function faultSchema({ fault, advice }: EventsFault) {
	return z.unknown().transform((_, context) => {
		context.addIssue({ code: 'custom', message: fault, params: { advice } });
		return undefined;
	});
}
