// The control interface's addresses: tests make people act, time pass and requests fail.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { addDays, timestamp } from '../domain/clock';
import { newId, newToken } from '../domain/ids';
import { notFound } from '../domain/refusal';
import { itemsOfSigner } from '../domain/signatures/documents';
import { encodePost } from '../events/delivery';
import { fault, type Faults } from '../http/faults';
import type { LoggedRequest } from '../http/requestLog';
import { read } from '../validation/read';
import { BOUNCE_REASON, signWithExamples } from '../world/acting';
import { certificateWith, documentWith } from '../world/find';
import type { World } from '../world/world';
import * as commands from './schemas';
import { seed } from './seed';

const PREFIX = '/_control';

/** What the control interface uses besides the world. */
export interface Instruments {
	faults: Faults;
	requests: LoggedRequest[];
}

/** The control interface: lets tests make people act, time pass and requests fail. */
export function controlRoutes(
	app: FastifyInstance,
	world: World,
	instruments: Instruments,
	baseUrl: () => string,
): void {
	const all = { ...peopleCommands(world), ...eventCommands(world), ...worldCommands(world) };
	for (const [path, run] of Object.entries(all)) {
		app.post(`${PREFIX}/${path}`, async ({ body }) => {
			const act = run(body);
			// Work that is due is done first.
			await world.jobs.idle();
			return (await act()) ?? {};
		});
	}
	app.get(`${PREFIX}/outbox`, () =>
		world.outbox.newestFirst().map(({ path, at, ...message }) => ({
			...message,
			at: timestamp(at),
			...(path && { url: `${baseUrl()}${path}` }),
		})),
	);
	instrumentRoutes(app, instruments);
}

/** A command that changes something: reads its parameters, and gives what it does. */
function command<Shape extends z.ZodRawShape>(
	shape: Shape,
	run: (input: z.output<z.ZodObject<Shape, 'strict'>>) => unknown,
) {
	const schema = z.object(shape).strict();
	return (body: unknown): (() => unknown) => {
		const input = read(schema, body);
		return () => run(input);
	};
}

function peopleCommands(world: World) {
	const { signing, ends, certifying } = world;
	const { target, anyTarget } = commands;
	const documentsOf = (one: commands.Target) => {
		if ('documentId' in one) return [documentWith(world, one.documentId)];
		const request = world.signatures.get(one.signatureId);
		const signer = request.signers.find(({ email }) => email === one.email);
		if (!signer) throw notFound('Signer');
		return itemsOfSigner(request, signer);
	};
	const certificateOf = (id: string) => {
		const found = certificateWith(world, (item) => item.id === id);
		if (!found) throw notFound('Certificate');
		return found;
	};
	const values = z.record(z.string()).default({});
	const reason = z.string();

	return {
		sign: command({ target, values }, (given) =>
			signWithExamples(world, documentsOf(given.target), given.values),
		),
		decline: command({ target, reason: reason.optional() }, (given) =>
			ends.decline(documentsOf(given.target), given.reason),
		),
		open: command(commands.openCommand, ({ target: opened, attachment, download }) => {
			if (!('certificateId' in opened)) return signing.open(documentsOf(opened));
			const item = certificateOf(opened.certificateId);
			if (attachment === undefined) return certifying.openOverview(item);
			return download
				? certifying.download(item, attachment)
				: certifying.openAttachment(item, attachment);
		}),
		bounce: command({ target: anyTarget, reason: reason.default(BOUNCE_REASON) }, (given) =>
			'certificateId' in given.target
				? certifying.bounce(certificateOf(given.target.certificateId), given.reason)
				: ends.bounce(documentsOf(given.target), given.reason),
		),
		emit: command(commands.emitCommand, ({ target: about, type, reason: why }) => {
			const extra = why === undefined ? {} : { reason: why };
			if ('certificateId' in about) {
				world.certifiedEffects.record(certificateOf(about.certificateId), type, extra);
			} else {
				world.signingEffects.record(documentWith(world, about.documentId), type, extra);
			}
		}),
	};
}

function eventCommands({ delivery }: World) {
	return {
		'release-events': command(commands.releaseCommand, (how) => delivery.release(how)),
		'take-events': command({}, () => ({
			posts: delivery.takeHeld().map(({ url, payload }) => ({ url, ...encodePost(url, payload) })),
		})),
		redeliver: command(commands.redeliverCommand, ({ hookId, eventType, documentId }) => {
			const again = delivery.hooks
				.newestFirst()
				.filter(
					(hook) =>
						(hookId === undefined || hook.id === hookId) &&
						(eventType === undefined || hook.eventType === eventType) &&
						(documentId === undefined || hook.subjectId === documentId),
				)
				.reverse();
			for (const hook of again) delivery.post(hook);
			return { count: again.length };
		}),
	};
}

function worldCommands(world: World) {
	const { ends, delivery, settings, signatures } = world;
	const signatureId = z.string();
	return {
		expire: command({ signatureId }, (given) => ends.expire(signatures.get(given.signatureId))),
		extend: command({ signatureId, days: z.number().int().min(1) }, (given) =>
			ends.extend(signatures.get(given.signatureId), given.days),
		),
		advance: command({ days: z.number().positive().max(3650) }, ({ days }) =>
			world.advanceTo(addDays(world.clock.now(), days)),
		),
		settled: command({}, () => world.settled()),
		settings: command(commands.settingsCommand, (given) => {
			const { holdEvents, unreachable, clockAhead, ...changes } = given;
			Object.assign(settings, changes);
			world.clock.ahead = clockAhead ?? world.clock.ahead;
			if (unreachable) delivery.unreachable = unreachable;
			world.jobs.hold(settings.hold);
			if (settings.hideNew === 0) world.newcomers.showAll();
			if (holdEvents === true) delivery.hold();
			if (holdEvents === false) delivery.release({ order: 'asis', copies: 1, parallel: false });
		}),
		users: command({ administrator: z.boolean().default(false) }, ({ administrator }) => {
			const user = { id: newId(), token: newToken(), administrator };
			world.users.push(user);
			return { token: user.token };
		}),
		seed: command(commands.seedCommand, async (input) => ({ ids: await seed(world, input) })),
	};
}

function instrumentRoutes(app: FastifyInstance, { faults, requests }: Instruments): void {
	app.post(`${PREFIX}/faults`, ({ body }) => ({ id: faults.add(read(fault, body)) }));
	app.get(`${PREFIX}/faults`, () => faults.list());
	const clear = (request: FastifyRequest) => {
		faults.clear((request.params as { id?: string }).id);
		return {};
	};
	app.delete(`${PREFIX}/faults`, clear);
	app.delete(`${PREFIX}/faults/:id`, clear);

	app.get(`${PREFIX}/requests`, () => requests);
	app.delete(`${PREFIX}/requests`, () => {
		requests.length = 0;
		return {};
	});
}
