import type { INodePropertyOptions } from 'n8n-workflow';
import type { DeliveryKind } from '../transport/endpoints';

/** The resources that have events; the values of the trigger's field Resource. */
export const eventResources = [
	'signature',
	'certifiedEmail',
	'certifiedSms',
] as const satisfies readonly DeliveryKind[];

type Row = [type: string, name: string, description: string];

/** The types that certified emails and SMS have in common. */
const certificateRows: Row[] = [
	[
		'certification_completed',
		'Certification Completed',
		'The audit trail of the email or SMS is ready to download',
	],
	['document_opened', 'Document Opened', 'A recipient opened a document'],
	['document_downloaded', 'Document Downloaded', 'A recipient downloaded a document'],
	['documents_opened', 'Documents Opened', 'A recipient opened the overview of the documents'],
];

/**
 * The documented event types with their texts in the panel, and those that public programs have seen beyond them
 * (docs/service.md#event-types, docs/service.md#certified-event-types), in the order of their use. The service may send
 * others; they pass through.
 */
export const eventTypes = [
	...of(
		'signature',
		['document_completed', 'Document Completed', 'The signed PDF is ready to download'],
		['document_signed', 'Document Signed', 'A signer has signed; the PDF is not sealed yet'],
		['document_opened', 'Document Opened', 'A signer opened the document'],
		['document_declined', 'Document Declined', 'A signer refused to sign'],
		['document_expired', 'Document Expired', 'The time to sign has run out'],
		['document_canceled', 'Document Canceled', 'The request was canceled'],
		[
			'audit_trail_completed',
			'Audit Trail Completed',
			'The audit trail of the document is ready to download',
		],
		['email_bounced', 'Email Bounced', 'The email cannot be delivered, e.g. a wrong address'],
		['email_delivered', 'Email Delivered', 'The email reached the mail server of the signer'],
		['email_opened', 'Email Opened', 'A signer opened the email'],
		['email_deferred', 'Email Deferred', 'The email is delayed and tried for 72 hours'],
		['email_processed', 'Email Processed', 'The email is on its way'],
		['sms_delivered', 'SMS Delivered', 'The text message with the link arrived'],
		['sms_processed', 'SMS Processed', 'The text message with the link is on its way'],
		['reminder_email_delivered', 'Reminder Email Delivered', 'The reminder reached the signer'],
		['reminder_email_opened', 'Reminder Email Opened', 'A signer opened the reminder'],
		['reminder_email_processed', 'Reminder Email Processed', 'The reminder is on its way'],
		['file_added', 'File Added', 'A signer attached a file'],
		['photo_added', 'Photo Added', 'A signer added a photo'],
		['photo_id_added', 'Photo ID Added', 'A signer added a photo of an identity document'],
		['voice_added', 'Voice Added', 'A signer added a voice recording'],
		[
			'terms_and_conditions_accepted',
			'Terms and Conditions Accepted',
			'A signer accepted the terms and conditions',
		],
		['expiration_extended', 'Expiration Extended', 'There is more time to sign'],
		['password_sms_delivered', 'Password SMS Delivered', 'The password arrived by SMS'],
		['password_sms_processed', 'Password SMS Processed', 'The password is on its way by SMS'],
	),
	...of(
		'certifiedEmail',
		...certificateRows,
		['email_bounced', 'Email Bounced', 'The email cannot be delivered, e.g. a wrong address'],
		['email_delivered', 'Email Delivered', 'The email reached the mail server of the recipient'],
		['email_opened', 'Email Opened', 'A recipient opened the email'],
		['email_deferred', 'Email Deferred', 'The email is delayed and tried for 72 hours'],
		['email_processed', 'Email Processed', 'The email is on its way'],
	),
	...of(
		'certifiedSms',
		...certificateRows,
		['sms_delivered', 'SMS Delivered', 'The text message arrived'],
		['sms_processed', 'SMS Processed', 'The text message is on its way'],
	),
];

function of(resource: DeliveryKind, ...rows: Row[]) {
	return rows.map(([type, name, description]) => ({ resource, type, name, description }));
}

/** The value for every type, also types that are not in the table. */
export const ANY_EVENT = '*';

export const outcomes = ['completed', 'declined', 'expired', 'canceled', 'failed'] as const;

export type Outcome = (typeof outcomes)[number];

/** The type of an outcome, among those of events: `request_completed`. */
export const outcomeType = (outcome: Outcome): string => `request_${outcome}`;

/** Whether a type is that of an outcome. */
export const isOutcomeType = (value: string) =>
	outcomes.some((outcome) => outcomeType(outcome) === value);

/**
 * The event of a document that brings the outcome of its request. None is documented for a request that fails
 * (docs/service.md#document-statuses).
 */
export const endingTypes: Readonly<Record<Exclude<Outcome, 'failed'>, string>> = {
	canceled: 'document_canceled',
	completed: 'document_completed',
	declined: 'document_declined',
	expired: 'document_expired',
};

const outcomeOptions: INodePropertyOptions[] = (
	[
		['completed', 'Everyone Signed', 'Every document of the request is signed'],
		['declined', 'Request Declined', 'A signer refused, which ends the request'],
		['expired', 'Request Expired', 'The time to sign has run out'],
		['canceled', 'Request Canceled', 'The request was canceled'],
		['failed', 'Request Failed', 'Signaturit could not process a document'],
	] as const
).map(([outcome, name, description]) => ({
	name,
	value: outcomeType(outcome),
	description: `${description}; once for the whole request`,
}));

/** The options of the trigger's field Events for a resource, in the order of their use. */
export function eventOptions(resource: DeliveryKind): INodePropertyOptions[] {
	const ofSignature = resource === 'signature';
	return [
		...(ofSignature ? outcomeOptions : []),
		...eventTypes
			.filter((entry) => entry.resource === resource)
			.map(({ type, name, description }) => ({ name, value: type, description })),
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
	eventTypes.some((entry) => entry.resource === resource && entry.type === type);
