// The API routes for certified emails and certified SMS.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import {
	newCertificate,
	type Certificate,
	type Certified,
	type CertifiedAttachment,
	type CertifiedType,
} from '../domain/certified/model';
import { isBetween } from '../domain/clock';
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

type Filters = z.output<typeof certifiedCount> & { data?: Record<string, string> };

/** Certified emails (docs/service.md#certified-emails). */
export function emailRoutes(app: FastifyInstance, context: RouteContext): void {
	commonRoutes(app, context, 'email', 'emails', (request) => {
		const { to, subject = '', cc, bcc, ...input } = context.readBody(emailCreate, request);
		return {
			...input,
			recipients: to,
			subject,
			copies: { cc: cc.map(named), bcc: bcc.map(named) },
		};
	});
}

/** Certified SMS (docs/service.md#certified-sms). */
export function smsRoutes(app: FastifyInstance, context: RouteContext): void {
	commonRoutes(app, context, 'sms', 'sms', (request) => ({
		...context.readBody(smsCreate, request),
		subject: '',
		copies: { cc: [], bcc: [] },
	}));

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
	const found = world.certified.find(idOf(request));
	if (found?.channel !== channel) throw notFound(channel === 'email' ? 'Email' : 'SMS');
	return found;
}

/** The certificate that the path names. @throws Refusal not_found. */
function certificateOf({ certificates }: Certified, request: FastifyRequest): Certificate {
	const { certificateId } = request.params as { certificateId: string };
	const certificate = certificates.find((item) => item.id === certificateId);
	if (!certificate) throw notFound('Certificate');
	return certificate;
}

/** What is created, whose parameters have other names for emails than for SMS. */
interface Creation
	extends
		Pick<z.output<typeof smsCreate>, 'type' | 'events_url' | 'data' | 'attachments'>,
		Pick<Certified, 'subject' | 'copies'> {
	body?: string;
	recipients: Parameters<typeof newCertificate>[0][];
}

/** The routes of emails and SMS. @param read reads a creation. */
function commonRoutes(
	app: FastifyInstance,
	context: RouteContext,
	channel: Certified['channel'],
	path: string,
	read: (request: FastifyRequest) => Creation,
): void {
	const { world, readQuery, userOf } = context;
	const isWithout = () => channel === 'sms' && world.settings.smsWithoutData;
	const shown = (certified: Certified) => presentCertified(certified, isWithout());
	const matching = ({ status, since, data = {} }: Filters) =>
		world.certified
			.newestFirst()
			.filter(
				(certified) =>
					certified.channel === channel &&
					isBetween(certified.createdAt, since) &&
					(status === undefined || certified.certificates.some((item) => item.status === status)) &&
					Object.entries(data).every(([key, value]) => certified.data[key] === value),
			);

	app.post(`/v3/${path}.json`, async (request, reply) => {
		const { type, subject, body = '', events_url, data = {}, copies, ...given } = read(request);
		const now = world.clock.now();
		const certified = world.certified.add({
			id: newId(),
			createdAt: now,
			channel,
			owner: userOf(request),
			type,
			subject,
			body,
			eventsUrl: events_url,
			data,
			copies,
			attachments: await attachmentsOf(given.attachments, type),
			certificates: given.recipients.map((person) => newCertificate(person, now)),
		});
		world.newcomers.add(certified.id, world.settings.hideNew);
		const created = shown(certified);
		world.certifying.start(certified);
		return reply.code(201).send(created);
	});

	app.get(`/v3/${path}.json`, takesQuery, (request) => {
		const { limit, offset, status, since, data, ...others } = readQuery(certifiedList, request);
		const pairs = { ...(others as Record<string, string>), ...data };
		const isIgnored = world.settings.ignoreCustomData || isWithout();
		return world.newcomers
			.shown(matching({ status, since, data: isIgnored ? {} : pairs }))
			.slice(offset, offset + limit)
			.map(shown);
	});

	app.get(`/v3/${path}/count.json`, takesQuery, (request) => ({
		count: matching(readQuery(certifiedCount, request)).length,
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
		files.map(async ({ name, size, bytes }) => ({
			name,
			size,
			bytes,
			pages: await pagesOf(bytes),
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
