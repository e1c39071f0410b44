// The rows of operations that give files, with the bytes that the service has for them.

import type { INodeParameters } from 'n8n-workflow';
import { byId, documentParameters, signatureParameters } from '../../workflow/engine/fixtures';
import { certified, completedRequest } from './scenes';
import type { ExpectedRead, ReadRow } from './row';
import { operationNamed } from '../../workflow/actions/operationNamed';

const documentFile = (
	operation: string,
	name: string,
	pathOf = (id: string, documentId: string) =>
		`/v3/signatures/${id}/documents/${documentId}/download/${name}`,
): ReadRow => ({
	operation: `document:${operation}`,
	place: { method: 'GET', url: new RegExp(`download/${name}`) },
	field: 'data',
	prepare: async (truth) => {
		const { id, documentId } = await completedRequest(truth);
		return {
			parameters: documentParameters(operation, id, documentId),
			expected: {
				json: [{ signatureId: id, documentId }],
				files: { data: await truth.bytes(pathOf(id, documentId)) },
			},
		};
	},
});

const certificateFile = (
	resource: 'certifiedEmail' | 'certifiedSms',
	kind: 'emails' | 'sms',
	locator: string,
): ReadRow => ({
	operation: `${resource}:${operationNamed(resource, 'Download Audit Trail')}`,
	place: { method: 'GET', url: /download\/audit_trail/ },
	field: 'data',
	prepare: async (truth) => {
		const { id, certificateId } = await certified(truth, kind);
		const path = `/v3/${kind}/${id}/certificates/${certificateId}/download/audit_trail`;
		const parameters: INodeParameters = {
			resource,
			operation: operationNamed(resource, 'Download Audit Trail'),
			[locator]: byId(id),
			certificateId: byId(certificateId),
		};
		const ids = { [`${resource}Id`]: id, certificateId };
		return { parameters, expected: { json: [ids], files: { data: await truth.bytes(path) } } };
	},
});

const pack = (which: string, url: RegExp, field?: string): ReadRow => ({
	operation: 'signature:getEvidencePack',
	which,
	place: { method: 'GET', url },
	field,
	prepare: async (truth) => {
		const { id, documentId } = await completedRequest(truth);
		const base = `/v3/signatures/${id}/documents/${documentId}/download`;
		const expected: ExpectedRead = {
			json: [{ signatureId: id, files: expect.any(Array) }],
			files: {
				signed_1: await truth.bytes(`${base}/signed`),
				auditTrail_1: await truth.bytes(`${base}/audit_trail`),
				attachments_1: await truth.bytes(`${base}/attachments`),
			},
		};
		return { parameters: signatureParameters('getEvidencePack', id), expected };
	},
});

/** Every operation of the action node that downloads files. */
export const downloads: ReadRow[] = [
	documentFile('downloadSigned', 'signed'),
	documentFile('downloadSent', 'sent'),
	documentFile('downloadAuditTrail', 'audit_trail'),
	documentFile('downloadAttachments', 'attachments'),
	certificateFile('certifiedEmail', 'emails', 'emailId'),
	certificateFile('certifiedSms', 'sms', 'smsId'),
	pack('the request', /signatures\/[^/]+\.json/),
	pack('the signed PDF', /download\/signed/, 'signed_1'),
	pack('the attachments', /download\/attachments/, 'attachments_1'),
	documentFile(
		'downloadUploaded',
		'uploaded',
		(_, documentId) => `/v3/documents/${documentId}/download/uploaded`,
	),
];
