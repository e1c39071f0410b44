import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import {
	newCertificate,
	type Certificate,
	type Certified,
	type CertifiedAttachment,
	type CertifiedType,
} from '../domain/certified/model';
import { startOf } from '../domain/clock';
import type { UploadedFile } from '../domain/files/uploadedFile';
import { hasEvent } from '../domain/history';
import { newId } from '../domain/ids';
import { invalid, notFound } from '../domain/refusal';
import { sendFile } from '../http/sendFile';
import { certificatePdf } from '../pdf/auditTrail';
import { pagesOf } from '../pdf/inspect';
import { certifiedCount, certifiedList, emailCreate, smsCreate } from '../validation/certified';
import { presentCertified } from '../wire/certified';
import { idOf, takesQuery, type RouteContext } from './context';

interface Filters {
	status?: string;
	since?: string;
	data?: Record<string, string>;
}

const matches = (certified: Certified, { status, since, data }: Filters): boolean =>
	(since === undefined || certified.createdAt.getTime() >= startOf(since)) &&
	(status === undefined || certified.certificates.some((item) => item.status === status)) &&
	Object.entries(data ?? {}).every(([key, value]) => certified.data[key] === value);

/** Certified emails (docs/service.md#certified-emails). */
export function emailRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody } = context;

	app.post('/v3/emails.json', async (request, reply) => {
		const input = readBody(emailCreate, request);
		const now = world.clock.now();
		const certified: Certified = {
			id: newId(),
			createdAt: now,
			channel: 'email',
			owner: context.userOf(request),
			type: input.type,
			subject: input.subject ?? '',
			body: input.body ?? '',
			eventsUrl: input.events_url,
			data: input.data ?? {},
			attachments: await attachmentsOf(input.attachments, input.type),
			certificates: input.to.map((person) => newCertificate(person, now)),
			copies: { cc: input.cc.map(named), bcc: input.bcc.map(named) },
		};
		return reply.code(201).send(start(context, certified));
	});

	commonRoutes(app, context, 'email', 'emails');
}

/** Certified SMS (docs/service.md#certified-sms). */
export function smsRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody } = context;

	app.post('/v3/sms.json', async (request, reply) => {
		const input = readBody(smsCreate, request);
		const now = world.clock.now();
		const certified: Certified = {
			id: newId(),
			createdAt: now,
			channel: 'sms',
			owner: context.userOf(request),
			type: input.type,
			subject: '',
			body: input.body,
			eventsUrl: input.events_url,
			data: input.data ?? {},
			attachments: await attachmentsOf(input.attachments, input.type),
			certificates: input.recipients.map((person) => newCertificate(person, now)),
			copies: { cc: [], bcc: [] },
		};
		return reply.code(201).send(start(context, certified));
	});

	commonRoutes(app, context, 'sms', 'sms');

	app.get('/v3/sms/:id/certificates/:certificateId/sms_status.json', (request) => {
		const { events, phone } = certificateOf(certifiedOf(context, request, 'sms'), request);
		const last = events.filter(({ type }) => type.startsWith('sms_')).at(-1);
		if (!last) throw notFound('SMS status');
		return { sms_status: last.type.replace('sms_', ''), phone_number: phone };
	});
}

/** The email or SMS that the path names. @throws Refusal not_found. */
function certifiedOf(
	{ world }: RouteContext,
	request: FastifyRequest,
	channel: Certified['channel'],
): Certified {
	const certified = world.certified.get(idOf(request));
	if (certified?.channel !== channel) throw notFound(channel === 'email' ? 'Email' : 'SMS');
	return certified;
}

/** The certificate that the path names. @throws Refusal not_found. */
function certificateOf({ certificates }: Certified, request: FastifyRequest): Certificate {
	const { certificateId } = request.params as { certificateId: string };
	const certificate = certificates.find((item) => item.id === certificateId);
	if (!certificate) throw notFound('Certificate');
	return certificate;
}

function commonRoutes(
	app: FastifyInstance,
	context: RouteContext,
	channel: Certified['channel'],
	path: string,
): void {
	const { world, readQuery } = context;
	const isWithout = () => channel === 'sms' && world.settings.smsWithoutData;
	const shown = (certified: Certified) => presentCertified(certified, isWithout());

	app.get(`/v3/${path}.json`, takesQuery, (request) => {
		const { limit, offset, status, since, data, ...others } = readQuery(certifiedList, request);
		const pairs = { ...(others as Record<string, string>), ...data };
		const search = world.settings.ignoreCustomData || isWithout() ? {} : pairs;
		return world.newcomers
			.shown(found(context, channel, { status, since, data: search }))
			.slice(offset, offset + limit)
			.map(shown);
	});

	app.get(`/v3/${path}/count.json`, takesQuery, (request) => ({
		count: found(context, channel, readQuery(certifiedCount, request)).length,
	}));

	app.get(`/v3/${path}/:id.json`, (request) => shown(certifiedOf(context, request, channel)));

	app.get(
		`/v3/${path}/:id/certificates/:certificateId/download/audit_trail`,
		async (request, reply) => {
			const certified = certifiedOf(context, request, channel);
			const certificate = certificateOf(certified, request);
			if (!hasEvent(certificate, 'certification_completed')) {
				throw notFound('Audit trail');
			}
			const pdf = await certificatePdf({ certified, certificate });
			return sendFile(reply, 'application/pdf', `${channel}_audit_trail.pdf`, pdf);
		},
	);
}

const found = ({ world }: RouteContext, channel: Certified['channel'], filters: Filters) =>
	world.certified
		.newestFirst()
		.filter((certified) => certified.channel === channel && matches(certified, filters));

function start({ world }: RouteContext, certified: Certified) {
	world.certified.add(certified);
	world.newcomers.add(certified.id, world.settings.hideNew);
	const isWithout = certified.channel === 'sms' && world.settings.smsWithoutData;
	const created = presentCertified(certified, isWithout);
	world.certifying.start(certified);
	return created;
}

const named = ({ email, name }: z.output<typeof emailCreate>['cc'][number]) => ({
	email,
	name: name ?? '',
});

/** @throws Refusal invalid if recipients have to open an attachment that is not a PDF. */
async function attachmentsOf(
	files: UploadedFile[],
	type: CertifiedType,
): Promise<CertifiedAttachment[]> {
	const attachments = await Promise.all(
		files.map(async (file) => ({
			name: file.name,
			size: file.size,
			type: file.mimeType,
			bytes: file.bytes,
			pages: await pagesOf(file.bytes),
		})),
	);
	const others = attachments.filter((item) => item.pages === undefined);
	if (type !== 'delivery' && others.length > 0) {
		throw invalid(
			'Invalid pdf',
			others.map(({ name }) => `${name}: only PDF files are accepted`),
		);
	}
	return attachments;
}
