import type { INodePropertyOptions } from 'n8n-workflow';
import { eventTypes } from './eventTypes';

/** The resources that have events; the values of the trigger's field Resource. */
export const eventResources = ['signature', 'certifiedEmail', 'certifiedSms'] as const;

export type EventResource = (typeof eventResources)[number];

/** The value for every type, also types that are not in the table. */
export const ANY_EVENT = '*';

/** The ways a whole request can end. */
export const outcomes = ['completed', 'canceled', 'declined', 'expired', 'failed'] as const;

export type Outcome = (typeof outcomes)[number];

/** The value of the trigger's field Events for the end of a whole request. */
export const requestEnd = (outcome: Outcome): string => `request_${outcome}`;

/** Whether a value of Events stands for the end of a whole request. */
export function isRequestEnd(value: string): boolean {
	return outcomes.some((outcome) => requestEnd(outcome) === value);
}

/**
 * The event of a document that brings the end of its request. None is known for a request that fails
 * (docs/service.md#document-statuses).
 */
export const endingTypes: Readonly<Record<Exclude<Outcome, 'failed'>, string>> = {
	canceled: 'document_canceled',
	completed: 'document_completed',
	declined: 'document_declined',
	expired: 'document_expired',
};

const requestEnds: INodePropertyOptions[] = [
	{
		name: 'Everyone Signed',
		value: requestEnd('completed'),
		description: 'Every document of the request is signed; once for the whole request',
	},
	{
		name: 'Request Canceled',
		value: requestEnd('canceled'),
		description: 'The request was canceled; once for the whole request',
	},
	{
		name: 'Request Declined',
		value: requestEnd('declined'),
		description: 'A signer refused, which ends the request; once for the whole request',
	},
	{
		name: 'Request Expired',
		value: requestEnd('expired'),
		description: 'The time to sign has run out; once for the whole request',
	},
	{
		name: 'Request Failed',
		value: requestEnd('failed'),
		description: 'Signaturit could not process a document; once for the whole request',
	},
];

/** The options of the trigger's field Events for a resource, "Any Event" first. */
export function eventOptions(resource: EventResource): INodePropertyOptions[] {
	const ofSignature = resource === 'signature';
	return [
		{
			name: 'Any Event',
			value: ANY_EVENT,
			description: ofSignature
				? 'Every event of every document, also types that are not in this list'
				: 'Also types that are not in this list',
		},
		...(ofSignature ? requestEnds : []),
		...eventTypes
			.filter((entry) => entry.resource === resource)
			.map(({ type, name, description }) => ({ name, value: type, description })),
	];
}

/** Whether the event type is one of the table. */
export function isKnownType(resource: EventResource, type: string): boolean {
	return eventTypes.some((entry) => entry.resource === resource && entry.type === type);
}
