// Questions about custom data, and about reminding, canceling, deleting and renaming a signature request.

import { RECORDER } from '../recorderTexts';
import {
	accepted,
	all,
	apartFrom,
	check,
	every,
	hasStatus,
	isRefusedAtAll,
	leaveOpen,
	needed,
	questionsOf,
	refusal,
	succeeds,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { idOf, requestIn, templatesIn } from '../wire';
import { counted, createdRequest, dataIn, knownStatus, listed, needsFilterByData } from './seen';

/** What stands for the widget that was filled, and which of these words are stored in spite of it. */
function fillingWords(tape: Tape) {
	const stored = dataIn(tape, 'request with a filled widget').map(({ key }) => key);
	const templates = needed(templatesIn, tape.answer('templates with widgets'));
	const texts = templates.flatMap(({ widgets }) => widgets.filter(({ type }) => type === 'text'));
	const [{ key, name = key } = leaveOpen('no template has a text')] = texts;
	const words = [...new Set([key, name])];
	return { key, name, words, stored: words.filter((word) => stored.includes(word)) };
}

/** Whether this word fills the widget: what fills is not stored. If both are, nothing follows. */
function isFilling(tape: Tape, kind: 'key' | 'name'): CheckResult {
	const { words, stored, [kind]: word } = fillingWords(tape);
	if (stored.length === words.length) leaveOpen('what fills a widget is stored too');
	return check(!stored.includes(word), 'the pair is stored');
}

const storedKeys = (tape: Tape): string[] => dataIn(tape, 'request').map(({ key }) => key);

export const life = questionsOf({
	// Custom data (docs/service.md#custom-data)
	'data-stored-and-searchable': (tape) => {
		needsFilterByData(tape);
		const found = listed(tape, 'requests by custom data');
		const { id } = createdRequest(tape);
		return all(
			check(storedKeys(tape).includes(RECORDER.mark), 'the pair is not in the request'),
			check(
				found.some((request) => request.id === id),
				'the list does not find it',
			),
			check(counted(tape, 'count by custom data') > 0, 'the count does not find it'),
		);
	},
	'data-filling-not-stored': (tape) => {
		const { words, stored } = fillingWords(tape);
		return check(stored.length < words.length, 'the pair is stored');
	},
	'data-widget-key': (tape) => isFilling(tape, 'key'),
	'data-widget-name': (tape) => isFilling(tape, 'name'),
	'data-n8n-keys-harmless': apartFrom('all but `n8n_reference`', (tape) =>
		check(storedKeys(tape).includes(RECORDER.reference), 'the pair is not in the request'),
	),
	'data-brackets-in-keys': apartFrom('that blanks and dots are taken for underscores', (tape) => {
		const keys = storedKeys(tape).filter((key) => key.startsWith('n8n['));
		return check(
			keys.includes(RECORDER.bracketKey),
			`stored keys that begin so: ${keys.join() || 'none'}`,
		);
	}),

	// Reminders (docs/service.md#reminders)
	'reminder-post': (tape) => succeeds(tape.answer('reminder')),
	'reminder-answer': (tape) => {
		needed(requestIn, tape.answer('request by email'));
		const { documents } = requestIn(accepted(tape.answer('reminder')));
		const last = documents[0]?.events.at(-1)?.type ?? 'none';
		return check(last === 'reminder_email_processed', `the last event is ${last}`);
	},
	'reminder-channel': apartFrom('SMS and automatic reminders', (tape) => {
		const reminders = needed(requestIn, tape.answer('reminder'))
			.documents.flatMap(({ events }) => events.map(({ type }) => type))
			.filter((type) => type.startsWith('reminder_'));
		return every(
			reminders,
			'event of a reminder',
			(type) => type.startsWith('reminder_email_'),
			(type) => `an event ${type}`,
		);
	}),

	// Cancel, delete, rename (docs/service.md#cancel-delete-and-rename)
	'cancel-request': (tape) => {
		const created = createdRequest(tape);
		const { id, documents } = requestIn(tape.answer('cancel'));
		return all(
			check(id === created.id, 'another request is answered'),
			every(
				documents,
				'documents',
				(document) => knownStatus(document) === 'canceled',
				({ status }) => `a document is ${status}`,
			),
		);
	},
	'cancel-empty-body': (tape) => succeeds(tape.answer('cancel without a body')),
	'cancel-not-in-queue': (tape) => {
		const [document] = needed(requestIn, tape.answer('Word request at once')).documents;
		if (document?.status !== 'in_queue') leaveOpen('it was prepared before it could be canceled');
		return isRefusedAtAll(tape.answer('cancel at once'));
	},
	'cancel-reason-in-trail-only': apartFrom('that it is in the audit trail', (tape) =>
		check(
			!['cancel', 'request at its end'].some((name) =>
				JSON.stringify(tape.answer(name).body).includes(RECORDER.reason),
			),
			'an answer has it',
		),
	),
	'delete-request': (tape) =>
		all(
			succeeds(tape.answer('deletion')),
			isRefusedAtAll(tape.answer('request after its deletion')),
		),
	'delete-not-in-progress': (tape) => {
		const answer = tape.answer('deletion while in progress');
		return check(answer.status >= 400, `status ${answer.status}`);
	},
	'delete-in-progress-403': (tape) =>
		hasStatus(refusal(tape.answer('deletion while in progress')), 403),
	'delete-answer-204': (tape) => {
		const answer = accepted(tape.answer('deletion'));
		return all(hasStatus(answer, 204), check(answer.body === '', 'it has a body'));
	},
	'rename-request': (tape) => {
		const answer = tape.answer('new name');
		return all(
			succeeds(answer),
			check(idOf(answer) === createdRequest(tape).id, 'it does not answer the id'),
		);
	},
	'rename-empty-refused': (tape) => isRefusedAtAll(tape.answer('empty name')),
});
