import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { addDays, timestamp } from '../domain/clock';
import { newId, newToken } from '../domain/ids';
import { encodePost } from '../events/encode';
import type { Faults } from '../http/faults';
import type { RequestLog } from '../http/requestLog';
import { nothing } from '../validation/primitives';
import { read } from '../validation/read';
import { requestOf, signWithExamples } from '../world/acting';
import type { World } from '../world/world';
import { toFault } from './faultAnswers';
import * as commands from './schemas';
import { seed } from './seed';
import { certificateById, documentById, documentsOfTarget } from './targets';

const PREFIX = '/_control';

/** What the control interface uses besides the world. */
export interface Instruments {
	faults: Faults;
	requests: RequestLog;
}

/** The control interface: lets tests make people act, time pass and requests fail. */
export function controlRoutes(
	app: FastifyInstance,
	world: World,
	instruments: Instruments,
	baseUrl: () => string,
): void {
	/** A command that changes something. Work that is due is done first. */
	const command = <T extends z.ZodTypeAny>(
		path: string,
		schema: T,
		run: (input: z.output<T>) => unknown,
	): void => {
		app.post(`${PREFIX}/${path}`, async (request) => {
			const input = read(schema, request.body);
			await world.jobs.idle();
			return (await run(input)) ?? {};
		});
	};
	peopleCommands(command, world);
	timeCommands(command, world);
	eventCommands(command, world);
	command('users', commands.userCommand, ({ administrator }) => {
		const user = { id: newId(), token: newToken(), administrator };
		world.users.push(user);
		return { token: user.token };
	});
	command('seed', commands.seedCommand, async (input) => ({ ids: await seed(world, input) }));
	app.get(`${PREFIX}/outbox`, () =>
		world.outbox.newestFirst().map(({ path, at, ...message }) => ({
			...message,
			at: timestamp(at),
			...(path && { url: `${baseUrl()}${path}` }),
		})),
	);
	instrumentRoutes(app, instruments);
}

type Command = <T extends z.ZodTypeAny>(
	path: string,
	schema: T,
	run: (input: z.output<T>) => unknown,
) => void;

function peopleCommands(command: Command, world: World): void {
	const { signing, ends, certifying } = world;

	command('sign', commands.signCommand, ({ target, values }) =>
		signWithExamples(world, documentsOfTarget(world, target), values),
	);

	command('decline', commands.declineCommand, ({ target, reason }) =>
		ends.decline(documentsOfTarget(world, target), reason),
	);

	command('open', commands.openCommand, ({ target, attachment, download }) => {
		if (!('certificateId' in target)) return signing.open(documentsOfTarget(world, target));
		const item = certificateById(world, target.certificateId);
		if (attachment === undefined) return certifying.openOverview(item);
		return download
			? certifying.download(item, attachment)
			: certifying.openAttachment(item, attachment);
	});

	command('bounce', commands.bounceCommand, ({ target, reason }) =>
		'certificateId' in target
			? certifying.bounce(certificateById(world, target.certificateId), reason)
			: ends.bounce(documentsOfTarget(world, target), reason),
	);
}

function timeCommands(command: Command, world: World): void {
	command('advance', commands.advanceCommand, ({ days }) =>
		world.advanceTo(addDays(world.clock.now(), days)),
	);
	command('expire', commands.expireCommand, ({ signatureId }) =>
		world.ends.expire(requestOf(world, signatureId)),
	);
	command('extend', commands.extendCommand, ({ signatureId, days }) =>
		world.ends.extend(requestOf(world, signatureId), days),
	);
}

function eventCommands(command: Command, world: World): void {
	const { delivery, settings } = world;

	command('settings', commands.settingsCommand, (given) => {
		const { holdEvents, unreachable, clockAhead, ...changes } = given;
		Object.assign(settings, changes);
		world.clock.ahead = clockAhead ?? world.clock.ahead;
		if (unreachable) delivery.unreachable = unreachable;
		world.jobs.hold(settings.hold);
		if (settings.hideNew === 0) world.newcomers.showAll();
		if (holdEvents === true) delivery.hold();
		if (holdEvents === false) delivery.release({ order: 'asis', copies: 1, parallel: false });
	});

	command('release-events', commands.releaseCommand, (how) => delivery.release(how));

	command('take-events', nothing, () => ({
		posts: delivery.takeHeld().map(({ url, payload }) => ({ url, ...encodePost(url, payload) })),
	}));

	command('emit', commands.emitCommand, ({ target, type, reason }) => {
		const extra = reason === undefined ? {} : { reason };
		if ('certificateId' in target) {
			world.certifying.recordEvent(certificateById(world, target.certificateId), type, extra);
		} else {
			world.signing.recordEvent(documentById(world, target.documentId), type, extra);
		}
	});

	command('redeliver', commands.redeliverCommand, ({ hookId, eventType, documentId }) => {
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
	});

	command('settled', nothing, () => world.settled());
}

function instrumentRoutes(app: FastifyInstance, { faults, requests }: Instruments): void {
	app.post(`${PREFIX}/faults`, (request) => ({
		id: faults.add(toFault(read(commands.faultCommand, request.body))),
	}));
	app.get(`${PREFIX}/faults`, () => faults.list());
	const clear = (request: FastifyRequest) => {
		faults.clear((request.params as { id?: string }).id);
		return {};
	};
	app.delete(`${PREFIX}/faults`, clear);
	app.delete(`${PREFIX}/faults/:id`, clear);

	app.get(`${PREFIX}/requests`, () => requests.all());
	app.delete(`${PREFIX}/requests`, () => {
		requests.clear();
		return {};
	});
}
