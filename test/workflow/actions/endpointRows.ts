// The endpoints of signature requests, certified messages, files, event hooks and templates, with their operations.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ADA } from '../../people';
import { createParameters } from '../engine/fixtures';

/** An endpoint as docs/service.md writes it, and the operation that must call it. */
export interface Row {
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
export const people = {
	recipient: [{ ...ADA, phone }],
};

/** The endpoints of what is sent, of templates and of event hooks. */
export const sendingRows: Row[] = [
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
		endpoint: 'POST /v3/signatures/{signatureId}/documents/{documentId}/generate/audit_trail',
		operation: 'document:generateDocumentTrail',
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
		parameters: ADA,
		body: ADA,
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
			limit: '20',
			page: '1',
			date: '{"from":"2026-01-02","to":"2026-02-03"}',
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
		parameters: { recipients: people, subject: 'Notice', body: 'Dear Ada' },
		body: { recipients: [ADA], subject: 'Notice', body: 'Dear Ada', type: 'delivery' },
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
		body: { recipients: [{ name: ADA.name, phone: '34600000000' }], body: 'Dear Ada' },
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
];
