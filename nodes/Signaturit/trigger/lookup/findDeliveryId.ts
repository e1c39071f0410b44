import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { REFERENCE_KEY } from '../../events/reference';
import { endpoints } from '../../transport/endpoints';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { readAs, type CallContext } from '../../transport/request';
import { deliverySchema } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import { withinLimits, type LookupLimits } from './delivery';
import { dayOf } from './time';

/** How many pages a search reads at most. */
const MAX_PAGES = 20;

const listSchema = z.array(deliverySchema);

/**
 * Finds the id of the signature request, certified email or SMS that an event belongs to. It is the id
 * that the post names; otherwise the request with this reference in its custom data; otherwise the
 * request that holds the document, among those created around the day of the document.
 *
 * @param reference from the query of the address that was posted to
 * @returns `undefined` if none of the three ways finds it
 * @throws NodeApiError when the service refuses or cannot be reached in time
 */
export async function findDeliveryId(
	this: CallContext,
	{ resource, record }: PostedEvent,
	reference: string | undefined,
	limits: LookupLimits,
): Promise<string | undefined> {
	if (record.deliveryId) return record.deliveryId;

	const searchPage = async (query: IDataObject) => {
		const page = await readAs(this, {
			path: endpoints[resource].list,
			query: { ...query, limit: PAGE_SIZE },
			schema: listSchema,
			what: 'a list',
			...withinLimits(limits),
		});
		const found = page.find(({ records }) => records.some(({ id }) => id === record.id));
		return { id: found?.id, isLast: page.length < PAGE_SIZE };
	};
	// The list of certified SMS takes no custom data (docs/service.md#filters).
	if (reference && resource !== 'certifiedSms') {
		const { id } = await searchPage({ [REFERENCE_KEY]: reference });
		if (id) return id;
	}
	const since = dayOf(record.createdAt, -1);
	if (since === undefined) return undefined;
	// Only the list of signature requests takes `until` (docs/service.md#filters); it is exclusive.
	const days = { since, ...(resource === 'signature' && { until: dayOf(record.createdAt, 2) }) };
	for (let page = 0; page < MAX_PAGES; page++) {
		const { id, isLast } = await searchPage({ ...days, offset: page * PAGE_SIZE });
		if (id !== undefined || isLast) return id;
	}
	return undefined;
}
