import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { scriptedServer } from '../engine/scriptedServer';
import { operationNamed } from './operationNamed';

/** An entry of a served list. */
export interface ServedEntry {
	id: string;
	created_at?: string;
	data?: Array<{ key: string; value: string }>;
}

/** Registers the hooks of `scriptedServer`, and returns what serves lists and reads them in Madrid. */
export function servedLists() {
	const server = scriptedServer();

	/** Answers every list and its count newest first, filtered by UTC days and ids, and by nothing else. */
	const serve = (entries: readonly ServedEntry[]) => {
		server.answers = [
			({ url }, response) => {
				const { pathname, searchParams } = new URL(url ?? '', 'http://host');
				const query = Object.fromEntries(searchParams);
				const { from, to } = JSON.parse(query.date ?? '{}') as { from?: string; to?: string };
				const since = query.since ?? from ?? '';
				const found = entries.filter(({ id, created_at = '' }) => {
					const day = created_at.slice(0, 10);
					if (query.ids && !query.ids.split(',').includes(id)) return false;
					return day >= since && !(query.until && day >= query.until) && !(to && day > to);
				});
				const size = Number(query.limit ?? 100);
				const offset = query.page ? (Number(query.page) - 1) * size : Number(query.offset ?? 0);
				const page = found.slice(offset, offset + size);
				const answer = pathname.endsWith('count.json')
					? { count: found.length }
					: pathname.endsWith('event-hooks')
						? { web_hooks: page, total: found.length }
						: page;
				response.setHeader('Content-Type', 'application/json');
				response.end(JSON.stringify(answer));
			},
		];
	};

	const run = async (resource: string, operation: string, parameters: INodeParameters) =>
		await runNode({
			parameters: { resource, operation, simplify: false, ...parameters },
			credential: server.credential,
			timeZone: 'Europe/Madrid',
		});
	const idsOf = async (resource: string, parameters: INodeParameters) => {
		const { items, error } = await run(resource, operationNamed(resource, 'Get Many'), {
			returnAll: true,
			...parameters,
		});
		expect(error).toBeUndefined();
		return items.map(({ json }) => json.id);
	};
	const countOf = async (resource: string, filters: INodeParameters) =>
		(await run(resource, operationNamed(resource, 'Count'), { filters })).items[0]?.json.count;
	const queries = (): IDataObject[] =>
		server.received.map(({ url }) =>
			Object.fromEntries(new URL(url ?? '', 'http://host').searchParams),
		);

	return { server, serve, run, idsOf, countOf, queries };
}
