import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import type { Instruments } from '../app';
import { documentsOf, subjectOf, type Subject } from '../domain/documents';
import type { Attachment } from '../domain/model';
import type { World } from '../domain/world';
import { notFound } from '../http/errors';
import type { Fault } from '../http/faults';
import { read } from '../validation/read';
import {
	declineCommand,
	faultCommand,
	releaseCommand,
	settingsCommand,
	signCommand,
	type Target,
} from './schemas';

const PREFIX = '/_control';

/** The interface for tests: makes people act, time pass and things go wrong. */
export function controlRoutes(
	app: FastifyInstance,
	world: World,
	{ faults, requests }: Instruments,
): void {
	app.post(`${PREFIX}/sign`, async (request) => {
		const { target } = read(signCommand, request.body);
		await world.jobs.idle();
		const items = targetOf(world, target);
		for (const { request: signature, signer } of items.slice(0, 1)) {
			world.signing.open(items);
			world.signing.sendSecrets(signature, signer);
		}
		world.signing.sign(items, { values: {}, attachments: new Map<string, Attachment[]>() });
		return {};
	});

	app.post(`${PREFIX}/decline`, async (request) => {
		const { target, reason } = read(declineCommand, request.body);
		await world.jobs.idle();
		world.signing.decline(targetOf(world, target), reason);
		return {};
	});

	app.post(`${PREFIX}/settled`, async () => {
		await world.settled();
		return {};
	});

	app.post(`${PREFIX}/settings`, (request) => {
		const { holdEvents, ...settings } = read(settingsCommand, request.body);
		Object.assign(world.settings, settings);
		world.jobs.hold(world.settings.hold);
		if (holdEvents === true) world.delivery.hold();
		if (holdEvents === false) {
			world.delivery.release({ order: 'asis', copies: 1, parallel: false });
		}
		return {};
	});

	app.post(`${PREFIX}/release-events`, (request) => {
		world.delivery.release(read(releaseCommand, request.body));
		return {};
	});

	app.post(`${PREFIX}/faults`, (request) => ({
		id: faults.add(toFault(read(faultCommand, request.body))),
	}));
	app.get(`${PREFIX}/faults`, () => faults.list());
	app.delete(`${PREFIX}/faults`, () => {
		faults.clear();
		return {};
	});
	app.delete(`${PREFIX}/faults/:id`, (request) => {
		faults.clear((request.params as { id: string }).id);
		return {};
	});

	app.get(`${PREFIX}/requests`, () => requests.all());
	app.delete(`${PREFIX}/requests`, () => {
		requests.clear();
		return {};
	});
}

function targetOf(world: World, target: Target): Subject[] {
	if ('documentId' in target) {
		for (const request of world.signatures.newestFirst()) {
			const document = request.documents.find((item) => item.id === target.documentId);
			if (document) return [subjectOf(request, document)];
		}
		throw notFound('Document');
	}
	const request = world.signatures.get(target.signatureId);
	if (!request) throw notFound('Signature');
	const signer = request.signers.find((item) => item.email === target.email);
	if (!signer) throw notFound('Signer');
	return documentsOf(request, signer);
}

function toFault(command: z.output<typeof faultCommand>): Fault {
	const { method, path, times, skip } = command;
	return { method, path, times, skip, effect: effectOf(command) };
}

function effectOf(command: z.output<typeof faultCommand>): Fault['effect'] {
	if (command.kind !== 'status') return command;
	const { kind, status } = command;
	if (status === 502) {
		const html =
			'<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
		return { kind, status, headers: { 'content-type': 'text/html' }, body: html };
	}
	const message = command.message ?? (status === 429 ? 'Too many requests' : 'Internal error');
	return {
		kind,
		status,
		headers: {
			'content-type': 'application/json',
			...(status === 429 && { 'retry-after': String(command.retryAfterSeconds) }),
		},
		body: JSON.stringify({ status_code: status, message }),
	};
}
