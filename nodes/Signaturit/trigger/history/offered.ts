import { instant } from '../../events/time';
import { MARK_KEY } from '../../events/tracking';
import { deliverySchema, type Delivery } from '../../transport/shapes';
import type { Settings } from '../panel/settings';
import { happeningsOf, type Happening } from './happening';

/** Something that was found in a history, with what it belongs to. */
export interface Offered {
	key: string;
	/** When it happened, in milliseconds since 1970. */
	time: number;
	happening: Happening;
	delivery: Delivery;
}

/**
 * Everything in these deliveries that starts the workflow, the oldest first.
 *
 * @param since since when a type counts, in milliseconds since 1970
 */
export function offersIn(
	deliveries: readonly Delivery[],
	settings: Settings,
	since: (type: string) => number,
): Offered[] {
	return deliveries
		.flatMap((delivery) =>
			happeningsOf(delivery, settings, since).map((happening) => ({
				key: happening.key,
				time: instant(happening.createdAt),
				happening,
				delivery,
			})),
		)
		.sort((a, b) => a.time - b.time);
}

/** The deliveries among the entries that carry the mark: a filter that is ignored would bring strangers. */
export function withMark(entries: readonly unknown[], mark: string): Delivery[] {
	return deliveriesIn(entries).filter(({ data }) => data[MARK_KEY] === mark);
}

/** The entries of a list that can be read. */
export function deliveriesIn(entries: readonly unknown[]): Delivery[] {
	return entries.flatMap((entry) => deliverySchema.safeParse(entry).data ?? []);
}
