// Measures how long Return All takes to get every request, with the node and with HTTP Request.

import { runNode } from '../workflow/engine/engine';
import { credentialFor } from '../workflow/engine/fixtures';
import { runHttpRequest } from './httpRequest';
import { onEngine, timed } from './onEngine';
import type { Service } from './protocol';

/** The largest page of the service (docs/service.md#page-sizes). */
const PAGE_SIZE = 100;

/** What the two runs of Return All need. */
export interface ReturnAll {
	service: Service;
	n8nFolder: string;
	/** How many requests the service has. */
	count: number;
}

/** Gets all requests with our node, and returns how long that takes, in milliseconds. */
export async function returnAll({ service, count }: ReturnAll): Promise<number> {
	const get = async (more: object) =>
		await runNode({
			parameters: { resource: 'signature', operation: 'getMany', simplify: false, ...more },
			credential: credentialFor(service),
		});
	return await onEngine(async () => {
		await get({ returnAll: false, limit: PAGE_SIZE });
		return await timed(async () => await get({ returnAll: true }), count);
	});
}

/** Gets them with the pagination of HTTP Request, which is told the number of pages. */
export async function returnAllByHttpRequest(input: ReturnAll): Promise<number> {
	const { service, n8nFolder, count } = input;
	const get = async (pages: number) =>
		await runHttpRequest(n8nFolder, service, {
			url: `${service.url}/v3/signatures.json`,
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: String(PAGE_SIZE) }] },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [
								{ type: 'qs', name: 'offset', value: `={{ $pageCount * ${PAGE_SIZE} }}` },
							],
						},
						paginationCompleteWhen: 'responseIsEmpty',
						limitPagesFetched: true,
						maxRequests: pages,
					},
				},
			},
		});
	return await onEngine(async () => {
		await get(1);
		return await timed(async () => await get(count / PAGE_SIZE), count);
	});
}
