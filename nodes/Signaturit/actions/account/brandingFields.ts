import type { INodeProperties } from 'n8n-workflow';
import { choiceField, collectionField, switchField, textField } from '../../input/fields';
import { DEFAULT_FIELD } from '../../input/files';

/** Longest name, in characters (docs/service.md#text-lengths). */
export const MAX_NAME_LENGTH = 24;

/** A field in a collection, under the service's name. */
const field = (displayName: string, name: string, description: string) =>
	textField(displayName, name, { description });

const longField = (displayName: string, name: string, description: string) =>
	textField(displayName, name, { typeOptions: { rows: 5 }, description });

const color = (displayName: string, name: string, description: string) =>
	textField(displayName, name, { type: 'color', placeholder: 'e.g. #FAAC58', description });

const shown = (displayName: string, name: string, what: string) =>
	switchField(displayName, name, { default: true, description: `Whether to show ${what}` });

const choice = (displayName: string, name: string, description: string, words: string[]) =>
	choiceField(displayName, name, {
		options: words.map((word) => ({ name: word, value: word.toLowerCase() })),
		default: words[0]?.toLowerCase() ?? '',
		description,
	});

/** The words that Signaturit replaces in templates (docs/service.md#branding-templates). */
export const WORDS = [
	...['sender_email', 'signer_name', 'signer_email', 'filename', 'logo', 'signers', 'reason'],
	...['sign_button', 'validate_button', 'email_button', 'dashboard_button'],
	...['remaining_time', 'email_body', 'code'],
];

/** The word that a template must contain (docs/service.md#branding-templates). */
export const neededWords: Readonly<Record<string, string>> = {
	emails_request: 'email_button',
	pending_sign: 'sign_button',
	signatures_request: 'sign_button',
	sms_validate: 'code',
	sms_verify: 'code',
	validation_request: 'validate_button',
};

/** The text of an email or SMS. n8n would evaluate `{{word}}` as an expression, so people write `[word]`. */
const template = (displayName: string, name: string, description: string) => {
	const needed = neededWords[name];
	const text = needed ? `${description}. It must contain [${needed}].` : description;
	return longField(displayName, name, text);
};

export const emailTemplates = [
	template('Certified Email', 'emails_request', 'To the recipient of a certified email'),
	template('Document Canceled', 'document_canceled', 'To the signer when the request is canceled'),
	template(
		'Document Declined',
		'document_declined',
		'To you when a signer declines. [reason] is why, [dashboard_button] leads to the document.',
	),
	template('Receipt', 'signatures_receipt', 'To the signer, with a copy of what was signed'),
	template(
		'Reminder',
		'pending_sign',
		'To the signer. [remaining_time] is when the request expires; leave it out if it does not',
	),
	template('Request Expired', 'request_expired', 'To the signer when the time is over'),
	template('Request Expired (Sender)', 'request_expired_requester', 'To you when the time is over'),
	template(
		'Signature Request',
		'signatures_request',
		'To the signer. [email_body] is the email body of the request',
	),
	template(
		'Signed Document',
		'signed_document',
		'To you when everyone has signed. [signers] are their names and addresses.',
	),
	template('Validation Request', 'validation_request', 'To the validator'),
];

export const smsTemplates = [
	template('Code to Open', 'sms_verify', 'The SMS with the code that opens a document'),
	template('Code to Sign', 'sms_validate', 'The SMS with the code that confirms a signature'),
];

export const appearance = [
	color('Footer Color', 'footer_color', 'Color of the foot of the signing page'),
	color('Header Color', 'header_color', 'Color of the head of the signing page'),
	color('Layout Color', 'layout_color', 'Main color of buttons and the like'),
	field('Logo (Base64)', 'logo', 'The logo in emails, as the Base64 text of an image'),
	textField('Logo File', 'logoFile', {
		default: DEFAULT_FIELD,
		description: 'The logo in emails',
		hint: 'The name of the input field that holds the image. If it is the only file, leave it as it is.',
	}),
	shown('Show Biometric Hash', 'show_biometric_hash', 'the biometric hash in what was signed'),
	shown('Show CSV Stamp', 'show_csv', 'the secure verification code (CSV) in what was signed'),
	shown('Show Welcome Page', 'show_welcome_page', 'a welcome page before the document'),
	choice('Side of CSV Stamp', 'csv_position', 'Where the CSV stamp is', ['Left', 'Right']),
	choice('Signature Color', 'signature_color', 'Color of the drawn signature', ['Black', 'Blue']),
	color('Text Color', 'text_color', 'Color of the text on buttons and the like'),
];

export const texts = [
	field('Email Button (Certified Email)', 'open_email_button', 'The button in certified emails'),
	field('Email Button (Signature)', 'open_sign_button', 'The button in emails to signers'),
	field('Send Button', 'send_button', 'The button with which a signer sends the signature'),
	longField('Terms and Conditions', 'terms_and_conditions', 'Your own terms, which may be HTML'),
];

const collection = (
	displayName: string,
	name: string,
	description: string,
	options: INodeProperties[],
) => collectionField(displayName, name, { placeholder: 'Add Field', description, options });

/** The panel's fields for a branding. */
export const brandingFields: INodeProperties[] = [
	textField('Name', 'name', {
		placeholder: 'e.g. Sales in Spain',
		description: `Name of the branding, at most ${MAX_NAME_LENGTH} characters`,
	}),
	collection('Appearance', 'appearance', 'Colors, logo, and what signers see', appearance),
	collection(
		'Email Templates',
		'emailTemplates',
		'HTML of emails, whose title tag is the subject. [sender_email], [signer_name], [signer_email], [filename] and [logo] are replaced in all of them. Write such words in square brackets.',
		emailTemplates,
	),
	collection('SMS Templates', 'smsTemplates', 'Texts of SMS with a code', smsTemplates),
	collection('Texts', 'texts', 'Words on buttons, and your terms', texts),
];
