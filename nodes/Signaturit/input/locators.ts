import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isPlainObject } from '../transport/fault';
import { idFrom } from './schemas';

interface Choosing {
	description: string;
	placeholder: string;
	searchListMethod: string;
	/** An id. */
	example: string;
	byId?: string;
}

/** A field that identifies something of the service, from a list or by its id. */
const locator = (
	displayName: string,
	name: string,
	{ description, placeholder, searchListMethod, example, byId = 'By ID' }: Choosing,
): INodeProperties => ({
	displayName,
	name,
	description,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: byId, name: 'id', type: 'string', placeholder: `e.g. ${example}` },
	],
});

/** Which signature request an operation is about. */
export const signatureLocator = locator('Signature Request', 'signatureId', {
	description: 'The signature request to work with',
	placeholder: 'Select a signature request…',
	searchListMethod: 'searchSignatures',
	example: '29109781-7f42-11e6-8a49-0680f0041fef',
});

/** Which of the request's documents; there is one for each signer and file. */
export const documentLocator = locator('Document', 'documentId', {
	description: 'The document to work with. A request has one for each signer and file.',
	placeholder: 'Select a document…',
	searchListMethod: 'searchDocuments',
	example: '2910a0e8-7f42-11e6-8a49-0680f0041fef',
});

/** Which certified email an operation is about. */
export const emailLocator = locator('Certified Email', 'emailId', {
	description: 'The certified email to work with',
	placeholder: 'Select a certified email…',
	searchListMethod: 'searchCertifiedEmails',
	example: '2c1d2f6e-7f42-11e6-8a49-0680f0041fef',
});

/** Which of the email's certificates; there is one for each recipient. */
export const emailCertificateLocator = locator('Certificate', 'certificateId', {
	description: 'The certificate to work with. A certified email has one for each recipient.',
	placeholder: 'Select a certificate…',
	searchListMethod: 'searchEmailCertificates',
	example: '2c1d5a1b-7f42-11e6-8a49-0680f0041fef',
});

/** Which certified SMS an operation is about. */
export const smsLocator = locator('Certified SMS', 'smsId', {
	description: 'The certified SMS to work with',
	placeholder: 'Select a certified SMS…',
	searchListMethod: 'searchCertifiedSms',
	example: '2d7e3a90-7f42-11e6-8a49-0680f0041fef',
});

/** Which of the SMS's certificates; there is one for each recipient. */
export const smsCertificateLocator = locator('Certificate', 'certificateId', {
	description: 'The certificate to work with. A certified SMS has one for each recipient.',
	placeholder: 'Select a certificate…',
	searchListMethod: 'searchSmsCertificates',
	example: '2d7e61c4-7f42-11e6-8a49-0680f0041fef',
});

/** Which template to sign. */
export const templateLocator = locator('Template', 'id', {
	description: 'The template to sign',
	placeholder: 'Select a template…',
	searchListMethod: 'searchTemplates',
	example: '#employment-contract',
	byId: 'By ID or Hashtag',
});

/** Which of the posts that the service has made. */
export const eventHookLocator = locator('Event Hook', 'eventHookId', {
	description: 'The event hook to work with: a post that Signaturit has made to an events URL',
	placeholder: 'Select an event hook…',
	searchListMethod: 'searchEventHooks',
	example: 'qM3vX0TtR5Jk-8ZbWn_a',
});

/** Which of the account's brandings. */
export const brandingLocator = locator('Branding', 'brandingId', {
	description: 'The branding to work with: how emails, SMS and the signing page look',
	placeholder: 'Select a branding…',
	searchListMethod: 'searchBrandings',
	example: '3eed17f5-2d08-11e4-b3d4-0aa7697eb409',
});

/** Which of the people that are kept in Signaturit. */
export const contactLocator = locator('Contact', 'contactId', {
	description: 'The contact to work with',
	placeholder: 'Select a contact…',
	searchListMethod: 'searchContacts',
	example: 'e8125099-871e-11e6-88d5-06875124f8dd',
});

/** Which of the addresses that get the events of the account. */
export const subscriptionLocator = locator('Subscription', 'subscriptionId', {
	description: 'The subscription to work with: a URL that gets events of the whole account',
	placeholder: 'Select a subscription…',
	searchListMethod: 'searchSubscriptions',
	example: 'b2c7de2f-862c-11e6-88d5-06875124f8dd',
});

/** Which user of the team; the ID is that of the seat. */
export const userLocator = locator('User', 'userId', {
	description: 'The user of the team to work with, by the ID of the seat',
	placeholder: 'Select a user…',
	searchListMethod: 'searchTeamUsers',
	example: 'd8125099-871e-11e6-88d5-06875124f8dd',
});

/** Which seat of the team; nobody need sit there. */
export const seatLocator = locator('Seat', 'seatId', {
	description: 'The seat of the team to work with',
	placeholder: 'Select a seat…',
	searchListMethod: 'searchTeamSeats',
	example: '17f0dc63-8bac-11e6-88d5-06875124f8dd',
});

/** Which group of the team. */
export const groupLocator = locator('Group', 'groupId', {
	description: 'The group of the team to work with',
	placeholder: 'Select a group…',
	searchListMethod: 'searchTeamGroups',
	example: 'e3f2a0c4-8bac-11e6-88d5-06875124f8dd',
});

/** What a locator in a row or among options holds: n8n takes the value out of others only. */
export function chosenValue(locator: unknown): unknown {
	return isPlainObject(locator) && 'value' in locator ? locator.value : locator;
}

/**
 * Reads the id from a locator, or from a text field for an id.
 *
 * @throws UserError when it is empty or no id
 */
export function locatorValue(
	this: IExecuteFunctions,
	{ name, displayName, placeholder, modes }: INodeProperties,
	item: number,
): string {
	const value: unknown = this.getNodeParameter(name, item, '', { extractValue: true });
	const example = modes?.find((mode) => mode.name === 'id')?.placeholder ?? placeholder ?? '';
	return idFrom(value, displayName, example.replace('e.g. ', ''));
}
