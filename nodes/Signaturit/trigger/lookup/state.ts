import { outcomes, type Outcome } from '../../events/catalogue';
import { requestStatus } from '../../events/status';
import type { TrackedRecord } from '../../transport/shapes';

/** How far a signature request has come. */
export interface RequestState {
	/** The status of the whole request, in the service's words for documents. */
	status: string | undefined;
	/** How many of its documents (one for each signer and file) are completed. */
	signed: number;
	total: number;
	/** How the request has ended; `undefined` while it goes on. */
	outcome: Outcome | undefined;
}

/**
 * The state of a request, from all its documents. One document that is declined, canceled or expired
 * ends the whole request (docs/service.md#document-statuses).
 */
export function stateOf(documents: readonly TrackedRecord[]): RequestState {
	const statuses = documents.map(statusOf);
	const status = requestStatus(statuses);
	return {
		status,
		signed: statuses.filter((each) => each === 'completed').length,
		total: documents.length,
		outcome: isOutcome(status) ? status : undefined,
	};
}

/**
 * The history may be ahead of the status. An expiration in the history does not count: the time to sign
 * can be extended.
 */
function statusOf({ status, events }: TrackedRecord): string | undefined {
	if (isOutcome(status)) return status;
	const types = new Set(events.map(({ type }) => type));
	return (
		(['canceled', 'declined', 'completed'] as const).find((end) => types.has(outcomes[end])) ??
		status
	);
}

function isOutcome(status: string | undefined): status is Outcome {
	return status !== undefined && Object.hasOwn(outcomes, status);
}
