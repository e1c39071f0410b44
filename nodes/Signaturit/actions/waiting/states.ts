import { mapBounded } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import { groupsOf } from '../../transport/lists/lists';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { readAs, type CallContext } from '../../transport/request';
import { deliveryPageSchema, deliverySchema, type Delivery } from '../../transport/shapes';

/** Requests to the service at once. */
const IN_FLIGHT = 5;

/** So many requests are read one by one. */
const FEW = 3;

/**
 * Signature requests as they are now, by their ids: a few one by one, many by the list, which may be late with
 * new ones.
 *
 * @throws NodeApiError when the service cannot be asked, or does not have one of them
 */
export async function readStates(
	this: CallContext,
	ids: readonly string[],
): Promise<Map<string, Delivery>> {
	const listed = ids.length > FEW ? await readListed(this, ids) : [];
	const states = new Map(listed.map((delivery) => [delivery.id, delivery]));
	const missing = ids.filter((id) => !states.has(id));
	await mapBounded(missing.length, IN_FLIGHT, async (index) => {
		const id = missing[index] ?? '';
		const path = endpoints.signature.one(id);
		const what = 'the signature request';
		states.set(id, await readAs(this, { path, schema: deliverySchema, what }));
	});
	return states;
}

async function readListed(context: CallContext, ids: readonly string[]): Promise<Delivery[]> {
	const groups = groupsOf(ids);
	const pages = await mapBounded(groups.length, IN_FLIGHT, async (index) => {
		const { entries } = await readAs(context, {
			path: endpoints.signature.list,
			query: { ids: groups[index]?.join(','), limit: PAGE_SIZE },
			schema: deliveryPageSchema,
			what: 'a list',
		});
		return entries;
	});
	return pages.flat();
}
