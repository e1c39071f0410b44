import type { EventResource } from '../../events/catalogue';
import { endpoints } from '../../transport/endpoints';
import { readAs, type CallContext, type Reading } from '../../transport/request';
import { deliverySchema, type Delivery } from '../../transport/shapes';

/** How long a look-up may take, and whether failed requests are made again. */
export interface LookupLimits {
	/** When to give up, in milliseconds since 1970. */
	deadline: number;
	/** Whether to try again when the service is busy or the connection broke. */
	repeatable?: boolean;
}

/** The part of a request that keeps to the limits. */
export function withinLimits({
	deadline,
	repeatable = false,
}: LookupLimits): Pick<Reading, 'timeout' | 'repeatable'> {
	return { timeout: Math.max(1, deadline - Date.now()), repeatable };
}

/**
 * Gets the signature request, certified email or SMS with this id as it is now.
 *
 * @throws NodeApiError with the service's own words, or when the time is over
 */
export async function getDelivery(
	this: CallContext,
	resource: EventResource,
	id: string,
	limits: LookupLimits,
): Promise<Delivery> {
	const path = endpoints[resource].one(id);
	return await readAs(this, {
		path,
		schema: deliverySchema,
		what: 'the request of the event',
		...withinLimits(limits),
	});
}
