// The API routes for one document: downloads, audit trail, SMS status and a new signer.

import type { FastifyInstance } from 'fastify';

import type { SourceFileKind } from '../domain/files/sourceFile';
import { hasEvent } from '../domain/history';
import { invalid, notFound } from '../domain/refusal';
import { sendFile, stem } from '../http/sendFile';
import { attachmentsZip } from '../pdf/attachmentsZip';
import { auditTrailPdf } from '../pdf/auditTrail';
import { padded } from '../pdf/padding';
import { sentPdf, signedPdf } from '../pdf/signed';
import { email, nothing } from '../validation/primitives';
import { changeSignerParameters } from '../validation/signature';
import { documentWith } from '../world/find';
import { documentOf, idOf, type RouteContext } from './context';

const PDF = 'application/pdf';

/** The media types of files as they were uploaded. */
const UPLOADED: Readonly<Record<SourceFileKind, string>> = {
	pdf: PDF,
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Documents of a signature request (docs/service.md#downloads). */
export function documentRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody } = context;
	const base = '/v3/signatures/:id/documents/:documentId';

	app.get(`${base}/download/sent`, async (request, reply) => {
		const item = documentOf(context, request);
		const name = `${stem(item.document.file.name)}.pdf`;
		return sendFile(reply, PDF, name, await sentPdf(item));
	});

	app.get('/v3/documents/:id/download/uploaded', async (request, reply) => {
		const { kind, name, bytes } = documentWith(world, idOf(request)).document.file;
		return sendFile(reply, UPLOADED[kind], name, await bytes());
	});

	app.get(`${base}/download/signed`, async (request, reply) => {
		const item = documentOf(context, request);
		const { status, file, padding } = item.document;
		if (status !== 'completed') throw notFound('Signed document');
		const name = `${stem(file.name)}_signed.pdf`;
		const pdf = await signedPdf(item);
		return sendFile(reply, PDF, name, padding ? padded(pdf, padding) : pdf);
	});

	app.post(`${base}/generate/audit_trail`, (request, reply) => {
		readBody(nothing, request);
		world.signing.completeAuditTrails([documentOf(context, request)]);
		return reply.code(202).send();
	});

	app.get(`${base}/download/audit_trail`, async (request, reply) => {
		const item = documentOf(context, request);
		if (!hasEvent(item.document, 'audit_trail_completed')) throw notFound('Audit trail');
		const name = `${stem(item.document.file.name)}_audit_trail.pdf`;
		return sendFile(reply, PDF, name, await auditTrailPdf(item));
	});

	app.get(`${base}/download/attachments`, (request, reply) => {
		const { document } = documentOf(context, request);
		if (document.attachments.length === 0) throw notFound('Attachments');
		const zip = attachmentsZip(document.attachments, document.createdAt);
		return sendFile(reply, 'application/zip', `${stem(document.file.name)}_attachments.zip`, zip);
	});

	app.get(`${base}/sms_status.json`, (request) => {
		const { document, signer } = documentOf(context, request);
		const last = document.events.filter(({ type }) => /^(password_)?sms_/.test(type)).at(-1);
		if (!last) throw notFound('SMS');
		return { sms_status: last.type.replace(/^.*_/, ''), phone_number: signer.phone };
	});

	app.post(`${base}/signer`, (request) => {
		const input = readBody(changeSignerParameters, request);
		const item = documentOf(context, request);
		if (!email().safeParse(input.email).success) {
			throw invalid('Invalid recipient email address', { 'invalid email': input.email });
		}
		return { id: world.signing.changeSigner(item, input.email, input.name).id };
	});
}
