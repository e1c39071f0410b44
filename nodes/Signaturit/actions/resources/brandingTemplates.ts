// The templates of emails and SMS that a branding may have.

import { z } from 'zod';
import { text } from '../../input/doors';
import { textField } from '../../input/fields';

/** The words that Signaturit replaces in templates (docs/service.md#branding-templates). */
const TEMPLATE_WORDS = [
	...['sender_email', 'signer_name', 'signer_email', 'filename', 'logo', 'signers', 'reason'],
	...['sign_button', 'validate_button', 'email_button', 'dashboard_button'],
	...['remaining_time', 'email_body', 'code'],
];
const bracketedWord = new RegExp(`\\[(${TEMPLATE_WORDS.join('|')})\\]`, 'g');

/** Templates by the service's names: how the panel calls one, what it is, and the word that it must contain. */
type Templates = Record<string, [displayName: string, description: string, needed?: string]>;

export const emailTemplates: Templates = {
	emails_request: ['Certified Email', 'To the recipient of a certified email', 'email_button'],
	document_canceled: ['Document Canceled', 'To the signer when the request is canceled'],
	document_declined: [
		'Document Declined',
		'To you when a signer declines. [reason] is why, [dashboard_button] leads to the document.',
	],
	signatures_receipt: ['Receipt', 'To the signer, with a copy of what was signed'],
	pending_sign: [
		'Reminder',
		'To the signer. Leave out [remaining_time] (the time left) if requests do not expire',
		'sign_button',
	],
	request_expired: ['Request Expired', 'To the signer when the time is over'],
	request_expired_requester: ['Request Expired (Sender)', 'To you when the time is over'],
	signatures_request: [
		'Signature Request',
		'To the signer. [email_body] is the email body of the request',
		'sign_button',
	],
	signed_document: [
		'Signed Document',
		'To you when everyone has signed. [signers] are their names and addresses.',
	],
	validation_request: ['Validation Request', 'To the validator', 'validate_button'],
};

export const smsTemplates: Templates = {
	sms_verify: ['Code to Open', 'The SMS with the code that opens a document', 'code'],
	sms_validate: ['Code to Sign', 'The SMS with the code that confirms a signature', 'code'],
};

/** Their fields in the panel. n8n would evaluate `{{word}}` as an expression, so people write `[word]`. */
export const fieldsOfTemplates = (templates: Templates) =>
	Object.entries(templates).map(([name, [displayName, what, needed]]) =>
		textField(displayName, name, {
			typeOptions: { rows: 5 },
			description: needed ? `${what}. It must contain [${needed}].` : what,
		}),
	);

/** A template with its words as the service writes them. */
const templateText = ([displayName, , needed]: Templates[string]) =>
	text(displayName)
		.transform((entered) => entered?.replace(bracketedWord, '{{$1}}'))
		.refine(
			(html) =>
				typeof html !== 'string' || !needed || new RegExp(`{{\\s*${needed}\\s*}}`).test(html),
			`Template "${displayName}" must contain [${needed}]`,
		);

/** The schema of their texts, as a collection of the panel has them. */
export const templateTexts = (templates: Templates) =>
	z.object(
		Object.fromEntries(Object.entries(templates).map(([name, one]) => [name, templateText(one)])),
	);
