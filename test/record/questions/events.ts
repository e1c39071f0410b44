// Questions about the types, the order and the reasons of events in histories.

import { z } from 'zod';

import { ledgerRows } from '../judge';
import { apartFrom, check, described, every, leaveOpen, needed, questionsOf } from '../question';
import type { Tape } from '../tape';
import { certifiedListIn, requestIn, requestsIn, type Document } from '../wire';
import { firstPage, requestsSeen, declinedRequests } from './seen';

const documentsSeen = (tape: Tape): Document[] =>
	requestsSeen(tape).flatMap(({ documents }) => documents);

const typesSeen = (tape: Tape): Set<string> =>
	new Set(documentsSeen(tape).flatMap(({ events }) => events.map(({ type }) => type)));

/** The words in backticks of a row. */
const namedIn = (id: string): string[] => {
	const what = ledgerRows().find((row) => row.id === id)?.what ?? '';
	return [...what.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
};

/** Whether the types that a row names have all been seen. Those that were not seen may still exist. */
const areSeen =
	(id: string) =>
	(tape: Tape): true => {
		const seen = typesSeen(tape);
		const missing = namedIn(id).filter((type) => !seen.has(type));
		return missing.length === 0 || leaveOpen(`not seen: ${missing.join(', ')}`);
	};

const areKnown = (tape: Tape, kind: string, known: RegExp) =>
	every(
		needed(certifiedListIn, tape.answer(kind))
			.flatMap(({ certificates }) => certificates)
			.flatMap(({ events }) => events),
		`event of ${kind}`,
		({ type }) => known.test(type),
		({ type }) => `an event ${type}`,
	);

const timeOf = ({ events }: Document, wanted: string): number | undefined => {
	const event = events.find(({ type }) => type === wanted);
	return event && Date.parse(event.created_at);
};

const reasoned = z.object({ decline_reason: z.string() });

export const events = questionsOf({
	// Types of events (docs/service.md#event-types)
	'event-types-of-documents': areSeen('event-types-of-documents'),
	'event-types-email-opened': areSeen('event-types-email-opened'),
	'event-types-reminder-opened': areSeen('event-types-reminder-opened'),

	// Types of events of certified messages (docs/service.md#certified-event-types)
	'certified-event-types-email': (tape) =>
		areKnown(
			tape,
			'emails',
			/^(email_(processed|delivered|bounced|deferred)|documents?_opened|document_downloaded|certification_completed)$/,
		),
	'certified-event-types-sms': (tape) =>
		areKnown(
			tape,
			'sms',
			/^(sms_(processed|delivered)|documents?_opened|document_downloaded|certification_completed)$/,
		),

	// The order of events (docs/service.md#order-of-events)
	'order-per-document': (tape) =>
		every(
			needed(requestsIn, tape.answer('requests that are completed'))
				.map(({ documents }) => documents.filter(({ status }) => status === 'completed'))
				.filter((documents) => documents.length > 1)
				.flat(),
			'completed request with two documents',
			(document) => timeOf(document, 'document_completed') !== undefined,
		),
	'order-signed-then-completed': (tape) => {
		const signed = documentsSeen(tape).flatMap((document) => {
			const times = ['document_signed', 'document_completed'].map((type) => timeOf(document, type));
			const [before, after] = times;
			return before === undefined || after === undefined ? [] : [after - before];
		});
		if (signed.some(Number.isNaN)) leaveOpen('the dates cannot be read');
		if (signed.length > 0 && tape.answer('signed PDF').status >= 300) {
			return `status ${tape.answer('signed PDF').status} for the signed PDF`;
		}
		return every(signed, 'signed document', (seconds) => seconds >= 0);
	},
	'order-trail-after-completed': (tape) => {
		const answer = tape.answer('audit trail');
		return check(answer.file !== undefined, described(answer));
	},
	'order-cancel-event-each': apartFrom('the posts: the history has the events', (tape) =>
		every(
			needed(requestIn, tape.answer('request at its end')).documents,
			'canceled document',
			({ events }) => events.some(({ type }) => type === 'document_canceled'),
			({ events }) => `events ${events.map(({ type }) => type).join() || 'none'}`,
		),
	),
	'order-history-unsorted': (tape) => {
		const isUnsorted = documentsSeen(tape).some(({ events }) =>
			events.some(
				({ created_at: at }, index) =>
					Date.parse(at) < Date.parse(events[index - 1]?.created_at ?? at),
			),
		);
		return isUnsorted || leaveOpen('every history that was seen is sorted');
	},
	'order-history-only-grows': (tape) => {
		const later = needed(requestIn, tape.answer('request at its end')).documents;
		return every(
			needed(requestIn, tape.answer('cancel')).documents,
			'documents',
			({ id, events }) => {
				const history = later.find((document) => document.id === id)?.events ?? [];
				return JSON.stringify(history.slice(0, events.length)) === JSON.stringify(events);
			},
		);
	},
	'order-list-whole-history': (tape) => {
		const one = needed(requestIn, tape.answer('listed request'));
		const entry = firstPage(tape).find(({ id }) => id === one.id);
		const histories = ({ documents }: { documents: Document[] }) =>
			JSON.stringify(documents.map(({ events }) => events));
		return check(
			entry !== undefined && histories(entry) === histories(one),
			'the list has another history than the request alone',
		);
	},

	// Reasons (docs/service.md#reasons)
	'reasons-in-answers': apartFrom(
		'emails that come back',
		(tape) =>
			declinedRequests(tape).some(({ documents }) =>
				documents.some((document) =>
					[document, ...document.events].some((part) => reasoned.safeParse(part).success),
				),
			) || leaveOpen('no declined request tells a reason'),
	),
	'reasons-decliner-in-document': (tape) =>
		declinedRequests(tape).some(({ documents }) =>
			documents.some((document) => document.decliner_email !== undefined),
		) || leaveOpen('no document of a declined request has it'),
});
