import type { INodePropertyOptions } from 'n8n-workflow';
import { eventTypes } from './eventTypes';

/** The resources that have events; the values of the trigger's field Resource. */
export const eventResources = ['signature', 'certifiedEmail', 'certifiedSms'] as const;

export type EventResource = (typeof eventResources)[number];

/** The value for every type, also types that are not in the table. */
export const ANY_EVENT = '*';

/** The ways a whole request can end, each with the event of a document that ends it. */
export const outcomes = {
	canceled: 'document_canceled',
	completed: 'document_completed',
	declined: 'document_declined',
	expired: 'document_expired',
} as const;

export type Outcome = keyof typeof outcomes;

/** The options of the trigger's field Events for a resource, "Any Event" first. */
export function eventOptions(resource: EventResource): INodePropertyOptions[] {
	return [
		{
			name: 'Any Event',
			value: ANY_EVENT,
			description: 'Also types that are not in this list',
		},
		...eventTypes
			.filter((entry) => entry.resource === resource)
			.map(({ type, name, description }) => ({ name, value: type, description })),
	];
}
