// Questions about error answers: their form, their words, and what the service refuses.

import { z } from 'zod';

import type { Answer } from '../client';
import { RECORDER } from '../recorderTexts';
import {
	all,
	apartFrom,
	check,
	described,
	every,
	hasStatus,
	isRefused,
	isRefusedAtAll,
	leaveOpen,
	messageOf,
	questionsOf,
	refusal,
} from '../question';
import type { Tape } from '../tape';
import { otherCreation } from './seen';

/** Bad tokens and downloads without JSON have rows of their own. */
const refusedAnswers = (tape: Tape): Answer[] =>
	tape.exchanges
		.filter(({ call }) => call.token === undefined)
		.filter(
			({ call, answer }) => !call.path.includes('/download/') || typeof answer.body !== 'string',
		)
		.map(({ answer }) => answer)
		.filter(({ status }) => status >= 400 && status < 500);

const detailsOf = ({ body }: Answer): unknown =>
	z.object({ error_details: z.unknown() }).safeParse(body).data?.error_details;

/** Reading calls with an ID that nothing has. That of a subscription has a row of its own. */
const UNKNOWN = [
	...['unknown request', 'unknown of emails', 'unknown of sms', 'unknown certified file'],
	...['unknown contact', 'unknown branding'],
];

export const errors = questionsOf({
	// Bodies of errors (docs/service.md#error-body)
	'error-fields': (tape) =>
		every(
			refusedAnswers(tape),
			'error',
			({ status, body }) =>
				z.object({ status_code: z.literal(status), message: z.string() }).safeParse(body).success,
			(answer) => `${described(answer)} without status_code or message`,
		),
	'error-details': (tape) => {
		const details = refusedAnswers(tape)
			.map(detailsOf)
			.filter((item) => item !== undefined);
		const isList = (item: unknown) => z.array(z.string()).safeParse(item).success;
		const isObject = (item: unknown) => z.record(z.unknown()).safeParse(item).success;
		const others = details.filter((item) => !isList(item) && !isObject(item));
		if (others.length > 0) return 'details of another kind';
		return (
			(details.some(isList) && details.some(isObject)) || leaveOpen('not both kinds were seen')
		);
	},
	'error-oauth-shape': (tape) =>
		every(
			['count without a token', 'count with a wrong token'].map((name) =>
				refusal(tape.answer(name)),
			),
			'answers',
			({ body }) =>
				z
					.object({ error: z.string() })
					.and(
						z.union([
							z.object({ error_message: z.string() }),
							z.object({ error_description: z.string() }),
						]),
					)
					.safeParse(body).success,
			(answer) => `${described(answer)} in another shape`,
		),
	'error-names-parameter': (tape) => {
		const answer = refusal(otherCreation(tape, 'a recipient without a name'));
		if (messageOf(answer) === '') leaveOpen('it has no words');
		const words = messageOf(answer) + JSON.stringify(detailsOf(answer) ?? '');
		return check(words.includes('recipients[0][name]'), described(answer));
	},

	// Refusals (docs/service.md#known-refusals)
	'refusal-recipient-list': (tape) =>
		isRefused(otherCreation(tape, 'no recipients'), 400, /Invalid recipient list/),
	'refusal-recipient-address': (tape) => {
		const answer = otherCreation(tape, 'a wrong address');
		return all(
			isRefused(answer, 400, /Invalid recipient email address/),
			check(
				JSON.stringify(detailsOf(answer)) ===
					JSON.stringify({ 'invalid email': RECORDER.wrongAddress }),
				'the address is not under "invalid email"',
			),
		);
	},
	'refusal-url-in-text': apartFrom('bodies', (tape) =>
		isRefused(otherCreation(tape, 'a web address in the subject'), 400, /URLs are not allowed/),
	),
	'refusal-invalid-pdf': (tape) => {
		const answer = refusal(otherCreation(tape, 'a text as a PDF'));
		return all(
			isRefused(answer, 400, /Invalid pdf/),
			check(Array.isArray(detailsOf(answer)), 'no list of texts'),
		);
	},
	'refusal-token-401': (tape) =>
		all(
			hasStatus(refusal(tape.answer('count without a token')), 401),
			hasStatus(tape.answer('count with a wrong token'), 401),
		),
	'refusal-reminder-signed': (tape) =>
		isRefused(tape.answer('reminder after a cancel'), 403, /Documents already signed/),
	'refusal-cancel-not-ready': (tape) =>
		isRefused(tape.answer('second cancel'), 403, /You cannot cancel a non-ready request/),
	'refusal-unknown-id-404': (tape) =>
		all(...UNKNOWN.map((name) => hasStatus(tape.answer(name), 404))),
	'refusal-not-found-words': (tape) =>
		all(
			...UNKNOWN.map((name) => refusal(tape.answer(name))).map((answer) =>
				isRefused(answer, answer.status, /not found/i),
			),
		),
	'refusal-other-rules': (tape) => {
		const answer = otherCreation(tape, 'an unknown signing mode');
		const details = z.array(z.string().regex(/^signing_mode: ./)).min(1);
		return all(
			isRefused(answer, 400, /Invalid signing_mode/),
			check(details.safeParse(detailsOf(answer)).success, 'no list of reasons'),
		);
	},
	'refusal-unknown-parameter': (tape) =>
		isRefused(
			otherCreation(tape, 'an unknown parameter'),
			400,
			new RegExp(`Unknown parameter ${RECORDER.unknownParameter}`),
		),
	'refusal-unknown-query': (tape) => isRefusedAtAll(tape.answer('unknown parameter in the query')),
	'refusal-multipart-patch': (tape) => hasStatus(refusal(tape.answer('cancel as multipart')), 415),
});
