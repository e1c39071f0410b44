// The API routes for the team: users, seats and groups.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Seat, TeamGroup } from '../domain/account';
import { timestamp } from '../domain/clock';
import { notFound } from '../domain/refusal';
import { newId } from '../domain/ids';
import { limitAndOffset } from '../validation/paging';
import { choice, email, filledText, nothing } from '../validation/primitives';
import { idOf, takesQuery, type RouteContext } from './context';

const role = choice('admin', 'member');
const invitation = z.object({ email: email(), role }).strict();
const newRole = z.object({ role }).strict();
const groupParameters = z.object({ name: filledText() }).strict();
/** Without a limit, lists come whole (docs/service.md#team-users-and-seats). */
const listQuery = z
	.object({ limit: limitAndOffset.limit.removeDefault().optional(), offset: limitAndOffset.offset })
	.strict();

const presentSeat = ({ id, createdAt, token, ...seat }: Seat) => ({
	id,
	created_at: timestamp(createdAt),
	...seat,
	...(token !== undefined && { token }),
});

const presentGroup = ({ id, createdAt, name, managers, members }: TeamGroup) => ({
	id,
	created_at: timestamp(createdAt),
	name,
	managers: managers.map(presentSeat),
	members: members.map(presentSeat),
});

function pageOf<T>(
	{ readQuery }: RouteContext,
	request: FastifyRequest,
	items: readonly T[],
): readonly T[] {
	const { limit = items.length, offset } = readQuery(listQuery, request);
	return items.slice(offset, offset + limit);
}

/** The users and seats of the team (docs/service.md#team-users-and-seats). */
function seatRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody } = context;
	const seatOf = (request: FastifyRequest) => world.seats.get(idOf(request));

	app.get('/v3/team/users.json', takesQuery, (request) => {
		const users = world.seats.newestFirst().filter(({ status }) => status !== 'inactive');
		return pageOf(context, request, users).map(presentSeat);
	});
	app.get('/v3/team/seats.json', takesQuery, (request) =>
		pageOf(context, request, world.seats.newestFirst()).map(presentSeat),
	);
	app.get('/v3/team/users/:id.json', (request) => presentSeat(seatOf(request)));

	app.post('/v3/team/users.json', (request, reply) => {
		const { email: to, role } = readBody(invitation, request);
		const now = world.clock.now();
		const seat: Seat = { id: newId(), createdAt: now, role, status: 'pending', email: to };
		world.seats.add(seat);
		const body = 'You have been invited to a team.';
		world.outbox.add({ channel: 'email', to, name: '', subject: 'Invitation', body }, now);
		return reply.code(201).send(presentSeat(seat));
	});

	app.patch('/v3/team/users/:id.json', (request) => {
		const { role } = readBody(newRole, request);
		return presentSeat(Object.assign(seatOf(request), { role }));
	});

	/** Takes a user's seat away; it stays, for another one, also in its groups. */
	app.delete('/v3/team/users/:id.json', (request) => {
		const nobody = { email: undefined, name: undefined, position: undefined, token: undefined };
		return presentSeat(Object.assign(seatOf(request), nobody, { status: 'inactive' as const }));
	});

	app.delete('/v3/team/seats/:id.json', (request) => {
		const seat = seatOf(request);
		world.seats.delete(seat.id);
		for (const group of world.groups.newestFirst()) {
			group.managers = group.managers.filter((one) => one !== seat);
			group.members = group.members.filter((one) => one !== seat);
		}
		return presentSeat(seat);
	});
}

/** The groups of the team (docs/service.md#team-groups). */
function groupRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody } = context;
	const groupOf = (request: FastifyRequest) => world.groups.get(idOf(request));

	app.get('/v3/team/groups.json', takesQuery, (request) =>
		pageOf(context, request, world.groups.newestFirst()).map(presentGroup),
	);
	app.get('/v3/team/groups/:id.json', (request) => presentGroup(groupOf(request)));

	app.post('/v3/team/groups.json', (request, reply) => {
		const { name } = readBody(groupParameters, request);
		const group = { id: newId(), createdAt: world.clock.now(), name, managers: [], members: [] };
		return reply.code(201).send(presentGroup(world.groups.add(group)));
	});

	app.patch('/v3/team/groups/:id.json', (request) => {
		const { name } = readBody(groupParameters, request);
		return presentGroup(Object.assign(groupOf(request), { name }));
	});

	app.delete('/v3/team/groups/:id.json', (request, reply) => {
		world.groups.delete(groupOf(request).id);
		return reply.code(204).send();
	});

	for (const list of ['managers', 'members'] as const) {
		const url = `/v3/team/groups/:id/${list}/:seatId.json`;
		const seatIdOf = (request: FastifyRequest) => (request.params as { seatId: string }).seatId;

		app.post(url, (request) => {
			readBody(nothing, request);
			const group = groupOf(request);
			const seat = world.seats.get(seatIdOf(request));
			group[list] = [...group[list].filter((one) => one !== seat), seat];
			return presentGroup(group);
		});

		app.delete(url, (request) => {
			const group = groupOf(request);
			const rest = group[list].filter(({ id }) => id !== seatIdOf(request));
			if (rest.length === group[list].length) throw notFound('Seat');
			group[list] = rest;
			return presentGroup(group);
		});
	}
}

export function teamRoutes(app: FastifyInstance, context: RouteContext): void {
	seatRoutes(app, context);
	groupRoutes(app, context);
}
