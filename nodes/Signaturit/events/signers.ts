import { endingTypes } from './catalogue';
import { requestStatus } from './status';
import type { Delivery, TrackedRecord } from '../transport/shapes';

/** One person who signs. */
interface SignerState {
	name?: string;
	email?: string;
	/** Of all documents of this person. A decline makes it `declined` for everyone who has not signed yet. */
	status?: string;
	/** Set for who has declined. */
	declined?: boolean;
	declineReason?: string;
}

/** The people of a request, and how far each has come. */
export function signersOf(delivery: Delivery): SignerState[] {
	const people = new Map<string, TrackedRecord[]>();
	for (const record of delivery.records) {
		const person = JSON.stringify([record.name, record.email]);
		people.set(person, [...(people.get(person) ?? []), record]);
	}
	const decliners = declinedBy(delivery);
	return [...people.values()].map((own) => ({
		name: own[0]?.name,
		email: own[0]?.email,
		status: requestStatus(own.map(({ status }) => status)),
		...(own.some((record) => decliners.includes(record)) && { declined: true }),
		declineReason: own.map(({ declineReason }) => declineReason).find(Boolean),
	}));
}

/**
 * The documents of who has declined: all open documents are `declined` then
 * (docs/service.md#document-statuses). None when the service does not tell who it was.
 */
function declinedBy({ records, declinerEmail }: Delivery): TrackedRecord[] {
	const declined = records.filter(({ status }) => status === 'declined');
	const named = declined.filter(({ email }) => email !== undefined && email === declinerEmail);
	if (named.length > 0) return named;
	const told = records.filter(
		({ events, declineReason }) =>
			declineReason !== undefined || events.some(({ type }) => type === endingTypes.declined),
	);
	if (told.length > 0) return told;
	return new Set(declined.map(({ email }) => email)).size === 1 ? declined : [];
}
