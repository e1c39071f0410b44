import { requestStatus } from '../../actions/simplify';
import { outcomes, type Outcome } from '../../events/catalogue';
import type { EventRecord } from '../../transport/shapes';

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

/** The state of a request, from all its documents; one that is not completed may end it (wire facts, Callbacks). */
export function stateOf(documents: readonly EventRecord[]): RequestState {
	const states = documents.map(stateOfDocument);
	const signed = states.filter((state) => state === 'completed').length;
	const status = requestStatus(states);
	const isOutcome = status !== undefined && Object.hasOwn(outcomes, status);
	return {
		status,
		signed,
		total: documents.length,
		outcome: isOutcome ? (status as Outcome) : undefined,
	};
}

/** The history may be ahead of the status. An expiration is no end for good: it can be extended. */
function stateOfDocument({ status, events }: EventRecord): string | undefined {
	if (status !== undefined && Object.hasOwn(outcomes, status)) return status;
	const types = new Set(events.map(({ type }) => type));
	return (
		(['canceled', 'declined', 'completed'] as const).find((end) => types.has(outcomes[end])) ??
		status
	);
}
