import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { request, type CallContext } from '../../transport/request';
import type { PostedEvent } from '../receive/event';
import { folders, parentSchema, patienceOf, type Patience } from './delivery';
import { REFERENCE_KEY } from '../../events/reference';
import { dayOf } from './time';

/** Largest page of a list (specification, Limits), and how many pages a search looks at. */
const PAGE_SIZE = 100;
const MAX_PAGES = 20;

const listSchema = z.array(parentSchema);

/**
 * The id of the request, email or SMS that an event belongs to: as the post names it, else by the
 * reference that was put into its custom data, else by searching what was created around the day of the
 * document. `undefined` if it is not among those.
 *
 * @param reference from the query of the address that was posted to
 * @throws NodeApiError when the service refuses or cannot be reached in time
 */
export async function locate(
	this: CallContext,
	{ resource, record }: PostedEvent,
	reference: string | undefined,
	patience: Patience,
): Promise<string | undefined> {
	if (record.parentId) return record.parentId;

	const holderOf = async (query: IDataObject) => {
		const answer = await request.call(this, 'GET', `/v3/${folders[resource]}.json`, {
			query: { ...query, limit: PAGE_SIZE },
			...patienceOf(patience),
		});
		const page = listSchema.parse(answer);
		const found = page.find(({ records }) => records.some(({ id }) => id === record.id));
		return { id: found?.id, isLast: page.length < PAGE_SIZE };
	};
	// The list of certified SMS takes no custom data (specification, GET /v3/sms.json).
	if (reference && resource !== 'certifiedSms') {
		const { id } = await holderOf({ [REFERENCE_KEY]: reference });
		if (id) return id;
	}
	const since = dayOf(record.createdAt, -1);
	if (since === undefined) return undefined;
	// Only the list of signature requests has an end (specification, Endpoints); it is exclusive.
	const days = { since, ...(resource === 'signature' && { until: dayOf(record.createdAt, 2) }) };
	for (let page = 0; page < MAX_PAGES; page++) {
		const { id, isLast } = await holderOf({ ...days, offset: page * PAGE_SIZE });
		if (id !== undefined || isLast) return id;
	}
	return undefined;
}
