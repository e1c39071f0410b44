// Questions about addresses, tokens, IDs, dates, file sizes and bodies of the API in general.

import { SANDBOX_HOST } from '../credential';
import { RECORDER } from '../recorderTexts';
import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	isRefused,
	leaveOpen,
	messageOf,
	needed,
	questionsOf,
	refusal,
	succeeds,
} from '../question';
import { entriesIn, hooksIn, newestDay, requestsIn } from '../wire';
import {
	createdRequest,
	DATE,
	firstPage,
	otherCreation,
	readAgain,
	requestsSeen,
	textsAt,
} from './seen';

const shifted = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Where a day of Madrid begins or ends at another hour than one of UTC. */
const isNearMidnight = (date: string): boolean => /T(22|23|00|01)/.test(date);

export const general = questionsOf({
	// Hosts and paths (docs/service.md#environments)
	'environments-hosts': apartFrom('production', (tape) => {
		if (tape.host !== SANDBOX_HOST) leaveOpen('another address was asked');
		const { status, body } = tape.answer('count of requests');
		return check(typeof body === 'object', `status ${status} without JSON`);
	}),
	'environments-v4-same-host': (tape) => {
		const answer = tape.answer('templates with widgets');
		if (answer.status >= 300) return described(answer);
		return needed(entriesIn, answer).length > 0 || leaveOpen('the account has no template');
	},
	'environments-json-paths': apartFrom('`.xml`', (tape) =>
		every(
			tape.exchanges.filter(
				({ call, answer }) => call.path.endsWith('.json') && answer.status < 300,
			),
			'answers to paths that end in .json',
			({ answer }) => (answer.headers['content-type'] ?? '').includes('json'),
			({ name, answer }) => `"${name}" has the type ${answer.headers['content-type'] ?? 'none'}`,
		),
	),
	'environments-no-redirects': (tape) =>
		every(
			tape.exchanges.filter(({ call }) => !call.path.includes('/download/')),
			'answers',
			({ answer }) => answer.status < 300 || answer.status >= 400,
			({ name, answer }) => `"${name}" has status ${answer.status}`,
		),

	// Tokens (docs/service.md#access-tokens)
	'tokens-bearer': apartFrom('where the token comes from', (tape) => {
		accepted(tape.answer('count of requests'));
		const { status } = tape.answer('count without a token');
		return check(status >= 400, `status ${status} without a token`);
	}),
	'tokens-may-count': (tape) => succeeds(tape.answer('count of requests')),

	// Ids and dates (docs/service.md#ids-and-dates)
	'ids-uuid': (tape) =>
		every(
			requestsSeen(tape).flatMap(({ id, documents }) => [id, ...documents.map((item) => item.id)]),
			'ids',
			(id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id),
			(id) => `an id of ${id.length} characters`,
		),
	'ids-characters': (tape) =>
		every(
			textsAt('id', tape),
			'ids',
			(id) => /^[\w-]+(\.[\w-]+)*$/.test(id),
			(id) => `an id with ${id.replace(/[\w.-]/g, '') || 'dots at its ends'}`,
		),
	'ids-of-event-hooks': (tape) =>
		every(
			needed(hooksIn, tape.answer('event hooks')).web_hooks,
			'event hooks',
			({ id }) => /^[\w-]{20}$/.test(id),
			({ id }) => `an id of ${id.length} characters`,
		),
	'dates-format': apartFrom('that they are in UTC', (tape) =>
		every(
			textsAt('created_at', tape),
			'dates',
			(date) => DATE.test(date),
			(date) => `a date such as ${date.replace(/\d/g, '0')}`,
		),
	),
	'dates-filter-days-utc': (tape) => {
		const day = newestDay(firstPage(tape)) ?? leaveOpen('the account has no request');
		const [before, after] = [shifted(day, -1), shifted(day, 1)];
		const all = firstPage(tape);
		const near = all.filter(({ created_at: at }) => isNearMidnight(at));
		const ofDay = all.filter(({ created_at: at }) => at.slice(0, 10) === day);
		const oldest = all.at(-1)?.created_at.slice(0, 10) ?? day;
		if (!near.some(({ created_at: at }) => [before, day, after].includes(at.slice(0, 10)))) {
			leaveOpen('no request was created within two hours of midnight around the newest day');
		}
		if (oldest === day && all.length === 100) leaveOpen('the newest day fills a page');
		const found = needed(requestsIn, tape.answer('requests of the newest day'));
		if (found.length === 0) leaveOpen('nothing is listed of the newest day');
		if (found.some(({ created_at: at }) => at.slice(0, 10) < before)) {
			leaveOpen('the filter finds requests of other days');
		}
		// Whether the days themselves are included is a row of its own.
		const missing = ofDay.filter(({ id }) => !found.some((request) => request.id === id)).length;
		const earlier = found.filter(({ created_at: at }) => at.slice(0, 10) < day).length;
		return check(
			missing + earlier === 0,
			`${missing} of the day are missing, and ${earlier} are earlier, by their dates in UTC`,
		);
	},

	// Sizes and lengths (docs/service.md#file-sizes, docs/service.md#text-lengths)
	'file-size-15-mb': apartFrom('other files', (tape) => {
		const { status } = otherCreation(tape, 'a file of more than 15 MB');
		return check(status >= 400, `status ${status} for more than 15 MB`);
	}),
	'file-size-refusal': (tape) =>
		isRefused(refusal(otherCreation(tape, 'a file of more than 15 MB')), 400, /Invalid file size/),
	'body-multipart-names': (tape) => {
		const { recipients = [] } = (tape.exchange('creation').call.body?.fields ?? {}) as {
			recipients?: { email: string }[];
		};
		const found = createdRequest(tape).documents.map(({ email }) => email);
		return every(recipients, 'recipients', ({ email }) => found.includes(email));
	},
	'body-patch': apartFrom('JSON', (tape) => {
		accepted(tape.answer('cancel'));
		const { status } = tape.answer('cancel as multipart');
		return check(status >= 400, 'a multipart PATCH is accepted');
	}),
	'body-file-names-utf8': (tape) => {
		const name = readAgain(tape).documents[0]?.file?.name;
		return check(name === RECORDER.pdf, 'the name of the file is another');
	},
	'variant-booleans': apartFrom('all but `true`', (tape) => {
		const usual = refusal(tape.answer('creation with an SMS code without a phone'));
		const word = otherCreation(tape, 'an SMS code as a word without a phone');
		if (messageOf(usual) === '') leaveOpen('what it is compared with has no words');
		return all(
			isRefused(word, usual.status, /./),
			check(messageOf(word) === messageOf(usual), described(word)),
		);
	}),
});
