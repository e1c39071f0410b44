// The endpoints of brandings, contacts, subscriptions, photo IDs, the account and the team, with their operations.

import type { INodeParameters } from 'n8n-workflow';
import { ADA, BEN } from '../../../people';
import type { Row } from '../endpointRows';

/** Nobody listens there. */
const listening = { url: 'http://127.0.0.1:9/all.json', events: ['document_completed'] };

/** An operation whose fields are sent under their names. */
const sending = (endpoint: string, operation: string, fields: INodeParameters): Row => ({
	endpoint,
	operation,
	parameters: fields,
	body: fields,
});

/** The endpoints of what belongs to the account itself. */
export const accountRows: Row[] = [
	{
		endpoint: 'GET /v3/brandings.json',
		operation: 'branding:getManyBrandings',
		parameters: {
			returnAll: false,
			limit: 5,
			filters: { since: '2026-01-02T00:00:00Z', until: '2026-02-03T00:00:00Z' },
		},
		query: { limit: '5', offset: '0', since: '2026-01-02', until: '2026-02-03' },
	},
	{ endpoint: 'GET /v3/brandings/{brandingId}.json', operation: 'branding:getBranding' },
	sending('POST /v3/brandings.json', 'branding:createBranding', { name: 'Sales' }),
	{
		endpoint: 'PATCH /v3/brandings/{brandingId}.json',
		operation: 'branding:updateBranding',
		parameters: { texts: { send_button: 'Sign' } },
		body: { application_texts: { send_button: 'Sign' } },
	},
	{ endpoint: 'GET /v3/account/credits.json', operation: 'account:getCredits' },
	{ endpoint: 'GET /v3/account/enrollment-code', operation: 'account:getEnrollmentCode' },
	{ endpoint: 'DELETE /v3/account/devices/{deviceId}', operation: 'account:deleteDevice' },
	{
		endpoint: 'GET /v3/contacts.json',
		operation: 'contact:getManyContacts',
		parameters: { returnAll: false, limit: 20, filters: ADA },
		query: { limit: '20', offset: '0', ...ADA },
	},
	{ endpoint: 'GET /v3/contacts/{contactId}.json', operation: 'contact:getContact' },
	sending('POST /v3/contacts.json', 'contact:createContact', ADA),
	sending('PATCH /v3/contacts/{contactId}.json', 'contact:updateContact', ADA),
	{ endpoint: 'DELETE /v3/contacts/{contactId}.json', operation: 'contact:deleteContact' },
	{
		endpoint: 'GET /v3/subscriptions.json',
		operation: 'subscription:getManySubscriptions',
		parameters: { returnAll: false, limit: 20, filters: { event: 'document_completed' } },
		query: { limit: '20', offset: '0', event: 'document_completed' },
	},
	{
		endpoint: 'GET /v3/subscriptions/{subscriptionId}.json',
		operation: 'subscription:getSubscription',
	},
	sending('POST /v3/subscriptions.json', 'subscription:createSubscription', listening),
	sending(
		'PATCH /v3/subscriptions/{subscriptionId}.json',
		'subscription:updateSubscription',
		listening,
	),
	{
		endpoint: 'DELETE /v3/subscriptions/{subscriptionId}.json',
		operation: 'subscription:deleteSubscription',
	},
	{
		endpoint: 'GET /v3/subscriptions/count.json',
		operation: 'subscription:countSubscriptions',
	},
	{
		endpoint: 'POST /v3/photoid/validate.json',
		operation: 'photoId:validatePhotoId',
		parameters: { document_type: 'PA', document_country: 'FRA' },
		body: { front: { name: 'contract.pdf' }, document_type: 'PA', document_country: 'FRA' },
	},
	{ endpoint: 'GET /v3/team/users.json', operation: 'team:getManyUsers' },
	{ endpoint: 'GET /v3/team/users/{userId}.json', operation: 'team:getUser' },
	sending('POST /v3/team/users.json', 'team:inviteUser', { email: BEN.email, role: 'admin' }),
	sending('PATCH /v3/team/users/{userId}.json', 'team:changeRole', { role: 'admin' }),
	{ endpoint: 'GET /v3/team/seats.json', operation: 'team:getManySeats' },
	{ endpoint: 'GET /v3/team/groups.json', operation: 'team:getManyGroups' },
	{ endpoint: 'GET /v3/team/groups/{groupId}.json', operation: 'team:getGroup' },
	sending('POST /v3/team/groups.json', 'team:createGroup', { name: 'Founders' }),
	sending('PATCH /v3/team/groups/{groupId}.json', 'team:renameGroup', { name: 'Board' }),
	{
		endpoint: 'POST /v3/team/groups/{groupId}/managers/{userId}.json',
		operation: 'team:addManager',
	},
	{
		endpoint: 'DELETE /v3/team/groups/{groupId}/managers/{userId}.json',
		operation: 'team:removeManager',
	},
	{ endpoint: 'POST /v3/team/groups/{groupId}/members/{userId}.json', operation: 'team:addMember' },
	{
		endpoint: 'DELETE /v3/team/groups/{groupId}/members/{userId}.json',
		operation: 'team:removeMember',
	},
	{ endpoint: 'DELETE /v3/team/groups/{groupId}.json', operation: 'team:deleteGroup' },
	{ endpoint: 'DELETE /v3/team/users/{userId}.json', operation: 'team:removeUser' },
	{ endpoint: 'DELETE /v3/team/seats/{seatId}.json', operation: 'team:removeSeat' },
];
