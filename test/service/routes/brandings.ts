// The API routes for brandings: list, create, read and change.

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Branding } from '../domain/account';
import { isBetween, timestamp } from '../domain/clock';
import { newId } from '../domain/ids';
import { brandingList, brandingParameters, type BrandingParameters } from '../validation/branding';
import { idOf, takesQuery, type RouteContext } from './context';

/** Nothing is an empty list, as PHP writes it (docs/service.md#brandings). */
const orEmptyList = (values: object): object => (Object.keys(values).length > 0 ? values : []);

const present = ({ id, createdAt, look, texts, templates, smsTemplates }: Branding) => ({
	id,
	created_at: timestamp(createdAt),
	...look,
	application_texts: orEmptyList(texts),
	templates: orEmptyList(templates),
	'sms-templates': orEmptyList(smsTemplates),
});

/** What is not given stays as it is. */
function change(branding: Branding, parameters: BrandingParameters): Branding {
	const { application_texts, templates, 'sms-templates': smsTemplates, ...look } = parameters;
	Object.assign(branding.look, look);
	Object.assign(branding.texts, application_texts);
	Object.assign(branding.templates, templates);
	Object.assign(branding.smsTemplates, smsTemplates);
	return branding;
}

/** Brandings (docs/service.md#brandings). */
export function brandingRoutes(app: FastifyInstance, context: RouteContext): void {
	const { world, readBody, readQuery } = context;
	const found = (request: FastifyRequest) => world.brandings.get(idOf(request));

	app.get('/v3/brandings.json', takesQuery, (request) => {
		const { limit, offset, since, until } = readQuery(brandingList, request);
		return world.brandings
			.newestFirst()
			.filter(({ createdAt }) => isBetween(createdAt, since, until))
			.slice(offset, offset + limit)
			.map(present);
	});

	app.post('/v3/brandings.json', (request, reply) => {
		const empty = { look: {}, texts: {}, templates: {}, smsTemplates: {} };
		const parameters = readBody(brandingParameters, request);
		const branding = change({ id: newId(), createdAt: world.clock.now(), ...empty }, parameters);
		return reply.code(201).send(present(world.brandings.add(branding)));
	});

	app.get('/v3/brandings/:id.json', (request) => present(found(request)));

	app.patch('/v3/brandings/:id.json', (request) => {
		const parameters = readBody(brandingParameters, request);
		return present(change(found(request), parameters));
	});
}
