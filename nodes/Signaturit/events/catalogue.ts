/** An event type of a document, with the texts under which it is offered. */
export interface EventType {
	type: string;
	name: string;
	description: string;
}

/** The value that stands for every type, also those that are not in the table. */
export const ANY_EVENT = '*';

/**
 * The event types of documents: those of the specification (Events, Signature events), and those that
 * have been seen beyond it. The service may send others; they pass through.
 */
export const documentEvents: readonly EventType[] = [
	event('audit_trail_completed', 'Audit Trail Completed', 'The audit trail is ready to download'),
	event('document_canceled', 'Document Canceled', 'The request was canceled'),
	event('document_completed', 'Document Completed', 'The signed PDF is ready to download'),
	event('document_declined', 'Document Declined', 'A signer refused to sign'),
	event('document_expired', 'Document Expired', 'The time to sign has run out'),
	event('document_opened', 'Document Opened', 'A signer opened the document'),
	event('document_signed', 'Document Signed', 'A signer has signed; the PDF is not sealed yet'),
	event('email_bounced', 'Email Bounced', 'The email cannot be delivered, e.g. a wrong address'),
	event('email_deferred', 'Email Deferred', 'The email is delayed and tried for 72 hours'),
	event('email_delivered', 'Email Delivered', 'The email reached the mail server of the signer'),
	event('email_opened', 'Email Opened', 'A signer opened the email'),
	event('email_processed', 'Email Processed', 'The email is on its way'),
	event('expiration_extended', 'Expiration Extended', 'There is more time to sign'),
	event('file_added', 'File Added', 'A signer attached a file'),
	event('password_sms_delivered', 'Password SMS Delivered', 'The password arrived by SMS'),
	event('password_sms_processed', 'Password SMS Processed', 'The password is on its way by SMS'),
	event('photo_added', 'Photo Added', 'A signer added a photo'),
	event('photo_id_added', 'Photo ID Added', 'A signer added a photo of an identity document'),
	event('reminder_email_delivered', 'Reminder Email Delivered', 'The reminder reached the signer'),
	event('reminder_email_opened', 'Reminder Email Opened', 'A signer opened the reminder'),
	event('reminder_email_processed', 'Reminder Email Processed', 'The reminder is on its way'),
	event('sms_delivered', 'SMS Delivered', 'The text message with the link arrived'),
	event('sms_processed', 'SMS Processed', 'The text message with the link is on its way'),
	event(
		'terms_and_conditions_accepted',
		'Terms and Conditions Accepted',
		'A signer accepted the terms and conditions',
	),
	event('voice_added', 'Voice Added', 'A signer added a voice recording'),
];

function event(type: string, name: string, description: string): EventType {
	return { type, name, description };
}
