// The event types and outcomes of each kind of delivery, with their descriptions in the panel.

import type { INodePropertyOptions } from 'n8n-workflow';
import type { DeliveryKind } from '../transport/endpoints';
import { inWords } from '../transport/shapes';

/** The resources that have events; the values of the trigger's field Resource. */
export const eventResources = [
	'signature',
	'certifiedEmail',
	'certifiedSms',
] as const satisfies readonly DeliveryKind[];

/** The types that certified emails and SMS have in common. */
const ofCertificates = {
	certification_completed: 'The audit trail of the email or SMS is ready to download',
	document_opened: 'A recipient opened a document',
	document_downloaded: 'A recipient downloaded a document',
	documents_opened: 'A recipient opened the overview of the documents',
};

/**
 * The documented event types with their descriptions in the panel, in the order of their use, and those that public
 * programs have seen beyond them (docs/service.md#event-types, docs/service.md#certified-event-types). The service may
 * send others; they pass through.
 */
const descriptions: Readonly<Record<DeliveryKind, Readonly<Record<string, string>>>> = {
	signature: {
		document_completed: 'The signed PDF is ready to download',
		document_signed: 'A signer has signed; the PDF is not sealed yet',
		document_opened: 'A signer opened the document',
		document_declined: 'A signer refused to sign',
		document_expired: 'The time to sign has run out',
		document_canceled: 'The request was canceled',
		audit_trail_completed: 'The audit trail of the document is ready to download',
		email_bounced: 'The email cannot be delivered, e.g. a wrong address',
		email_delivered: 'The email reached the mail server of the signer',
		email_opened: 'A signer opened the email',
		email_deferred: 'The email is delayed and tried for 72 hours',
		email_processed: 'The email is on its way',
		sms_delivered: 'The text message with the link arrived',
		sms_processed: 'The text message with the link is on its way',
		reminder_email_delivered: 'The reminder reached the signer',
		reminder_email_opened: 'A signer opened the reminder',
		reminder_email_processed: 'The reminder is on its way',
		file_added: 'A signer attached a file',
		photo_added: 'A signer added a photo',
		photo_id_added: 'A signer added a photo of an identity document',
		voice_added: 'A signer added a voice recording',
		terms_and_conditions_accepted: 'A signer accepted the terms and conditions',
		expiration_extended: 'There is more time to sign',
		password_sms_delivered: 'The password arrived by SMS',
		password_sms_processed: 'The password is on its way by SMS',
	},
	certifiedEmail: {
		...ofCertificates,
		email_bounced: 'The email cannot be delivered, e.g. a wrong address',
		email_delivered: 'The email reached the mail server of the recipient',
		email_opened: 'A recipient opened the email',
		email_deferred: 'The email is delayed and tried for 72 hours',
		email_processed: 'The email is on its way',
	},
	certifiedSms: {
		...ofCertificates,
		sms_delivered: 'The text message arrived',
		sms_processed: 'The text message is on its way',
	},
};

/** `sms_delivered` → `SMS Delivered`, as the panel calls a type. */
const nameOf = (type: string) =>
	inWords(type)
		.replace(/\b(Sms|Id)\b/, (word) => word.toUpperCase())
		.replace(' And ', ' and ');

/** The value for every type, also types that are not in the table. */
export const ANY_EVENT = '*';

/** How a request can end, with the descriptions in the panel. */
const ends = {
	completed: 'Every document of the request is signed',
	declined: 'A signer refused, which ends the request',
	expired: 'The time to sign has run out',
	canceled: 'The request was canceled',
	failed: 'Signaturit could not process a document',
};

export type Outcome = keyof typeof ends;

export const outcomes = Object.keys(ends) as Outcome[];

/** The type of an outcome, among those of events: `request_completed`. */
export const outcomeType = (outcome: Outcome): string => `request_${outcome}`;

/** Whether a type is that of an outcome. */
export const isOutcomeType = (value: string) =>
	outcomes.some((outcome) => outcomeType(outcome) === value);

/**
 * The types of the events of a document that bring the outcome of its request. None is documented for a request that
 * fails (docs/service.md#document-statuses); these are guesses.
 */
export const typesEnding = (outcome: Outcome): readonly string[] =>
	outcome === 'failed' ? ['error', 'document_error'] : [`document_${outcome}`];

const outcomeOptions: INodePropertyOptions[] = outcomes.map((outcome) => ({
	name: outcome === 'completed' ? 'Everyone Signed' : inWords(outcomeType(outcome)),
	value: outcomeType(outcome),
	description: `${ends[outcome]}; once for the whole request`,
}));

/** The options of the trigger's field Events for a resource, in the order of their use. */
export function eventOptions(resource: DeliveryKind): INodePropertyOptions[] {
	const ofSignature = resource === 'signature';
	return [
		...(ofSignature ? outcomeOptions : []),
		...Object.entries(descriptions[resource]).map(([type, description]) => ({
			name: nameOf(type),
			value: type,
			description,
		})),
		{
			name: 'Any Event',
			value: ANY_EVENT,
			description: ofSignature
				? 'Every event of every document, also types that are not in this list'
				: 'Also types that are not in this list',
		},
	];
}

/** Whether the event type is one of the table. */
export const isKnownType = (resource: DeliveryKind, type: string) =>
	Object.hasOwn(descriptions[resource], type);
