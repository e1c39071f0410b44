import { apartFrom, check, described, every, needed, topic, leaveOpen } from '../question';
import type { Tape } from '../tape';
import { certifiedListIn, requestIn, requestsIn, type Document } from '../wire';
import { firstPage, requestsSeen } from './seen';

const documentsSeen = (tape: Tape): Document[] =>
	requestsSeen(tape).flatMap(({ documents }) => documents);

const typesSeen = (tape: Tape): Set<string> =>
	new Set(documentsSeen(tape).flatMap(({ events }) => events.map(({ type }) => type)));

/** The words in backticks of a text. */
const named = (text: string): string[] =>
	[...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

/** Whether the types that a row names have all been seen. Those that were not seen may still exist. */
const areSeen =
	(types: string[]) =>
	(tape: Tape): true => {
		const seen = typesSeen(tape);
		const missing = types.filter((type) => !seen.has(type));
		return missing.length === 0 || leaveOpen(`not seen: ${missing.join(', ')}`);
	};

const DOCUMENTS_HAVE =
	'Documents have `email_processed`, `email_delivered`, `email_bounced`, `email_deferred`, `reminder_email_processed`, `reminder_email_delivered`, `sms_processed`, `sms_delivered`, `document_opened`, `document_signed`, `document_completed`, `audit_trail_completed`, `document_declined`, `document_expired`, `document_canceled`, `photo_added`, `voice_added`, `file_added` and `photo_id_added`.';

/** Types of events (docs/service.md#event-types). */
export const eventTypes = topic('event-types', {
	[DOCUMENTS_HAVE]: areSeen(named(DOCUMENTS_HAVE)),
	'`email_opened` occurs, although no edition of the reference names it.': areSeen([
		'email_opened',
	]),
	'`reminder_email_opened` and `terms_and_conditions_accepted` occur, although no edition of the reference names them.':
		areSeen(['reminder_email_opened', 'terms_and_conditions_accepted']),
});

/** Types of events of certified messages (docs/service.md#certified-event-types). */
export const certifiedEventTypes = topic('certified-event-types', {
	'Certified emails have `email_processed`, `email_delivered`, `email_bounced`, `email_deferred`, `documents_opened`, `document_opened`, `document_downloaded` and `certification_completed`.':
		(tape) =>
			areKnown(
				tape,
				'emails',
				/^(email_(processed|delivered|bounced|deferred)|documents?_opened|document_downloaded|certification_completed)$/,
			),
	'Certified SMS have `sms_processed`, `sms_delivered`, `documents_opened`, `document_opened`, `document_downloaded` and `certification_completed`.':
		(tape) =>
			areKnown(
				tape,
				'sms',
				/^(sms_(processed|delivered)|documents?_opened|document_downloaded|certification_completed)$/,
			),
});

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

/** The order of events (docs/service.md#order-of-events). */
export const order = topic('order-of-events', {
	'Events are per document: two signers give two `document_completed`.': (tape) =>
		every(
			needed(requestsIn, tape.answer('requests that are completed'))
				.map(({ documents }) => documents.filter(({ status }) => status === 'completed'))
				.filter((documents) => documents.length > 1)
				.flat(),
			'completed request with two documents',
			(document) => timeOf(document, 'document_completed') !== undefined,
			() => 'a completed document has no document_completed',
		),
	'`document_signed` comes before the PDF is sealed; the signed PDF is available from `document_completed` on.':
		(tape) => {
			const signed = documentsSeen(tape).flatMap((document) => {
				const times = ['document_signed', 'document_completed'].map((type) =>
					timeOf(document, type),
				);
				const [before, after] = times;
				return before === undefined || after === undefined ? [] : [after - before];
			});
			if (signed.some(Number.isNaN)) leaveOpen('the dates cannot be read');
			if (signed.length > 0 && tape.answer('signed PDF').status >= 300) {
				return `status ${tape.answer('signed PDF').status} for the signed PDF`;
			}
			return every(
				signed,
				'signed document',
				(seconds) => seconds >= 0,
				() => 'document_completed comes first',
			);
		},
	'The audit trail is available from `audit_trail_completed` on.': (tape) => {
		const answer = tape.answer('audit trail');
		return check(answer.file !== undefined, described(answer));
	},
	'A cancel posts `document_canceled` for each document that it ends.': apartFrom(
		'the posts: the history has the events',
		(tape) =>
			every(
				needed(requestIn, tape.answer('request at its end')).documents,
				'canceled document',
				({ events }) => events.some(({ type }) => type === 'document_canceled'),
				({ events }) => `events ${events.map(({ type }) => type).join() || 'none'}`,
			),
	),
	'The history of a document need not be sorted.': (tape) => {
		const isUnsorted = documentsSeen(tape).some(({ events }) =>
			events.some(
				({ created_at: at }, index) =>
					Date.parse(at) < Date.parse(events[index - 1]?.created_at ?? at),
			),
		);
		return isUnsorted || leaveOpen('every history that was seen is sorted');
	},
	'A history only grows: an event keeps its type and its time, and those of one type in one second keep their number.':
		(tape) => {
			const later = needed(requestIn, tape.answer('request at its end')).documents;
			return every(
				needed(requestIn, tape.answer('cancel')).documents,
				'documents',
				({ id, events }) => {
					const history = later.find((document) => document.id === id)?.events ?? [];
					return JSON.stringify(history.slice(0, events.length)) === JSON.stringify(events);
				},
				() => 'an event of an earlier answer has changed or is gone',
			);
		},
	'An entry of a list carries the whole history of its documents or certificates, as the answer for one request does.':
		(tape) => {
			const one = needed(requestIn, tape.answer('listed request'));
			const entry = firstPage(tape).find(({ id }) => id === one.id);
			const histories = ({ documents }: { documents: Document[] }) =>
				JSON.stringify(documents.map(({ events }) => events));
			return check(
				entry !== undefined && histories(entry) === histories(one),
				'the list has another history than the request alone',
			);
		},
});
