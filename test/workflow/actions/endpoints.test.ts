import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';

/** An endpoint as docs/service.md writes it, and the operation that must call it. */
interface Row {
	/** Method and path. The name in braces says what the id belongs to; see `createEverything`. */
	endpoint: string;
	operation: string;
	parameters?: INodeParameters;
	query?: IDataObject;
	body?: IDataObject;
}

const id = (value: string) => ({ __rl: true, mode: 'id', value });
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

/** Every endpoint that the action node calls. The others are the trigger's subscriptions. */
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
	{ endpoint: 'GET /v3/signatures/{signature}.json', operation: 'signature:get' },
	{
		endpoint: 'POST /v3/signatures.json',
		operation: 'signature:create',
		parameters: createParameters(),
		body: { name: 'Engine contract', files: [{ name: 'contract.pdf' }] },
	},
	{
		endpoint: 'POST /v3/signatures/{signature}/reminder.json',
		operation: 'signature:sendReminder',
	},
	{
		endpoint: 'POST /v3/signatures/{signature}/name',
		operation: 'signature:rename',
		parameters: { name: 'New name' },
		body: { name: 'New name' },
	},
	{
		endpoint: 'PATCH /v3/signatures/{signature}/cancel.json',
		operation: 'signature:cancel',
		parameters: { reason: 'A typo' },
		body: { reason: 'A typo' },
	},
	{
		endpoint: 'POST /v3/signatures/{completed}/generate/audit_trail',
		operation: 'signature:generateAuditTrail',
	},
	{
		endpoint: 'GET /v3/signatures/{completed}/documents/{document}/download/signed',
		operation: 'document:downloadSigned',
	},
	{
		endpoint: 'GET /v3/signatures/{completed}/documents/{document}/download/sent',
		operation: 'document:downloadSent',
	},
	{
		endpoint: 'GET /v3/signatures/{completed}/documents/{document}/download/audit_trail',
		operation: 'document:downloadAuditTrail',
	},
	{
		endpoint: 'GET /v3/signatures/{completed}/documents/{document}/download/attachments',
		operation: 'document:downloadAttachments',
	},
	{
		endpoint: 'GET /v3/signatures/{texted}/documents/{textedDocument}/sms_status.json',
		operation: 'document:getSmsStatus',
	},
	{
		endpoint: 'POST /v3/signatures/{bounced}/documents/{bouncedDocument}/signer',
		operation: 'document:changeSigner',
		parameters: sent,
		body: sent,
	},
	{ endpoint: 'DELETE /v3/signatures/{completed}', operation: 'signature:delete' },
	{
		endpoint: 'POST /v3/files.json',
		operation: 'certifiedFile:upload',
		parameters: { binaryPropertyName: 'data' },
		body: { file: { name: 'contract.pdf' } },
	},
	{ endpoint: 'GET /v3/files/{file}.json', operation: 'certifiedFile:getFile' },
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
	{ endpoint: 'POST /v3/event-hooks/{hook}/retry', operation: 'eventHook:retry' },
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
	{ endpoint: 'GET /v3/emails/{email}.json', operation: 'certifiedEmail:getEmail' },
	{
		endpoint: 'POST /v3/emails.json',
		operation: 'certifiedEmail:createEmail',
		parameters: { recipients: people, subject: 'Notice', body: 'Dear Ada', type: 'delivery' },
		body: { recipients: [sent], subject: 'Notice', body: 'Dear Ada', type: 'delivery' },
	},
	{
		endpoint: 'GET /v3/emails/{email}/certificates/{emailCertificate}/download/audit_trail',
		operation: 'certifiedEmail:downloadEmailAuditTrail',
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
	{ endpoint: 'GET /v3/sms/{sms}.json', operation: 'certifiedSms:getSms' },
	{
		endpoint: 'POST /v3/sms.json',
		operation: 'certifiedSms:createSms',
		parameters: { recipients: people, body: 'Dear Ada', type: 'delivery' },
		body: { recipients: [{ name: 'Ada', phone: '34600000000' }], body: 'Dear Ada' },
	},
	{
		endpoint: 'GET /v3/sms/{sms}/certificates/{smsCertificate}/download/audit_trail',
		operation: 'certifiedSms:downloadSmsAuditTrail',
	},
];

/** Operations that call several endpoints, or none. */
const composed = [
	'signature:sendAndWait',
	'signature:getEvidencePack',
	'signature:getEmbeddedSigningPage',
];

/** The parameters of all resource locators, with the ids that the path names. */
function locators(path: string, ids: Record<string, string>): INodeParameters {
	const [first = '', second = ''] = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
		String(ids[name]),
	);
	return {
		signatureId: id(first),
		documentId: id(second),
		emailId: id(first),
		smsId: id(first),
		certificateId: id(second),
		fileId: first,
		eventHookId: id(first),
	};
}

describe('the action node', () => {
	const local = localService();
	let ids: Record<string, string>;

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

	/** Creates one of everything that the endpoints need, and returns the ids by their names. */
	async function createEverything(): Promise<Record<string, string>> {
		const create = async (changes: INodeParameters = {}) => {
			const { signatureId, documentIds } = await run(
				'signature:create',
				createParameters({ recipients: people, ...changes }),
			);
			const [documentId] = documentIds as string[];
			return { signature: String(signatureId), document: String(documentId) };
		};
		const certificate = async (operation: string, parameters: INodeParameters) => {
			const created = await run(operation, { recipients: people, ...parameters });
			const [certificateId] = created.certificateIds as string[];
			return {
				parent: String(created.certifiedEmailId ?? created.certifiedSmsId),
				certificate: certificateId,
			};
		};
		const open = await create();
		const completed = await create({
			options: { recipientsJson: [{ ...sent, require_file_attachment: 1 }] },
		});
		const texted = await create({ body: 'Sign: [url]', options: { deliveryType: 'sms' } });
		const bounced = await create();
		await local.control.settled();
		await local.control.sign({ signatureId: completed.signature, email: sent.email });
		await local.control.bounce({ documentId: bounced.document });
		const email = await certificate('certifiedEmail:createEmail', {
			subject: 'S',
			body: 'B',
			type: 'delivery',
		});
		const sms = await certificate('certifiedSms:createSms', { body: 'B', type: 'delivery' });
		const file = await run('certifiedFile:upload', {});
		const [hook] = await local.control.seed({ kind: 'event_hooks', count: 1 });
		await local.control.settled();
		return {
			signature: open.signature,
			completed: completed.signature,
			document: completed.document,
			texted: texted.signature,
			textedDocument: texted.document,
			bounced: bounced.signature,
			bouncedDocument: bounced.document,
			email: email.parent,
			emailCertificate: String(email.certificate),
			sms: sms.parent,
			smsCertificate: String(sms.certificate),
			file: String(file.id),
			hook: String(hook),
		};
	}

	it('has one operation for each endpoint in the table, three composed ones and no others', () => {
		const offered = resources.flatMap(({ value, operations }) =>
			Object.keys(operations).map((key) => `${value}:${key}`),
		);
		expect([...rows.map(({ operation }) => operation), ...composed].sort()).toEqual(offered.sort());
		expect(new Set(rows.map(({ endpoint }) => endpoint)).size).toBe(rows.length);
	});

	it.each(rows)(
		'$operation calls $endpoint as documented',
		async ({ endpoint, operation, ...row }) => {
			const [method = '', template = ''] = endpoint.split(' ');
			const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
			await local.control.clearRequests();
			await run(operation, { ...locators(template, ids), ...row.parameters });
			const [request] = await local.control.requests();
			expect(request).toMatchObject({ method, path });
			expect(request?.query).toEqual(row.query ?? {});
			if (row.body) expect(request?.body).toMatchObject(row.body);
			else expect(request?.body ?? {}).toEqual({});
		},
	);
});
