// The API routes for account-wide subscriptions to events.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Subscription } from '../domain/account';
import { timestamp } from '../domain/clock';
import { newId } from '../domain/ids';
import { limitAndOffset } from '../validation/paging';
import { filledText, listOrOne, text } from '../validation/primitives';
import { idOf, takesQuery, type RouteContext } from './context';

const eventName = z
	.string()
	.regex(/^(\*|[a-z]+(_[a-z]+)*)$/, 'must be * or the name of an event type');
const events = listOrOne(eventName).pipe(z.array(z.string()).min(1, 'must not be empty'));

/** The reference's example of a change has `new_url.json`, which is no web address. */
const createParameters = z.object({ url: filledText(), events }).strict();
const patchParameters = createParameters.partial();
const listQuery = z.object({ ...limitAndOffset, event: text().optional() }).strict();

const present = ({ id, url, events, createdAt }: Subscription) => ({
	id,
	url,
	events,
	created_at: timestamp(createdAt),
});

/** Account-wide subscriptions to events (docs/service.md#account-wide-subscriptions). */
export function subscriptionRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody, readQuery, userOf } = context;
	const found = (request: FastifyRequest) => world.subscriptions.get(idOf(request));

	app.get('/v3/subscriptions.json', takesQuery, (request) => {
		const { limit, offset, event } = readQuery(listQuery, request);
		return world.subscriptions
			.newestFirst()
			.filter((item) => event === undefined || item.events.includes(event))
			.slice(offset, offset + limit)
			.map(present);
	});

	app.get('/v3/subscriptions/count.json', () => ({
		count: world.subscriptions.newestFirst().length,
	}));

	app.post('/v3/subscriptions.json', (request, reply) => {
		const input = readBody(createParameters, request);
		const subscription = world.subscriptions.add({
			id: newId(),
			createdAt: world.clock.now(),
			owner: userOf(request),
			...input,
		});
		return reply.code(201).send(present(subscription));
	});

	app.get('/v3/subscriptions/:id.json', (request) => present(found(request)));

	app.patch('/v3/subscriptions/:id.json', (request) => {
		const changes = readBody(patchParameters, request);
		return present(Object.assign(found(request), changes));
	});

	app.delete('/v3/subscriptions/:id.json', (request, reply) => {
		world.subscriptions.delete(found(request).id);
		return reply.code(204).send();
	});
}
