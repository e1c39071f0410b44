// The status and outcome of a delivery, drawn from its records, and the reading of timestamps.

import type { TrackedRecord, Delivery } from '../transport/shapes';
import { outcomes, typesEnding, type Outcome } from './catalogue';

/** A timestamp (docs/service.md#ids-and-dates) in milliseconds since 1970, or `NaN`. Posts may have a space for `+`. */
export function instant(timestamp: string | undefined): number {
	const iso = timestamp
		?.trim()
		.replace(/ (?=\d{4}$)/, '+')
		.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
	return Date.parse(iso ?? '');
}

/** A time in items: RFC 3339 in UTC, without a fraction that is zero. `undefined` if the timestamp cannot be read. */
export function utcTime(timestamp: string | undefined): string | undefined {
	const time = instant(timestamp);
	return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
}

/** The event of an email that came back. */
export const BOUNCED = 'email_bounced';

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
	const status = requestStatus(documents.map(documentStatus));
	return { outcome: outcomeBy(status), status };
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
export function documentStatus({ status, events }: TrackedRecord): string | undefined {
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

/** The status of a certified email or SMS, from those of its certificates (docs/service.md#certificates). */
export const certifiedStatus = overallStatus(['error', 'in_queue'], 'sent');

const statusesOf = (records: readonly TrackedRecord[]) => records.map(({ status }) => status);

/** The records of each person. Two people with one address are two if their names or phones differ. */
export function peopleOf(records: readonly TrackedRecord[]) {
	const people = new Map<string, [TrackedRecord, ...TrackedRecord[]]>();
	for (const record of records) {
		const { name, email, phone } = record;
		const person = JSON.stringify([name, email, phone]);
		people.set(person, [...(people.get(person) ?? []), record] as [TrackedRecord]);
	}
	return [...people.values()];
}

/**
 * The people of a request, and how far each has come: the status is that of all documents of this person. A decline
 * makes it `declined` for everyone who has not signed yet; `declined: true` names who has declined, and
 * `undelivered: true` whose email came back.
 */
export function signersOf(delivery: Delivery) {
	const everyone = peopleOf(delivery.records);
	const decliner = declinerIn(everyone, delivery);
	return everyone.map((theirs) => ({
		name: theirs[0].name,
		email: theirs[0].email,
		phone: theirs[0].phone,
		status: requestStatus(statusesOf(theirs)),
		...(decliner.includes(theirs) && { declined: true }),
		...(undeliveredTo(theirs).length > 0 && { undelivered: true }),
		declineReason: theirs.map(({ declineReason }) => declineReason).find(Boolean),
	}));
}

/**
 * The people who declined. All open documents are `declined` then (docs/service.md#document-statuses). The history of a
 * document tells who; without it, the reason does, then the address if nobody else has it. Empty if nothing tells.
 */
function declinerIn<Records extends readonly TrackedRecord[]>(
	everyone: readonly Records[],
	{ declinerEmail }: Delivery,
): Records[] {
	const declined = everyone.filter((theirs) => theirs.some(({ status }) => status === 'declined'));
	const whoseRecord = (tells: (record: TrackedRecord) => boolean) =>
		everyone.filter((theirs) => theirs.some(tells));
	const byHistory = [
		whoseRecord(({ events }) => events.some(({ type }) => typesEnding('declined').includes(type))),
		whoseRecord(({ declineReason }) => declineReason !== undefined),
	].find((found) => found.length > 0);
	const ofAddress = declined.filter(([record]) => record?.email === declinerEmail && declinerEmail);
	return byHistory ?? [ofAddress, declined].find((found) => found.length === 1) ?? [];
}
