// Documents and signature requests with a history of events, for tests of the trigger.

import fc from 'fast-check';
import type { Delivery, TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import { happeningsIn } from '../../../nodes/Signaturit/trigger/history';
import { toSettings } from '../../../nodes/Signaturit/trigger/settings';

export const BEGIN = Date.parse('2026-03-01T10:00:00Z');

/** The time so many seconds after the beginning, as the service writes it. */
export const at = (seconds: number) =>
	`${new Date(BEGIN + seconds * 1_000).toISOString().slice(0, 19)}+0000`;

type Event = TrackedRecord['events'][number];

/** An event so many seconds after the beginning. */
export const event = (type: string, seconds: number): Event => ({ type, createdAt: at(seconds) });

/** A document with this history. */
export const document = (
	id: string,
	events: readonly Event[],
	status: string | undefined = 'ready',
): TrackedRecord => ({ id, status, createdAt: at(0), events: [...events] }) as TrackedRecord;

/** A signature request with these documents. */
export const request = (...records: TrackedRecord[]): Delivery => ({
	id: 's1',
	createdAt: at(0),
	data: {},
	records,
});

/** The settings of a trigger for these values of the field Events. */
export const settings = (...events: string[]) => toSettings({ events });

const ENDS = ['completed', 'canceled', 'declined', 'expired', 'failed'].map(
	(outcome) => `request_${outcome}`,
);

/** The settings of a trigger for all events and outcomes. */
export const ALL = settings('*', ...ENDS);

/** The keys of what starts the workflow, of what happened since a time. */
export const keysOf = (delivery: Delivery, chosen = ALL, since = -Infinity) =>
	happeningsIn([delivery], chosen)
		.filter(({ time }) => time >= since)
		.map(({ key }) => key);

const TYPES = [
	'document_opened',
	'document_signed',
	'document_completed',
	'document_declined',
	'document_canceled',
	'document_expired',
	'expiration_extended',
	'photo_added',
	'document_error',
];
const STATUSES = ['ready', 'completed', 'declined', 'canceled', 'expired', 'error', undefined];

const anyEvent = fc.record({ type: fc.constantFrom(...TYPES), seconds: fc.nat(5) });

/** Any request, few seconds long so that many things fall on one second. */
export const anyRequest = fc
	.array(
		fc.record({
			status: fc.constantFrom(...STATUSES),
			events: fc.array(anyEvent, { maxLength: 6 }),
		}),
		{ minLength: 1, maxLength: 5 },
	)
	.map((documents) =>
		request(
			...documents.map(({ status, events }, index) =>
				document(
					`d${index}`,
					events.map(({ type, seconds }) => event(type, seconds)),
					status,
				),
			),
		),
	);

/** A function that brings a list into another order, always the same one for lists of one length. */
export const shuffle = fc
	.array(fc.nat(), { minLength: 20, maxLength: 20 })
	.map((ranks) => <T>(list: readonly T[]): T[] => {
		const ranked = list.map((entry, index) => ({ entry, rank: ranks[index % 20] ?? 0 }));
		return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
	});
