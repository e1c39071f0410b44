// How a signature request or a document stands, as a sentence with names and times.

// How a signature request or one of its documents stands, in a sentence: who has done what, and when.
import { IANAZone } from 'luxon';
import { cut, inQuotes, MAX_SHOWN, showHidden } from '../transport/errors/shown';
import type { Remedy } from '../transport/errors/refusal';
import { DAY } from '../transport/lists/timeRange';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import { typesEnding } from './catalogue';
import {
	BOUNCED,
	documentStatus,
	instant,
	outcomeOf,
	requestStatus,
	signersOf,
	undeliveredTo,
} from './state';

/** The documented statuses, of which `error` is two. `bounced`: the email came back, so the signer can be changed. */
export type Standing =
	| 'in_queue'
	| 'ready'
	| 'signing'
	| 'completed'
	| 'declined'
	| 'canceled'
	| 'expired'
	| 'bounced'
	| 'failed';

export interface Stand {
	standing: Standing;
	/** What to do at the panel if that keeps from something, as far as it is always the same; otherwise empty. */
	advice: string;
	/** Without a capital at its beginning and a full stop at its end. Names, titles and reasons are of strangers. */
	sentence: string;
}

const OVER = 'Nobody can sign it any more. The operation Create sends a new one';
/** Where it helps to wait. */
export const SOON = 'Try again in a minute.';

const advices: Readonly<Record<Standing, string>> = {
	in_queue: SOON,
	ready: '',
	signing: 'In a minute, the operation Download Signed of Document gets the signed PDF.',
	completed: 'The operation Download Signed of Document gets the signed PDF.',
	declined: `${OVER}.`,
	canceled: `${OVER}.`,
	expired: `${OVER}; its option Expires After (Days) says for how long.`,
	bounced: 'The operation Change Signer of Document sends it to another address.',
	failed: 'The operation Create sends a new one.',
};

/** Who can mend what a state keeps from, by its advice. */
export const remedyOf = (advice: string): Remedy => (advice === SOON ? 'later' : 'nobody');

interface Concerned {
	delivery: Delivery;
	/** The documents that it is about. */
	documents: readonly TrackedRecord[];
	/** IANA name; days are told in it. */
	zone: string;
}

type Timestamped = Pick<TrackedRecord['events'][number], 'createdAt'>;

/**
 * How a request stands, or one of its documents; `undefined` for a status that is not documented.
 *
 * @param zone IANA name; days are told in it
 * @param document one of the request; all of them unless given
 */
export function standOf(
	delivery: Delivery,
	zone: string,
	document?: TrackedRecord,
): Stand | undefined {
	const documents = document ? [document] : delivery.records;
	const concerned = { delivery, documents, zone };
	const standing = standingOf(concerned);
	if (!standing) return undefined;
	const advice = advices[standing];
	return { standing, sentence: sentences[standing](concerned), advice };
}

function standingOf({ delivery, documents }: Concerned): Standing | undefined {
	const statuses = documents.map(documentStatus);
	const status = requestStatus(statuses);
	switch (status) {
		case 'error': {
			if (outcomeOf(documents) === 'failed') return 'failed';
			return statuses.includes('ready') ? 'ready' : 'bounced';
		}
		case 'signing':
			// The next signer waits until it is done.
			return statuses.includes('in_queue') ? 'in_queue' : status;
		case 'in_queue':
			// Others can sign, so this one is in the queue of the signers.
			return delivery.records.map(documentStatus).includes('ready') ? 'ready' : status;
		case 'ready':
		case 'completed':
		case 'declined':
		case 'canceled':
		case 'expired':
			return status;
		default:
			return undefined;
	}
}

const sentences: Record<Standing, (concerned: Concerned) => string> = {
	in_queue: ({ documents }) => `${filesOf(documents)} ${be(documents, 'is')} still being prepared`,
	ready: ({ documents }) => {
		const open = documents.filter((each) => documentStatus(each) === 'ready');
		const who = people(open);
		if (open.length === 0) return `it is not the turn of ${people(documents)} yet`;
		return `${who} ${manyIn(open) ? 'have' : 'has'} not signed ${filesOf(open)} yet`;
	},
	signing: (concerned) => `${signed(concerned)}, and Signaturit is still applying the signature`,
	completed: signed,
	declined: ({ delivery, documents, zone }) => {
		const decliners = signersOf(delivery).filter(({ declined }) => declined === true);
		const reason = decliners.map(({ declineReason }) => declineReason).find(Boolean);
		const day = on(firstOf(delivery.records, 'document_declined'), zone);
		const why = reason === undefined ? '' : ` (${inQuotes(reason)})`;
		return `${people(decliners)} declined ${filesOf(documents)}${day}${why}`;
	},
	canceled: ({ documents, zone }) => {
		const day = on(firstOf(documents, 'document_canceled'), zone);
		return `${filesOf(documents)} ${be(documents, 'was')} canceled${day}`;
	},
	expired: ({ delivery, documents, zone }) => {
		const end = firstOf(documents, 'document_expired');
		const unsigned = documents.filter((each) => documentStatus(each) === 'expired');
		const without = `without the signature of ${people(unsigned)}`;
		return `${filesOf(documents)} expired${on(end, zone)}${howLong(delivery, end)}, ${without}`;
	},
	bounced: ({ documents, zone }) => {
		const undelivered = undeliveredTo(documents);
		const bounced = undelivered.length > 0 ? undelivered : documents;
		const [first] = bounced;
		const event = bounced.flatMap(({ events }) => events).findLast(({ type }) => type === BOUNCED);
		const isNamed = first?.name && first.email && !manyIn(bounced);
		const address = isNamed ? ` (${onOneLine(first.email ?? '')})` : '';
		const why = event?.reason === undefined ? '' : ` (${inQuotes(event.reason)})`;
		return `the email to ${people(bounced)}${address} came back${on(event, zone)}${why}`;
	},
	failed: ({ documents, zone }) => {
		const failed = documents.filter((each) => documentStatus(each) === 'error');
		const event = typesEnding('failed')
			.map((type) => firstOf(failed, type))
			.find(Boolean);
		return `Signaturit could not process ${filesOf(failed)}${on(event, zone)}`;
	},
};

function signed({ documents, zone }: Concerned): string {
	const last = lastOf(documents, 'document_signed') ?? lastOf(documents, 'document_completed');
	const files = filesOf(documents);
	if (!manyIn(documents)) return `${people(documents)} signed ${files}${on(last, zone)}`;
	const signer = documents.filter(({ events }) => events.some((event) => event === last));
	const end = last ? `, ${people(signer)} as the last${on(last, zone)}` : '';
	return `everyone has signed ${files}${end}`;
}

/** Longest list of people in a sentence. */
const MOST_PEOPLE = 3;

type Person = Pick<TrackedRecord, 'name' | 'email' | 'phone'>;

const namesOf = (some: readonly Person[]) => [
	...new Set(some.flatMap(({ name, email, phone }) => (name ?? email ?? phone) || [])),
];

const manyIn = (some: readonly Person[]) => namesOf(some).length > 1;

/** E.g. `Ada Lovelace and Charles Babbage`; `a signer` if nobody is named. */
function people(some: readonly Person[]): string {
	const names = namesOf(some);
	const shown = names.slice(0, MOST_PEOPLE).map(onOneLine);
	const more = names.length - shown.length;
	const last = more > 0 ? `${more} more` : shown.pop();
	return [shown.join(', '), last].filter(Boolean).join(' and ') || 'a signer';
}

const titlesOf = (documents: readonly TrackedRecord[]) => [
	...new Set(documents.flatMap(({ file }) => file?.name ?? [])),
];

/** E.g. `"contract.pdf" and 2 more`. */
function filesOf(documents: readonly TrackedRecord[]): string {
	const [first, ...others] = titlesOf(documents);
	if (first === undefined) return 'the document';
	return inQuotes(first, MAX_SHOWN) + (others.length > 0 ? ` and ${others.length} more` : '');
}

const be = (documents: readonly TrackedRecord[], verb: 'is' | 'was') =>
	titlesOf(documents).length > 1 ? { is: 'are', was: 'were' }[verb] : verb;

/** A name or address of a stranger, on one line. */
const onOneLine = (text: string) =>
	cut(showHidden(text.slice(0, 2 * MAX_SHOWN)).replaceAll('\n', ' '), MAX_SHOWN);

const byTime = (a: Timestamped, b: Timestamped) =>
	(instant(a.createdAt) || 0) - (instant(b.createdAt) || 0);

const happenedIn = (documents: readonly TrackedRecord[], wanted: string) =>
	documents
		.flatMap(({ events }) => events)
		.filter(({ type }) => type === wanted)
		.sort(byTime);

const firstOf = (...wanted: Parameters<typeof happenedIn>) => happenedIn(...wanted)[0];
const lastOf = (...wanted: Parameters<typeof happenedIn>) => happenedIn(...wanted).at(-1);

/** A time zone of n8n, or UTC if there is no such zone. */
export const knownZone = (zone: string): string => (IANAZone.isValidZone(zone) ? zone : 'UTC');

/** E.g. ` on 29 November`, with the year unless it is this one; empty if the day is not known. */
function on(event: Timestamped | undefined, zone: string): string {
	const time = instant(event?.createdAt);
	if (Number.isNaN(time)) return '';
	const timeZone = knownZone(zone);
	const yearOf = (moment: number) =>
		new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format(moment);
	const year = yearOf(time) === yearOf(Date.now()) ? undefined : 'numeric';
	const format = { day: 'numeric', month: 'long', year, timeZone } as const;
	return ` on ${new Intl.DateTimeFormat('en-GB', format).format(time)}`;
}

/** E.g. ` after 30 days`; empty if it is not known. */
function howLong({ createdAt }: Delivery, end: Timestamped | undefined): string {
	const days = Math.round((instant(end?.createdAt) - instant(createdAt)) / DAY);
	if (!(days >= 1)) return '';
	return ` after ${days} ${days === 1 ? 'day' : 'days'}`;
}
