// The signing page's addresses: open, unlock, read, sign and decline.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { fieldsOf } from '../domain/fields/fields';
import { notFound } from '../domain/refusal';
import {
	itemsOfSigner,
	readyOf,
	signingItem,
	type SigningItem,
} from '../domain/signatures/documents';
import type {
	DocumentStatus,
	SignatureRequest,
	SignDocument,
	Signer,
} from '../domain/signatures/model';
import { sendInline } from '../http/sendFile';
import { marksOf, pageSizes } from '../pdf/marks';
import { sentPdf } from '../pdf/signed';
import { text } from '../validation/primitives';
import { read } from '../validation/read';
import { addresseeOf } from '../world/find';
import type { World } from '../world/world';
import { fieldId, type Demand, type SigningForm } from './fieldView';
import { sendPage } from './layout';
import { choicePage, endPage, passwordPage, signingPage, type Happening } from './signingView';
import { readSubmission } from './submission';

const declineForm = z.object({ reason: text().optional() });
const passwordForm = z.object({ password: text() });

const end = (title: string, text: string) => ({ title, text });

/** What the page says if nothing can be signed, by status. */
const ENDS: Record<Exclude<DocumentStatus, 'ready'>, ReturnType<typeof end>> = {
	in_queue: end('Not yet', 'It is not your turn yet: you get a message then.'),
	signing: end('Signed', 'Thank you. The documents are being sealed.'),
	completed: end('Signed', 'Thank you. The documents are complete.'),
	declined: end('Declined', 'The request has been declined.'),
	canceled: end('Canceled', 'The request has been canceled.'),
	expired: end('Expired', 'The time for signing is over.'),
	error: end('Not available', 'Something went wrong with this request.'),
};

interface Visit {
	request: SignatureRequest;
	signer: Signer;
	items: SigningItem[];
	ready: SigningItem[];
}

/** The signing page. */
export function signingRoutes(app: FastifyInstance, world: World): void {
	const linkOf = (request: FastifyRequest) => (request.params as { link: string }).link;

	/** The visit to an address that belongs to one signer. @throws Refusal not_found. */
	const visitOf = (request: FastifyRequest): Visit => {
		const found = addresseeOf(world, linkOf(request));
		const [signer] = found?.signers ?? [];
		if (!found || !signer || found.signers.length > 1) throw notFound('Page');
		const items = itemsOfSigner(found.request, signer);
		return { request: found.request, signer, items, ready: readyOf(items) };
	};

	app.get('/s/:link', async (request, reply) => {
		await world.jobs.idle();
		const found = addresseeOf(world, linkOf(request));
		if (!found) throw notFound('Page');
		if (found.signers.length > 1) {
			return sendPage(reply, choicePage(found.request, found.signers));
		}
		const visit = visitOf(request);
		if (visit.ready.length === 0) return sendPage(reply, endOf(visit, []));
		world.signing.sendSecrets(visit.request, visit.signer);
		if (isLocked(visit.signer)) return sendPage(reply, passwordPage(visit.signer, false));
		world.signing.open(visit.ready);
		return sendPage(reply, signingPage(await formOf(visit)));
	});

	app.get('/document/:id/:documentId', (request, reply) => {
		const { id, documentId } = request.params as { id: string; documentId: string };
		const found = world.signatures.find(id);
		const document = found?.documents.find((one) => one.id === documentId);
		if (!found || !document) throw notFound('Page');
		return reply.redirect(`/s/${signingItem(found, document).signer.link}`);
	});

	app.post('/s/:link/unlock', (request, reply) => {
		const { signer } = visitOf(request);
		const { password } = read(passwordForm, request.body, true);
		if (password.trim() !== signer.password) {
			return sendPage(reply, passwordPage(signer, true), 422);
		}
		signer.unlocked = true;
		return reply.redirect(`/s/${signer.link}`, 303);
	});

	app.get('/s/:link/documents/:documentId.pdf', async (request, reply) => {
		const { items, signer } = visitOf(request);
		const { documentId } = request.params as { documentId: string };
		const item = items.find(({ document }) => document.id === documentId);
		if (!item || isLocked(signer)) throw notFound('Document');
		return sendInline(reply, await sentPdf(item));
	});

	app.post('/s/:link/sign', async (request, reply) => {
		const visit = visitOf(request);
		if (visit.ready.length === 0 || isLocked(visit.signer)) {
			return sendPage(reply, endOf(visit, []), 409);
		}
		const form = await formOf(visit);
		const { given, faults } = await readSubmission(request.body, form, world.clock.now());
		if (Object.keys(faults).length > 0) {
			const { values, drawings } = given;
			return sendPage(reply, signingPage({ ...form, values, drawings, faults }), 422);
		}
		world.signing.sign(visit.ready, given);
		const happened = eventsFor(visit, 'signed');
		// Sealing may still go on.
		const isSigned = ({ status }: SignDocument) => status === 'signing' || status === 'completed';
		if (visit.request.documents.every(isSigned)) {
			happened.push(...eventsFor(visit, 'completed').slice(-1));
		}
		return sendPage(reply, endOf(visit, happened));
	});

	app.post('/s/:link/decline', (request, reply) => {
		const visit = visitOf(request);
		if (visit.ready.length === 0 || isLocked(visit.signer)) {
			return sendPage(reply, endOf(visit, []), 409);
		}
		const { reason } = read(declineForm, request.body, true);
		world.ends.decline(visit.ready, reason?.trim() || undefined);
		return sendPage(reply, endOf(visit, eventsFor(visit, 'declined')));
	});
}

const isLocked = (signer: Signer): boolean => signer.password !== undefined && !signer.unlocked;

const eventsFor = ({ ready }: Visit, event: string) =>
	ready.map(({ document }) => ({ event, documentId: document.id }));

const documentsIn = (items: SigningItem[]): SignDocument[] => items.map(({ document }) => document);

function endOf({ request, items }: Visit, happened: Happening[]) {
	const documents = documentsIn(items);
	const status = documents.find((document) => document.status !== 'ready')?.status ?? 'error';
	return endPage(request, documents, status === 'ready' ? ENDS.error : ENDS[status], happened);
}

async function formOf({ request, signer, ready }: Visit): Promise<SigningForm> {
	const fields = fieldsOf(signer, ready);
	const demands = ready.flatMap(({ document }) =>
		signer.demands(document.fileNumber).map((demand): Demand => ({ ...demand, document })),
	);
	const ids = new Map(fields.map((field, index) => [field.name, fieldId(index)]));
	return {
		request,
		signer,
		documents: documentsIn(ready),
		sizes: await Promise.all(ready.map(pageSizes)),
		fields,
		demands,
		values: {},
		drawings: {},
		faults: {},
		marks: (await Promise.all(ready.map((item) => marksOf(item, ids)))).flat(),
	};
}
