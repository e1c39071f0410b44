// The API routes that list stored templates, in /v3 and /v4.

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { timestamp } from '../domain/clock';
import type { Template, TemplateWidget } from '../domain/files/sourceFile';
import { limitAndOffset, limitAndPage } from '../validation/paging';
import { takesQuery, type RouteContext } from './context';

const v3Query = z.object(limitAndOffset).strict();
/** At most 10 (docs/service.md#page-sizes). */
const v4Query = z.object(limitAndPage(10)).strict();

const present = ({ id, name, createdAt }: Template) => ({
	id,
	name,
	created_at: timestamp(createdAt),
});

const presentWidget = (widget: TemplateWidget) => ({
	id: widget.id,
	created_at: timestamp(widget.createdAt),
	key: widget.key,
	name: widget.name,
	default_value: widget.defaultValue,
	editable: widget.editable,
	required: widget.required,
	page: widget.page,
	left: widget.left,
	top: widget.top,
	type: widget.type,
});

/** Stored templates (docs/service.md#template-lists). */
export function templateRoutes(app: FastifyInstance, { world, readQuery }: RouteContext): void {
	app.get('/v3/templates.json', takesQuery, (request) => {
		const { limit, offset } = readQuery(v3Query, request);
		return world.templates
			.newestFirst()
			.slice(offset, offset + limit)
			.map(present);
	});

	app.get('/v4/templates', takesQuery, (request) => {
		const { limit, page } = readQuery(v4Query, request);
		return world.templates
			.newestFirst()
			.slice((page - 1) * limit, page * limit)
			.map((template) => ({
				...present(template),
				widgets: template.widgets.map(presentWidget),
			}));
	});
}
