import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { MARK_KEY, workflowOrigin, withMark } from '../events/tracking';
import type { HookCall, WebhookCall } from '../transport/call';
import { endpoints } from '../transport/endpoints';
import { PAGE_SIZE } from '../transport/lists/paging';
import { readAs } from '../transport/request';
import { deliveriesSchema } from '../transport/shapes';
import type { Settings } from './settings';
import { happeningsIn, type DatedHappening } from './history';

/** The body of the posts by which a test listen makes the trigger look for an event. */
export const TEST_LOOK = { look: 'for a test event' } as const;

export const lookSchema = z.object({ look: z.literal(TEST_LOOK.look) }).strict();

/** The answer to such a post when there is an event. */
export const FOUND = 'Test event found';

/** The newest chosen event of the workflow, else of the account: a workflow under test may be unpublished. */
export async function newestEvent(
	call: HookCall | WebhookCall,
	settings: Settings,
): Promise<DatedHappening | undefined> {
	const { resource, listenTo } = settings;
	const list = async (filter: IDataObject) =>
		await readAs(call, endpoints[resource].list, {
			query: { limit: PAGE_SIZE, ...filter },
			schema: deliveriesSchema,
			what: 'a list',
		});
	// The list of certified SMS cannot be searched by the mark (docs/service.md#filters).
	const isMarked = listenTo === 'workflow' && resource !== 'certifiedSms';
	const origin = isMarked ? workflowOrigin(call) : undefined;
	const marked = origin ? withMark(await list({ [MARK_KEY]: origin.mark }), origin) : [];
	const deliveries = marked.length > 0 ? marked : await list({});
	return happeningsIn(deliveries, settings, () => true).at(-1);
}
