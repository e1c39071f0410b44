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
	messageOf,
	refusal,
	topic,
	leaveOpen,
} from '../question';
import type { Tape } from '../tape';
import { otherCreation } from './seen';

/** Bad tokens and downloads without JSON have rows of their own. */
const errors = (tape: Tape): Answer[] =>
	tape.exchanges
		.filter(({ call }) => call.token === undefined)
		.filter(
			({ call, answer }) => !call.path.includes('/download/') || typeof answer.body !== 'string',
		)
		.map(({ answer }) => answer)
		.filter(({ status }) => status >= 400 && status < 500);

const detailsOf = ({ body }: Answer): unknown =>
	z.object({ error_details: z.unknown() }).safeParse(body).data?.error_details;

/** Bodies of errors (docs/service.md#error-body). */
export const errorBodies = topic('error-body', {
	'An error answers `status_code`, `message` and sometimes `error_details`.': (tape) =>
		every(
			errors(tape),
			'error',
			({ status, body }) =>
				z.object({ status_code: z.literal(status), message: z.string() }).safeParse(body).success,
			(answer) => `${described(answer)} without status_code or message`,
		),
	'`error_details` is an object or a list of texts, depending on the error.': (tape) => {
		const details = errors(tape)
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
	'A bad token gets an answer in the shape of OAuth: `error` with `error_message`, or with `error_description`, which no program shows.':
		(tape) =>
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
	'Words about a parameter name it as it was sent, e.g. `recipients[0][email]`, with indices from 0.':
		(tape) => {
			const answer = refusal(otherCreation(tape, 'a recipient without a name'));
			if (messageOf(answer) === '') leaveOpen('it has no words');
			const words = messageOf(answer) + JSON.stringify(detailsOf(answer) ?? '');
			return check(words.includes('recipients[0][name]'), described(answer));
		},
});

/** Reading calls with an ID that nothing has. That of a subscription has a row of its own. */
const UNKNOWN = [
	...['unknown request', 'unknown of emails', 'unknown of sms', 'unknown certified file'],
	...['unknown contact', 'unknown branding'],
];

/** Refusals (docs/service.md#known-refusals). */
export const refusals = topic('known-refusals', {
	'A wrong list of recipients: 400 `Invalid recipient list`.': (tape) =>
		isRefused(otherCreation(tape, 'no recipients'), 400, /Invalid recipient list/),
	"A wrong address: 400 `Invalid recipient email address`, with the address under `invalid email`. In the newer edition's example the message is `Invalid recipient list`.":
		(tape) => {
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
	'A web address (`http://`, `https://`, `www.`) in a subject or a body: 400 `URLs are not allowed in the body`, or `in the subject`. One program found in the sandbox that a dot before a letter is enough, as in `contract.pdf`. The nodes hint at web addresses before, and say what to do after it.':
		apartFrom('bodies', (tape) =>
			isRefused(otherCreation(tape, 'a web address in the subject'), 400, /URLs are not allowed/),
		),
	'A file that is not a PDF, DOC or DOCX: 400 `Invalid pdf`, with a list of texts.': (tape) => {
		const answer = refusal(otherCreation(tape, 'a text as a PDF'));
		return all(
			isRefused(answer, 400, /Invalid pdf/),
			check(Array.isArray(detailsOf(answer)), 'no list of texts'),
		);
	},
	'A bad or missing token: 401.': (tape) =>
		all(
			hasStatus(refusal(tape.answer('count without a token')), 401),
			hasStatus(tape.answer('count with a wrong token'), 401),
		),
	'A reminder for a signed or canceled request: 403 `Documents already signed`.': (tape) =>
		isRefused(tape.answer('reminder after a cancel'), 403, /Documents already signed/),
	'Canceling a request that is not ready: 403 `You cannot cancel a non-ready request`.': (tape) =>
		isRefused(tape.answer('second cancel'), 403, /You cannot cancel a non-ready request/),
	'An unknown id: 404.': (tape) => all(...UNKNOWN.map((name) => hasStatus(tape.answer(name), 404))),
	'The message of that answer has `not found`.': (tape) =>
		all(
			...UNKNOWN.map((name) => refusal(tape.answer(name))).map((answer) =>
				isRefused(answer, answer.status, /not found/i),
			),
		),
	'Any other broken rule: 400 `Invalid <parameter>`, with a list of `<parameter>: <reason>`.': (
		tape,
	) => {
		const answer = otherCreation(tape, 'an unknown signing mode');
		const details = z.array(z.string().regex(/^signing_mode: ./)).min(1);
		return all(
			isRefused(answer, 400, /Invalid signing_mode/),
			check(details.safeParse(detailsOf(answer)).success, 'no list of reasons'),
		);
	},
	'An unknown parameter: 400 `Unknown parameter <name>`.': (tape) =>
		isRefused(
			otherCreation(tape, 'an unknown parameter'),
			400,
			new RegExp(`Unknown parameter ${RECORDER.unknownParameter}`),
		),
	'An unknown parameter in the query is refused too.': (tape) =>
		isRefusedAtAll(tape.answer('unknown parameter in the query')),
	'A multipart PATCH: 415.': (tape) => hasStatus(refusal(tape.answer('cancel as multipart')), 415),
});
