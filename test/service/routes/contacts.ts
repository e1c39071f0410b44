// The API routes for the contacts that an account keeps.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Contact } from '../domain/account';
import { timestamp } from '../domain/clock';
import { newId } from '../domain/ids';
import { limitAndOffset } from '../validation/paging';
import { email, text } from '../validation/primitives';
import { idOf, takesQuery, type RouteContext } from './context';

const createParameters = z.object({ email: email(), name: text().default('') }).strict();
const patchParameters = z.object({ email: email(), name: text() }).partial().strict();
const listQuery = z
	.object({ ...limitAndOffset, email: text().optional(), name: text().optional() })
	.strict();

const present = ({ id, createdAt, email, name }: Contact) => ({
	created_at: timestamp(createdAt),
	email,
	name,
	id,
});

/** People that the account keeps (docs/service.md#stored-contacts). */
export function contactRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody, readQuery } = context;
	const found = (request: FastifyRequest) => world.contacts.get(idOf(request));

	app.get('/v3/contacts.json', takesQuery, (request) => {
		const { limit, offset, email, name } = readQuery(listQuery, request);
		return world.contacts
			.newestFirst()
			.filter((contact) => email === undefined || contact.email === email)
			.filter((contact) => name === undefined || contact.name === name)
			.slice(offset, offset + limit)
			.map(present);
	});

	app.get('/v3/contacts/count.json', () => ({ count: world.contacts.newestFirst().length }));

	app.post('/v3/contacts.json', (request, reply) => {
		const input = readBody(createParameters, request);
		const contact = { id: newId(), createdAt: world.clock.now(), ...input };
		return reply.code(201).send(present(world.contacts.add(contact)));
	});

	app.get('/v3/contacts/:id.json', (request) => present(found(request)));

	app.patch('/v3/contacts/:id.json', (request) => {
		const changes = readBody(patchParameters, request);
		return present(Object.assign(found(request), changes));
	});

	app.delete('/v3/contacts/:id.json', (request, reply) => {
		world.contacts.delete(found(request).id);
		return reply.code(204).send();
	});
}
