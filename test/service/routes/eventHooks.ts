// The API route that lists the event posts the local service has made.

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { dayOf, timestamp } from '../domain/clock';
import { forbidden } from '../domain/refusal';
import type { EventHook } from '../events/delivery';
import { limitAndPage } from '../validation/paging';
import { choice, date, integer, list, nothing, text } from '../validation/primitives';
import { idOf, takesQuery, type RouteContext } from './context';

const dateRange = z
	.string()
	.transform((value, context): unknown => {
		try {
			return JSON.parse(value);
		} catch {
			context.addIssue({ code: 'custom', message: 'must be JSON text {"from":"…","to":"…"}' });
			return z.NEVER;
		}
	})
	.pipe(z.object({ from: date().optional(), to: date().optional() }).strict());

const listQuery = z
	.object({
		...limitAndPage(100),
		date: dateRange.optional(),
		status: list(integer(0, 599)).optional(),
		method: list(choice('GET', 'POST', 'PUT', 'PATCH', 'DELETE')).optional(),
		search: text().optional(),
	})
	.strict();
type ListQuery = z.output<typeof listQuery>;

const present = (hook: EventHook) => ({
	id: hook.id,
	status_code: hook.statusCode,
	url: hook.url,
	method: hook.method,
	event_type: hook.eventType,
	created_at: timestamp(hook.createdAt),
});

function matches(hook: EventHook, query: ListQuery): boolean {
	const day = dayOf(hook.createdAt);
	return (
		(query.date?.from === undefined || day >= query.date.from) &&
		(query.date?.to === undefined || day <= query.date.to) &&
		(query.status === undefined || query.status.includes(hook.statusCode)) &&
		(query.method === undefined || query.method.includes(hook.method)) &&
		(query.search === undefined || hook.eventType.includes(query.search))
	);
}

/** Posts that the service has made (docs/service.md#list-of-event-hooks). */
export function eventHookRoutes(app: FastifyInstance, context: RouteContext): void {
	const { readBody } = context;
	const { delivery } = context.world;

	app.get('/v3/event-hooks', takesQuery, (request) => {
		const query = context.readQuery(listQuery, request);
		const user = context.userOf(request);
		const found = delivery.hooks
			.newestFirst()
			.filter((hook) => user.administrator || hook.owner === user)
			.filter((hook) => matches(hook, query));
		const start = (query.page - 1) * query.limit;
		return {
			web_hooks: found.slice(start, start + query.limit).map(present),
			total: found.length,
		};
	});

	app.route({
		method: ['GET', 'POST'],
		url: '/v3/event-hooks/:id/retry',
		handler: async (request) => {
			readBody(nothing, request);
			const hook = delivery.hooks.get(idOf(request));
			const user = context.userOf(request);
			if (!user.administrator && hook.owner !== user) {
				throw forbidden('You are not authorized to retry this event hook');
			}
			await delivery.postNow(hook);
			return {};
		},
	});
}
