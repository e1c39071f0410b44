import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isPlainObject } from '../transport/fault';
import { idFrom } from './schemas';

interface Choosing {
	description: string;
	searchListMethod: string;
	/** An id. */
	example: string;
	byId?: string;
	/** The field's name after its article, in a sentence. */
	one?: string;
}

/** A field that identifies something of the service, from a list or by its id. Its description says what. */
const locator = (
	displayName: string,
	name: string,
	{ description, searchListMethod, example, byId = 'By ID', one }: Choosing,
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
			placeholder: `Select ${one ?? `a ${displayName.toLowerCase()}`}…`,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: byId, name: 'id', type: 'string', placeholder: `e.g. ${example}` },
	],
});

export const signatureLocator = locator('Signature Request', 'signatureId', {
	description: 'The signature request to work with',
	searchListMethod: 'searchSignatures',
	example: '29109781-7f42-11e6-8a49-0680f0041fef',
});

export const documentLocator = locator('Document', 'documentId', {
	description: 'The document to work with. A request has one for each signer and file.',
	searchListMethod: 'searchDocuments',
	example: '2910a0e8-7f42-11e6-8a49-0680f0041fef',
});

export const emailLocator = locator('Certified Email', 'emailId', {
	description: 'The certified email to work with',
	searchListMethod: 'searchCertifiedEmails',
	example: '2c1d2f6e-7f42-11e6-8a49-0680f0041fef',
});

export const emailCertificateLocator = locator('Certificate', 'certificateId', {
	description: 'The certificate to work with. A certified email has one for each recipient.',
	searchListMethod: 'searchEmailCertificates',
	example: '2c1d5a1b-7f42-11e6-8a49-0680f0041fef',
});

export const smsLocator = locator('Certified SMS', 'smsId', {
	description: 'The certified SMS to work with',
	one: 'a certified SMS',
	searchListMethod: 'searchCertifiedSms',
	example: '2d7e3a90-7f42-11e6-8a49-0680f0041fef',
});

export const smsCertificateLocator = locator('Certificate', 'certificateId', {
	description: 'The certificate to work with. A certified SMS has one for each recipient.',
	searchListMethod: 'searchSmsCertificates',
	example: '2d7e61c4-7f42-11e6-8a49-0680f0041fef',
});

export const templateLocator = locator('Template', 'id', {
	description: 'The template to sign',
	searchListMethod: 'searchTemplates',
	example: '#employment-contract',
	byId: 'By ID or Hashtag',
});

export const eventHookLocator = locator('Event Hook', 'eventHookId', {
	description: 'The event hook to work with: a post that Signaturit has made to an events URL',
	one: 'an event hook',
	searchListMethod: 'searchEventHooks',
	example: 'qM3vX0TtR5Jk-8ZbWn_a',
});

export const brandingLocator = locator('Branding', 'brandingId', {
	description: 'The branding to work with: how emails, SMS and the signing page look',
	searchListMethod: 'searchBrandings',
	example: '3eed17f5-2d08-11e4-b3d4-0aa7697eb409',
});

export const contactLocator = locator('Contact', 'contactId', {
	description: 'The contact to work with',
	searchListMethod: 'searchContacts',
	example: 'e8125099-871e-11e6-88d5-06875124f8dd',
});

export const subscriptionLocator = locator('Subscription', 'subscriptionId', {
	description: 'The subscription to work with: a URL that gets events of the whole account',
	searchListMethod: 'searchSubscriptions',
	example: 'b2c7de2f-862c-11e6-88d5-06875124f8dd',
});

export const userLocator = locator('User', 'userId', {
	description: 'The user of the team to work with, by the ID of the seat',
	searchListMethod: 'searchTeamUsers',
	example: 'd8125099-871e-11e6-88d5-06875124f8dd',
});

/** Which seat of the team; nobody need sit there. */
export const seatLocator = locator('Seat', 'seatId', {
	description: 'The seat of the team to work with',
	searchListMethod: 'searchTeamSeats',
	example: '17f0dc63-8bac-11e6-88d5-06875124f8dd',
});

export const groupLocator = locator('Group', 'groupId', {
	description: 'The group of the team to work with',
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
