import { z } from 'zod';
import type { Call } from '../call';
import { endpoints } from '../endpoints';
import { readAs } from '../request';
import { fullTemplateSchema, type FullTemplate } from '../shapes';
import { pageNumber, walkPages, type PageQuery } from './paging';

/** The most that the service gives (docs/service.md#page-sizes). */
const TEMPLATES_A_PAGE = 10;

/** Pages are read until all chosen templates were seen, or this many pages were read. */
const MAX_TEMPLATE_PAGES = 50;

/** Types of widgets that only the signer can fill. */
const drawn = new Set(['signature', 'image', 'dcf', 'digital certificate']);

/**
 * The templates with these IDs or hashtags, in any case, with the widgets that can be filled. Throws as `readAs` does.
 */
export async function templatesNamed(
	call: Call,
	names: readonly string[],
): Promise<FullTemplate[]> {
	const wanted = new Set(names.map(plain));
	const readPage = async (query: PageQuery) =>
		await readAs(call, endpoints.template.listWithWidgets, {
			query: { limit: query.limit, page: pageNumber(query) },
			schema: z.array(fullTemplateSchema),
			what: 'a list',
		});
	const found: FullTemplate[] = [];
	const pages = walkPages(readPage, { most: MAX_TEMPLATE_PAGES, pageSize: TEMPLATES_A_PAGE });
	for await (const { entries } of pages) {
		const isWanted = (text: string) => wanted.has(plain(text));
		found.push(...entries.filter(({ id, name = '' }) => isWanted(id) || isWanted(name)));
		if (found.length >= wanted.size) break;
	}
	return found.map(({ widgets, ...template }) => ({
		...template,
		widgets: widgets.filter(({ type = '' }) => !drawn.has(type)),
	}));
}

const plain = (name: string) => name.trim().toLowerCase();
