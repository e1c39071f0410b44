import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { declared, idParameters, pathWith, type Ids } from './declared';

/** An endpoint as docs/service.md writes it, and the operation that must call it. */
interface Row {
	/** Method and path. The names in braces are those of the fields for the ids. */
	endpoint: string;
	/** Fields for IDs that are not in the path, e.g. `{signatureId}`. */
	besides?: string;
	operation: string;
	/** What the ids belong to; see `createEverything`. */
	about?: string;
	parameters?: INodeParameters;
	query?: IDataObject;
	body?: IDataObject;
}

const filters = (more: IDataObject = {}) => ({
	status: 'error',
	since: '2026-01-02T00:00:00Z',
	...more,
});
const phone = '34600000000';
const people = {
	recipient: [{ email: 'ada@example.com', name: 'Ada', phone, options: { phone } }],
};
const sent = { email: 'ada@example.com', name: 'Ada' };
/** Nobody listens there. */
const listening = { url: 'http://127.0.0.1:9/all.json', events: ['document_completed'] };

/** Every endpoint that the action node calls. */
const rows: Row[] = [
	{
		endpoint: 'GET /v3/signatures/count.json',
		operation: 'signature:count',
		parameters: {
			filters: filters({
				until: '2026-02-03T00:00:00Z',
				ids: 'a,b',
				data: { pair: [{ key: 'crm_id', value: '7' }] },
			}),
		},
		query: { status: 'error', since: '2026-01-02', until: '2026-02-03', ids: 'a,b', crm_id: '7' },
	},
	{
		endpoint: 'GET /v3/signatures.json',
		operation: 'signature:getMany',
		parameters: {
			returnAll: false,
			limit: 20,
			filters: filters({ until: '2026-02-03T00:00:00Z' }),
		},
		query: { limit: '20', offset: '0', status: 'error', since: '2026-01-02', until: '2026-02-03' },
	},
	{ endpoint: 'GET /v3/signatures/{signatureId}.json', operation: 'signature:get' },
	{
		endpoint: 'POST /v3/signatures.json',
		operation: 'signature:create',
		parameters: createParameters(),
		body: { name: 'Engine contract', files: [{ name: 'contract.pdf' }] },
	},
	{
		endpoint: 'POST /v3/signatures/{signatureId}/reminder.json',
		operation: 'signature:sendReminder',
	},
	{
		endpoint: 'POST /v3/signatures/{signatureId}/name',
		operation: 'signature:rename',
		parameters: { name: 'New name' },
		body: { name: 'New name' },
	},
	{
		endpoint: 'PATCH /v3/signatures/{signatureId}/cancel.json',
		operation: 'signature:cancel',
		parameters: { reason: 'A typo' },
		body: { reason: 'A typo' },
	},
	{
		endpoint: 'POST /v3/signatures/{signatureId}/generate/audit_trail',
		operation: 'signature:generateAuditTrail',
		about: 'completed',
	},
	{
		endpoint: 'GET /v3/signatures/{signatureId}/documents/{documentId}/download/signed',
		about: 'completed',
		operation: 'document:downloadSigned',
	},
	{
		endpoint: 'GET /v3/signatures/{signatureId}/documents/{documentId}/download/sent',
		about: 'completed',
		operation: 'document:downloadSent',
	},
	{
		endpoint: 'GET /v3/documents/{documentId}/download/uploaded',
		besides: '{signatureId}',
		operation: 'document:downloadUploaded',
	},
	{
		endpoint: 'GET /v3/signatures/{signatureId}/documents/{documentId}/download/audit_trail',
		about: 'completed',
		operation: 'document:downloadAuditTrail',
	},
	{
		endpoint: 'GET /v3/signatures/{signatureId}/documents/{documentId}/download/attachments',
		about: 'completed',
		operation: 'document:downloadAttachments',
	},
	{
		endpoint: 'GET /v3/signatures/{signatureId}/documents/{documentId}/sms_status.json',
		operation: 'document:getSmsStatus',
		about: 'texted',
	},
	{
		endpoint: 'POST /v3/signatures/{signatureId}/documents/{documentId}/signer',
		operation: 'document:changeSigner',
		about: 'bounced',
		parameters: sent,
		body: sent,
	},
	{
		endpoint: 'DELETE /v3/signatures/{signatureId}',
		operation: 'signature:delete',
		about: 'completed',
	},
	{
		endpoint: 'POST /v3/files.json',
		operation: 'certifiedFile:upload',
		parameters: { binaryPropertyName: 'data' },
		body: { file: { name: 'contract.pdf' } },
	},
	{ endpoint: 'GET /v3/files/{fileId}.json', operation: 'certifiedFile:getFile' },
	{
		endpoint: 'GET /v3/event-hooks',
		operation: 'eventHook:getManyHooks',
		parameters: {
			returnAll: false,
			limit: 20,
			filters: {
				from: '2026-01-02T00:00:00Z',
				to: '2026-02-03T12:00:00Z',
				status: '200, 500',
				method: ['POST'],
				search: 'email_',
			},
		},
		query: {
			limit: '100',
			page: '1',
			date: '{"from":"2026-01-02","to":"2026-02-04"}',
			status: ['200', '500'],
			method: ['POST'],
			search: 'email_',
		},
	},
	{ endpoint: 'POST /v3/event-hooks/{eventHookId}/retry', operation: 'eventHook:retry' },
	{
		endpoint: 'GET /v3/templates.json',
		operation: 'template:getManyTemplates',
		parameters: { returnAll: false, limit: 20 },
		query: { limit: '20', offset: '0' },
	},
	{
		endpoint: 'GET /v4/templates',
		operation: 'template:getManyWithWidgets',
		parameters: { returnAll: false, limit: 5 },
		query: { limit: '5', page: '1' },
	},
	{
		endpoint: 'GET /v3/emails/count.json',
		operation: 'certifiedEmail:countEmails',
		parameters: { filters: filters() },
		query: { status: 'error', since: '2026-01-02' },
	},
	{
		endpoint: 'GET /v3/emails.json',
		operation: 'certifiedEmail:getManyEmails',
		parameters: {
			returnAll: false,
			limit: 20,
			filters: filters({ data: { pair: [{ key: 'crm_id', value: '7' }] } }),
		},
		query: { limit: '20', offset: '0', status: 'error', since: '2026-01-02', crm_id: '7' },
	},
	{ endpoint: 'GET /v3/emails/{emailId}.json', operation: 'certifiedEmail:getEmail' },
	{
		endpoint: 'POST /v3/emails.json',
		operation: 'certifiedEmail:createEmail',
		parameters: { recipients: people, subject: 'Notice', body: 'Dear Ada', type: 'delivery' },
		body: { recipients: [sent], subject: 'Notice', body: 'Dear Ada', type: 'delivery' },
	},
	{
		endpoint: 'GET /v3/emails/{emailId}/certificates/{certificateId}/download/audit_trail',
		operation: 'certifiedEmail:downloadEmailAuditTrail',
		about: 'email',
	},
	{
		endpoint: 'GET /v3/sms/count.json',
		operation: 'certifiedSms:countSms',
		parameters: { filters: filters() },
		query: { status: 'error', since: '2026-01-02' },
	},
	{
		endpoint: 'GET /v3/sms.json',
		operation: 'certifiedSms:getManySms',
		parameters: { returnAll: false, limit: 20, filters: filters() },
		query: { limit: '20', offset: '0', status: 'error', since: '2026-01-02' },
	},
	{ endpoint: 'GET /v3/sms/{smsId}.json', operation: 'certifiedSms:getSms' },
	{
		endpoint: 'POST /v3/sms.json',
		operation: 'certifiedSms:createSms',
		parameters: { recipients: people, body: 'Dear Ada', type: 'delivery' },
		body: { recipients: [{ name: 'Ada', phone: '34600000000' }], body: 'Dear Ada' },
	},
	{
		endpoint: 'GET /v3/sms/{smsId}/certificates/{certificateId}/download/audit_trail',
		operation: 'certifiedSms:downloadSmsAuditTrail',
		about: 'sms',
	},
	{
		endpoint: 'GET /v3/sms/{smsId}/certificates/{certificateId}/sms_status.json',
		operation: 'certifiedSms:getCertifiedSmsStatus',
		about: 'sms',
	},
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
	{
		endpoint: 'POST /v3/brandings.json',
		operation: 'branding:createBranding',
		parameters: { name: 'Sales' },
		body: { name: 'Sales' },
	},
	{
		endpoint: 'PATCH /v3/brandings/{brandingId}.json',
		operation: 'branding:updateBranding',
		parameters: { texts: { send_button: 'Sign' } },
		body: { application_texts: { send_button: 'Sign' } },
	},
	{ endpoint: 'GET /v3/account/credits.json', operation: 'account:getCredits' },
	{
		endpoint: 'GET /v3/contacts.json',
		operation: 'contact:getManyContacts',
		parameters: { returnAll: false, limit: 20, filters: sent },
		query: { limit: '20', offset: '0', ...sent },
	},
	{ endpoint: 'GET /v3/contacts/{contactId}.json', operation: 'contact:getContact' },
	{
		endpoint: 'POST /v3/contacts.json',
		operation: 'contact:createContact',
		parameters: sent,
		body: sent,
	},
	{
		endpoint: 'PATCH /v3/contacts/{contactId}.json',
		operation: 'contact:updateContact',
		parameters: sent,
		body: sent,
	},
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
	{
		endpoint: 'POST /v3/subscriptions.json',
		operation: 'subscription:createSubscription',
		parameters: listening,
		body: listening,
	},
	{
		endpoint: 'PATCH /v3/subscriptions/{subscriptionId}.json',
		operation: 'subscription:updateSubscription',
		parameters: listening,
		body: listening,
	},
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
	{
		endpoint: 'POST /v3/team/users.json',
		operation: 'team:inviteUser',
		parameters: { email: 'ben@example.com', role: 'admin' },
		body: { email: 'ben@example.com', role: 'admin' },
	},
	{
		endpoint: 'PATCH /v3/team/users/{userId}.json',
		operation: 'team:changeRole',
		parameters: { role: 'admin' },
		body: { role: 'admin' },
	},
	{ endpoint: 'GET /v3/team/seats.json', operation: 'team:getManySeats' },
	{ endpoint: 'GET /v3/team/groups.json', operation: 'team:getManyGroups' },
	{ endpoint: 'GET /v3/team/groups/{groupId}.json', operation: 'team:getGroup' },
	{
		endpoint: 'POST /v3/team/groups.json',
		operation: 'team:createGroup',
		parameters: { name: 'Founders' },
		body: { name: 'Founders' },
	},
	{
		endpoint: 'PATCH /v3/team/groups/{groupId}.json',
		operation: 'team:renameGroup',
		parameters: { name: 'Board' },
		body: { name: 'Board' },
	},
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

/** Operations that call several endpoints, or none. */
const composed = [
	'signature:sendAndWait',
	'signature:getEvidencePack',
	'signature:getEmbeddedSigningPage',
	'signature:getSigningLinks',
];

describe('the action node', () => {
	const local = localService();
	let ids: Record<string, Ids>;

	beforeAll(async () => {
		ids = await createEverything();
	});

	const run = async (operation: string, parameters: INodeParameters): Promise<IDataObject> => {
		const [resource = '', name = ''] = operation.split(':');
		const { items, error } = await runNode({
			parameters: {
				binaryPropertyNames: operation === 'signature:create' ? 'data' : '',
				binaryPropertyName: 'data',
				...parameters,
				resource,
				operation: name,
			},
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		if (error) throw error;
		return items[0]?.json ?? {};
	};

	/** Creates one of everything that the endpoints need; the ids of each by the names of their fields. */
	async function createEverything(): Promise<Record<string, Ids>> {
		const create = async (changes: INodeParameters = {}) => {
			const { signatureId, documentIds } = await run(
				'signature:create',
				createParameters({ recipients: people, ...changes }),
			);
			const [documentId] = documentIds as string[];
			return { signatureId: String(signatureId), documentId: String(documentId) };
		};
		const certified = async (operation: string, field: string, parameters: INodeParameters) => {
			const created = await run(operation, { recipients: people, body: 'B', ...parameters });
			const [certificateId] = created.certificateIds as string[];
			const id = String(created.certifiedEmailId ?? created.certifiedSmsId);
			return { [field]: id, certificateId: String(certificateId) };
		};
		const open = await create();
		const completed = await create({
			options: { recipientsJson: [{ ...sent, require_file_attachment: 1 }] },
		});
		const texted = await create({ body: 'Sign: [url]', options: { deliveryType: 'sms' } });
		const bounced = await create();
		await local.control.settled();
		await local.control.sign({ signatureId: completed.signatureId, email: sent.email });
		await local.control.bounce({ documentId: bounced.documentId });
		const email = await certified('certifiedEmail:createEmail', 'emailId', {
			subject: 'S',
			type: 'delivery',
		});
		const sms = await certified('certifiedSms:createSms', 'smsId', { type: 'delivery' });
		const file = { fileId: String((await run('certifiedFile:upload', {})).id) };
		const [eventHookId = ''] = await local.control.seed({ kind: 'event_hooks', count: 1 });
		const [brandingId = ''] = await local.control.seed({ kind: 'brandings', count: 1 });
		const [contactId = ''] = await local.control.seed({ kind: 'contacts', count: 1 });
		const [subscriptionId = ''] = await local.control.seed({ kind: 'subscriptions', count: 1 });
		const member = { email: 'ada@example.com', role: 'member' };
		const seat = { userId: String((await run('team:inviteUser', member)).id) };
		const group = String((await run('team:createGroup', { name: 'Founders' })).id);
		await local.control.settled();
		const only = {
			...email,
			...sms,
			...file,
			...{ eventHookId, brandingId, contactId, subscriptionId },
			...seat,
			seatId: seat.userId,
			groupId: group,
		};
		return { open: { ...only, ...open }, completed, texted, bounced, email, sms };
	}

	it('has one operation for each endpoint in the table, the composed ones and no others', () => {
		const names = [...rows.map(({ operation }) => operation), ...composed];
		const offered = resources.flatMap(({ value, operations }) =>
			Object.keys(operations).map((key) => `${value}:${key}`),
		);
		expect(names.sort()).toEqual(offered.sort());
		expect(new Set(rows.map(({ endpoint }) => endpoint)).size).toBe(rows.length);
	});

	it('declares for plain operations the endpoints in the table', () => {
		const inTable = new Map(rows.map(({ operation, endpoint }) => [operation, endpoint]));
		expect(declared.map(({ name, endpoint }) => [name, endpoint])).toEqual(
			declared.map(({ name }) => [name, inTable.get(name)]),
		);
	});

	it.each(rows)(
		'$operation calls $endpoint as documented',
		async ({ endpoint, besides = '', operation, about = 'open', ...row }) => {
			const known = ids[about] ?? {};
			await local.control.clearRequests();
			await run(operation, { ...idParameters(endpoint + besides, known), ...row.parameters });
			const [method, path] = [endpoint.split(' ')[0], pathWith(endpoint, known)];
			// Some look before they change something.
			const request = (await local.control.requests()).find((each) => each.method === method);
			expect(request).toMatchObject({ method, path });
			expect(request?.query).toEqual(row.query ?? {});
			if (row.body) expect(request?.body).toMatchObject(row.body);
			else expect(request?.body ?? {}).toEqual({});
		},
	);
});
