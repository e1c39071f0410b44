// The panel's fields that choose a Signaturit object from a list or by its ID.

import type { INodeProperties } from 'n8n-workflow';
import type { ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/shapes';
import { idFrom } from './doors';

/** A field for an object of the service, chosen from a list or by its id. `noun` is its name within a sentence. */
function locator(
	displayName: string,
	example: string,
	{
		noun = displayName.toLowerCase(),
		name = `${noun}Id`,
		searchListMethod = `search${displayName.replaceAll(' ', '')}s`,
		description = `The ${noun} to work with`,
		byId = 'By ID',
	}: Partial<Record<'noun' | 'name' | 'searchListMethod' | 'description' | 'byId', string>> = {},
): INodeProperties {
	const select = `Select ${withArticle(noun)}…`;
	const typeOptions = { searchListMethod, searchable: true };
	return {
		displayName,
		name,
		description,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder: select, typeOptions },
			{ displayName: byId, name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

/** E.g. `an event hook`. A u is always as in `user` here. */
export const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

export const signatureLocator = locator(
	'Signature Request',
	'29109781-7f42-11e6-8a49-0680f0041fef',
	{ name: 'signatureId' },
);

export const documentLocator = locator('Document', '2910a0e8-7f42-11e6-8a49-0680f0041fef', {
	description: 'The document to work with. A request has one for each signer and file.',
});

export const emailLocator = locator('Certified Email', '2c1d2f6e-7f42-11e6-8a49-0680f0041fef', {
	name: 'emailId',
});

const certificateLocator = (kind: 'email' | 'SMS', searchListMethod: string, example: string) =>
	locator('Certificate', example, {
		description: `The certificate to work with. A certified ${kind} has one for each recipient.`,
		searchListMethod,
	});

export const emailCertificateLocator = certificateLocator(
	'email',
	'searchEmailCertificates',
	'2c1d5a1b-7f42-11e6-8a49-0680f0041fef',
);

export const smsLocator = locator('Certified SMS', '2d7e3a90-7f42-11e6-8a49-0680f0041fef', {
	name: 'smsId',
	noun: 'certified SMS',
	searchListMethod: 'searchCertifiedSms',
});

export const smsCertificateLocator = certificateLocator(
	'SMS',
	'searchSmsCertificates',
	'2d7e61c4-7f42-11e6-8a49-0680f0041fef',
);

export const templateLocator = locator('Template', '#employment-contract', {
	name: 'id',
	description: 'The template to sign',
	byId: 'By ID or Hashtag',
});

export const eventHookLocator = locator('Event Hook', 'qM3vX0TtR5Jk-8ZbWn_a', {
	name: 'eventHookId',
	description: 'The event hook to work with: a post that Signaturit has made to an events URL',
});

export const brandingLocator = locator('Branding', '3eed17f5-2d08-11e4-b3d4-0aa7697eb409', {
	description: 'The branding to work with: how emails, SMS and the signing page look',
});

export const contactLocator = locator('Contact', 'e8125099-871e-11e6-88d5-06875124f8dd');

export const subscriptionLocator = locator('Subscription', 'b2c7de2f-862c-11e6-88d5-06875124f8dd', {
	description: 'The subscription to work with: a URL that gets events of the whole account',
});

/** A locator for users, seats and groups of the team. The ID of a user is that of the seat, which may be empty. */
const teamLocator = (displayName: string, example: string, more = '') =>
	locator(displayName, example, {
		description: `The ${displayName.toLowerCase()} of the team to work with${more}`,
		searchListMethod: `searchTeam${displayName}s`,
	});

export const userLocator = teamLocator(
	'User',
	'd8125099-871e-11e6-88d5-06875124f8dd',
	', by the ID of the seat',
);
export const seatLocator = teamLocator('Seat', '17f0dc63-8bac-11e6-88d5-06875124f8dd');
export const groupLocator = teamLocator('Group', 'e3f2a0c4-8bac-11e6-88d5-06875124f8dd');

/** The value of a locator in a row or among options: n8n takes the value out of other locators only. */
export const chosenValue = (locator: unknown): unknown =>
	isPlainObject(locator) && 'value' in locator ? locator.value : locator;

/** Reads the id from a locator, or from a text field for an id. It throws as `idFrom` does. */
export function locatorValue(
	call: ExecuteCall,
	{ name, displayName, placeholder, modes }: INodeProperties,
	item: number,
): string {
	const value: unknown = call.n8n.getNodeParameter(name, item, '', { extractValue: true });
	const example = modes?.find((mode) => mode.name === 'id')?.placeholder ?? placeholder ?? '';
	return idFrom(value, displayName, example.replace('e.g. ', ''));
}
