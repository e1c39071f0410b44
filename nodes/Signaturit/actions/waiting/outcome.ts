import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import { requestItem } from '../../events/requestItem';
import { stateOf } from '../../events/state';
import type { Delivery } from '../../transport/shapes';

/** A file that was wanted and is not available. */
export interface MissingFile {
	field: string;
	reason: string;
}

/**
 * How a request has ended; `undefined` while somebody can still act on it. A mail that came back does not end
 * it, although its document has the status `error`: the signer can be changed
 * (docs/service.md#change-of-signer).
 */
export function outcomeOf({ records }: Delivery): Outcome | undefined {
	const { outcome } = stateOf(records);
	const isBounced = records.some(
		({ status, events }) =>
			status === 'error' && events.some(({ type }) => type === 'email_bounced'),
	);
	return outcome === 'failed' && isBounced ? undefined : outcome;
}

/**
 * The item that goes on when a request has ended: as all items about requests (`requestItem`).
 *
 * @param reused whether the request was there before
 */
export function outcomeJson(
	delivery: Delivery,
	outcome: Outcome,
	reused: boolean,
	missing: readonly MissingFile[] = [],
): IDataObject {
	const filesMissing = missing.length > 0 ? missing : undefined;
	return requestItem(delivery, { outcome, reused, filesMissing });
}
