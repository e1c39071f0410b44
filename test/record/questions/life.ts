import { RECORDER } from '../recorderTexts';
import {
	accepted,
	all,
	apartFrom,
	check,
	every,
	hasStatus,
	isRefusedAtAll,
	needed,
	refusal,
	succeeds,
	topic,
	leaveOpen,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { idOf, requestIn, templatesIn } from '../wire';
import {
	counted,
	createdRequest,
	dataIn,
	knownStatus,
	listed,
	needsFilterByData,
	otherCreation,
} from './seen';

/** Custom data (docs/service.md#custom-data). */
export const customData = topic('custom-data', {
	'Pairs of `data` are stored with the request, and requests can be listed and counted by them.': (
		tape,
	) => {
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
	"A key that belongs to a template's widget fills it, and the signer may change the value.":
		apartFrom('that the signer may change it', (tape) =>
			succeeds(otherCreation(tape, 'a filled widget', 'a template')),
		),
	'A pair that fills a field is not stored and cannot be searched by.': (tape) => {
		const { words, stored } = fillingWords(tape);
		return check(stored.length < words.length, 'the pair is stored');
	},
	'The key that fills a widget of a template is its `key`: the reference calls it `widget_id`.': (
		tape,
	) => isFilling(tape, 'key'),
	'The key that fills a widget of a template is its `name`, "the exact name given in the widget\'s detail".':
		(tape) => isFilling(tape, 'name'),
	"The keys `n8n_reference`, `n8n_own_reference`, `n8n_contents`, `n8n_call`, `n8n_waits`, `n8n_trigger` and `n8n_address`, which we add to the user's keys, do no harm.":
		apartFrom('all but `n8n_reference`', (tape) =>
			check(storedKeys(tape).includes(RECORDER.reference), 'the pair is not in the request'),
		),
	"A key may have square brackets in pairs: `data[a[b]]` is the key `a[b]`. A bracket without its other half cannot be written in the form's notation, so the nodes refuse it. A parser that ends a key at the first `]`, as PHP's does, would read `a[b`. It also takes blanks and dots for underscores, so the nodes refuse every key that could be read as `n8n_…`.":
		apartFrom('that blanks and dots are taken for underscores', (tape) => {
			const keys = storedKeys(tape).filter((key) => key.startsWith('n8n['));
			return check(
				keys.includes(RECORDER.bracketKey),
				`stored keys that begin so: ${keys.join() || 'none'}`,
			);
		}),
});

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

/** Reminders (docs/service.md#reminders). */
export const reminders = topic('reminders', {
	'`POST /v3/signatures/{id}/reminder.json` reminds the signer. It has no parameters.': (tape) =>
		succeeds(tape.answer('reminder')),
	'It answers the whole request, with `reminder_email_processed` at the end of the events. The reference calls the answer a document, so only a whole request is simplified.':
		(tape) => {
			needed(requestIn, tape.answer('request by email'));
			const { documents } = requestIn(accepted(tape.answer('reminder')));
			const last = documents[0]?.events.at(-1)?.type ?? 'none';
			return check(last === 'reminder_email_processed', `the last event is ${last}`);
		},
	'A reminder, manual or automatic, is sent through the channel of the request, email or SMS.':
		apartFrom('SMS and automatic reminders', (tape) => {
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
});

/** Expiry (docs/service.md#expiry). */
export const expiry = topic('expiry', {
	'`expire_time` is a positive number of days, at most 365.': (tape) =>
		all(
			succeeds(otherCreation(tape, '365 days to sign')),
			isRefusedAtAll(otherCreation(tape, '366 days to sign', '365 days to sign')),
		),
	'`expire_time` 0 is refused, because the reference wants a positive number. One public program sent it all the same.':
		(tape) => isRefusedAtAll(otherCreation(tape, '0 days to sign')),
});

/** Cancel, delete, rename (docs/service.md#cancel-delete-and-rename). */
export const changes = topic('cancel-delete-and-rename', {
	'`PATCH /v3/signatures/{id}/cancel.json` cancels, with an optional `reason`, and answers the canceled request.':
		(tape) => {
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
	'The body of a cancel may be empty.': (tape) => succeeds(tape.answer('cancel without a body')),
	'A request that is still `in_queue` cannot be canceled.': (tape) => {
		const [document] = needed(requestIn, tape.answer('Word request at once')).documents;
		if (document?.status !== 'in_queue') leaveOpen('it was prepared before it could be canceled');
		return isRefusedAtAll(tape.answer('cancel at once'));
	},
	'The reason of a cancel is in no answer, only in the audit trail.': apartFrom(
		'that it is in the audit trail',
		(tape) =>
			check(
				!['cancel', 'request at its end'].some((name) =>
					JSON.stringify(tape.answer(name).body).includes(RECORDER.reason),
				),
				'an answer has it',
			),
	),
	'`DELETE /v3/signatures/{id}` deletes a request.': (tape) =>
		all(
			succeeds(tape.answer('deletion')),
			isRefusedAtAll(tape.answer('request after its deletion')),
		),
	'A request in progress cannot be deleted.': (tape) => {
		const answer = tape.answer('deletion while in progress');
		return check(answer.status >= 400, `status ${answer.status}`);
	},
	'Deleting a request in progress answers 403.': (tape) =>
		hasStatus(refusal(tape.answer('deletion while in progress')), 403),
	'Deleting answers 204 without a body. Any 2xx counts that is empty, or JSON that tells of no error.':
		(tape) => {
			const answer = accepted(tape.answer('deletion'));
			return all(hasStatus(answer, 204), check(answer.body === '', 'it has a body'));
		},
	'`POST /v3/signatures/{id}/name` renames a request and answers its id.': (tape) => {
		const answer = tape.answer('new name');
		return all(
			succeeds(answer),
			check(idOf(answer) === createdRequest(tape).id, 'it does not answer the id'),
		);
	},
	'An empty name is refused.': (tape) => isRefusedAtAll(tape.answer('empty name')),
});
