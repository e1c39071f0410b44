import type { TrackedRecord } from '../transport/shapes';
import { outcomes, typesEnding, type Outcome } from './catalogue';

/** A timestamp (docs/service.md#ids-and-dates) in milliseconds since 1970, or `NaN`. Posts may have a space for `+`. */
export function instant(timestamp: string | undefined): number {
	const iso = timestamp
		?.trim()
		.replace(/ (?=\d{4}$)/, '+')
		.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
	return Date.parse(iso ?? '');
}

const BOUNCED = 'email_bounced';

/** Events that happen only after somebody has got the email. */
const ARRIVALS = ['email_delivered', 'email_opened', 'document_opened', 'document_signed'];

/** The outcome by the status of a document or request. */
const outcomeBy = (status: string | undefined): Outcome | undefined =>
	status === 'error' ? 'failed' : outcomes.find((one) => one === status && one !== 'failed');

/**
 * How far a request has come, from all its documents, one for each signer and file. One document that is declined,
 * canceled, expired or failed ends the whole request (docs/service.md#document-statuses).
 *
 * @returns `outcome` is `undefined` while the request goes on
 */
export function stateOf(documents: readonly TrackedRecord[]) {
	const statuses = documents.map(documentStatus);
	const status = requestStatus(statuses);
	return {
		status,
		signed: statuses.filter((each) => each === 'completed').length,
		total: documents.length,
		outcome: outcomeBy(status),
	};
}

/**
 * How a request has ended; `undefined` while somebody can still act on it. A mail that came back does not end it: the
 * signer can be changed (docs/service.md#change-of-signer).
 */
export function outcomeOf(documents: readonly TrackedRecord[]): Outcome | undefined {
	const { outcome } = stateOf(documents);
	const isBounced = documents.some(
		(document) => document.status === 'error' && lastOf(document.events, BOUNCED) > -Infinity,
	);
	return outcome === 'failed' && isBounced ? undefined : outcome;
}

/** The documents whose email came back, with nothing delivered to this person or opened since. */
export function undeliveredTo(documents: readonly TrackedRecord[]): TrackedRecord[] {
	return documents.filter(({ status, events }) => {
		const bounced = lastOf(events, BOUNCED);
		const isReached = ARRIVALS.some((type) => lastOf(events, type) > bounced);
		return status === 'error' && bounced > -Infinity && !isReached;
	});
}

/**
 * The outcome of a request, and the time and document of the event that brought it; `undefined` while it goes on. That
 * event is the same for everyone who looks at the same history: the last completion, otherwise the first one of its
 * kind, or else the last one of all.
 */
export function datedOutcome(documents: readonly TrackedRecord[]) {
	const { outcome } = stateOf(documents);
	if (!outcome) return undefined;
	const types = typesEnding(outcome);
	const all = documents.flatMap(({ id, events }) =>
		events.map(({ type, createdAt }) => ({ type, recordId: id, createdAt })),
	);
	const ending = all.filter(({ type }) => types.includes(type)).sort(byTime);
	const deciding = (outcome === 'completed' ? ending.at(-1) : ending[0]) ?? all.sort(byTime).at(-1);
	// Without any history, the document stands for its event.
	const created = documents.map(({ id, createdAt }) => ({ recordId: id, createdAt })).sort(byTime);
	const { recordId = '', createdAt } = deciding ?? created.at(-1) ?? {};
	return { outcome, recordId, createdAt };
}

type Timed = Pick<TrackedRecord, 'createdAt'> & { recordId: string };

function byTime(a: Timed, b: Timed): number {
	const [first, second] = [instant(a.createdAt) || 0, instant(b.createdAt) || 0];
	return first - second || (a.recordId < b.recordId ? -1 : 1);
}

/** The history may be ahead of the status. An expiration counts unless the time to sign was extended after it. */
function documentStatus({ status, events }: TrackedRecord): string | undefined {
	if (outcomeBy(status)) return status;
	const has = (outcome: Outcome) => events.some(({ type }) => typesEnding(outcome).includes(type));
	const end = (['canceled', 'declined', 'completed'] as const).find(has);
	if (end) return end;
	if (lastOf(events, 'document_expired') > lastOf(events, 'expiration_extended')) return 'expired';
	return has('failed') ? 'error' : status;
}

function lastOf(events: TrackedRecord['events'], wanted: string): number {
	const found = events.filter(({ type }) => type === wanted);
	return Math.max(...found.map(({ createdAt }) => instant(createdAt) || 0), -Infinity);
}

/** One document with such a status decides; the first of this list counts. `ready`: someone can sign now. */
const DECIDING = ['declined', 'canceled', 'expired', 'error', 'ready', 'signing', 'in_queue'];

/** The first of `deciding` that a status equals; otherwise `done` if all are, or else an undocumented one. */
const overallStatus =
	(deciding: readonly string[], done: string) =>
	(statuses: readonly (string | undefined)[]): string | undefined => {
		const notDone = statuses.filter((status) => status !== done);
		const [first] = [...notDone, ...statuses];
		return deciding.find((status) => statuses.includes(status)) ?? first;
	};

/** The status of a signature request, from those of its documents (docs/service.md#document-statuses). */
export const requestStatus = overallStatus(DECIDING, 'completed');

/** The status of a certified email or SMS, from those of its certificates. */
export const certifiedStatus = overallStatus(['error', 'in_queue'], 'sent');
