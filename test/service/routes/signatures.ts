// The API routes for signature requests: create, find, count, rename, remind, cancel and delete.

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import { isBetween } from '../domain/clock';
import type { SourceFile } from '../domain/files/sourceFile';
import { notFound } from '../domain/refusal';
import { assertDeletable, itemsOf } from '../domain/signatures/documents';
import type { SignatureRequest } from '../domain/signatures/model';
import { inspectUpload } from '../pdf/inspect';
import { limitAndOffset, refuseBeyond } from '../validation/paging';
import { nothing } from '../validation/primitives';
import {
	cancelParameters,
	renameParameters,
	signatureCreate,
	signatureSearch,
} from '../validation/signature';
import { presentCreated, presentSignature } from '../wire/signature';
import { signatureOf, takesQuery, type RouteContext } from './context';
import { newSignature } from './newSignature';
import { checkAnchors } from './widgetPlaces';

const listQuery = signatureSearch.extend(limitAndOffset).superRefine(refuseBeyond(10_000));

type Search = z.output<typeof signatureSearch>;

/**
 * The requests that match (docs/service.md#filters). Other names are keys of custom data. Accounts with tens of thousands
 * are read page by page, so only what is asked for is looked at.
 */
function matching(
	requests: readonly SignatureRequest[],
	{ status, since, until, ids, data, ...others }: Search,
	isWithoutData = false,
): readonly SignatureRequest[] {
	let found = requests;
	if (ids !== undefined) {
		const wanted = new Set(ids.split(',').map((id) => id.trim()));
		found = found.filter(({ id }) => wanted.has(id));
	}
	if (since !== undefined || until !== undefined) {
		found = found.filter(({ createdAt }) => isBetween(createdAt, since, until));
	}
	if (status !== undefined) {
		const has = (document: { status: string }) => document.status === status;
		found = found.filter(({ documents }) => documents.some(has));
	}
	for (const [key, value] of isWithoutData ? [] : Object.entries({ ...others, ...data })) {
		found = found.filter((request) => request.data[key] === value);
	}
	return found;
}

/** Signature requests (docs/service.md#create-a-signature-request). */
export function signatureRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody, readQuery } = context;
	const templateFile = (idOrName: string): SourceFile => {
		const template = world.templates
			.newestFirst()
			.find(({ id, name }) => id === idOrName || name === idOrName);
		if (!template) throw notFound(`Template ${idOrName}`);
		return template.file();
	};

	app.get('/v3/signatures/count.json', takesQuery, (request) => ({
		count: matching(world.signatures.newestFirst(), readQuery(signatureSearch, request)).length,
	}));

	app.get('/v3/signatures.json', takesQuery, (request) => {
		const { limit, offset, ...query } = readQuery(listQuery, request);
		const all = world.signatures.newestFirst();
		return world.newcomers
			.shown(matching(all, query, world.settings.ignoreCustomData))
			.slice(offset, offset + limit)
			.map((item) => presentSignature(item));
	});

	app.get('/v3/signatures/:id.json', (request) => presentSignature(signatureOf(context, request)));

	app.post('/v3/signatures.json', async (request, reply) => {
		const input = readBody(signatureCreate, request);
		const uploads = await Promise.all((input.files ?? []).map(inspectUpload));
		const files = [...uploads, ...(input.templates ?? []).map(templateFile)];
		await checkAnchors(input.recipients, files);
		const signature = newSignature(input, files, context.userOf(request), world);
		world.signatures.add(signature);
		world.newcomers.add(signature.id, world.settings.hideNew);
		const url = signature.link && `${context.baseUrl()}/s/${signature.link}`;
		const created = presentCreated(signature, url);
		world.signing.start(signature);
		return reply.code(201).send(created);
	});

	app.patch('/v3/signatures/:id/cancel.json', (request) => {
		const { reason } = readBody(cancelParameters, request);
		const signature = signatureOf(context, request);
		world.ends.cancel(signature, reason);
		return presentSignature(signature);
	});

	app.post('/v3/signatures/:id/reminder.json', (request) => {
		readBody(nothing, request);
		const signature = signatureOf(context, request);
		world.reminders.remind(signature);
		return presentSignature(signature);
	});

	app.post('/v3/signatures/:id/name', (request) => {
		const { name } = readBody(renameParameters, request);
		const signature = signatureOf(context, request);
		signature.name = name;
		return { id: signature.id };
	});

	app.delete('/v3/signatures/:id', (request, reply) => {
		const signature = signatureOf(context, request);
		assertDeletable(signature);
		world.signatures.delete(signature.id);
		return reply.code(204).send();
	});

	app.route({
		method: ['GET', 'POST'],
		url: '/v3/signatures/:id/generate/audit_trail',
		handler: (request, reply) => {
			readBody(nothing, request);
			const signature = signatureOf(context, request);
			world.signing.completeAuditTrails(itemsOf(signature));
			return reply.code(202).send();
		},
	});
}
