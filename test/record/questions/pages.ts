import type { Answer } from '../client';
import {
	all,
	apartFrom,
	check,
	described,
	every,
	hasStatus,
	isRefusedAtAll,
	needed,
	refusal,
	succeeds,
	questionsOf,
	leaveOpen,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { entriesIn, hooksIn, identifiedIn, ifAny, requestsIn, templatesIn } from '../wire';
import { firstPage, hasTotal, isNewestFirst, isPartOf, isSorted, standingHooks } from './seen';

function isReadByOffset(tape: Tape): CheckResult {
	const whole = firstPage(tape);
	const part = identifiedIn(tape.answer('requests 2 and 3'));
	return isPartOf(whole, part, 1, 'the page at offset 1');
}

/** Paging (docs/service.md#paging). */
export const paging = questionsOf({
	'paging-limit-offset': (tape) => isReadByOffset(tape),
	'paging-limit-page': (tape) => {
		const { web_hooks: whole } = standingHooks(tape);
		const templates = needed(templatesIn, tape.answer('templates with widgets'));
		const second = templatesIn(tape.answer('templates with widgets, page 2'));
		return all(
			isPartOf(whole, hooksIn(tape.answer('event hook 2')).web_hooks, 1, 'page 2 of event hooks'),
			isPartOf(templates, second, 1, 'page 2 of templates'),
		);
	},
	'paging-newest-first': (tape) =>
		all(...['list of requests', 'emails', 'sms'].map((name) => isNewestFirst(tape, name))),
	'paging-strictly-sorted': (tape) => isSorted(tape, 'list of requests'),
	'paging-short-page-ends': apartFrom('short pages', (tape) =>
		every(
			['list of requests', 'templates', 'emails', 'sms', 'subscriptions']
				.map((name) => tape.exchange(name))
				.filter(({ answer }) => !Array.isArray(answer.body) || answer.body.length > 0),
			'lists',
			({ answer }) => !('link' in answer.headers) && !hasTotal(answer.body),
			({ name }) => `"${name}" has a total or links`,
		),
	),
});

/** Sizes of pages (docs/service.md#page-sizes). */
export const pageSizes = questionsOf({
	'page-size-100': (tape) => all(...LIMITED.map((name) => isLimited(tape, name, 100))),
	'page-size-v4-templates': (tape) => isLimited(tape, 'templates with widgets, limit 11', 10),
	'page-size-default': (tape) => {
		const allowed = firstPage(tape).length;
		if (allowed < 100) leaveOpen(`the account has ${allowed} requests only`);
		const { length } = requestsIn(tape.answer('list without a limit'));
		return check(length === allowed, `${length} instead of ${allowed}`);
	},
	'page-window-requests': (tape) => {
		if (ifAny(() => isReadByOffset(tape)) !== true) leaveOpen('lists are not read by offset');
		return all(
			succeeds(tape.answer('requests with offset 9900')),
			isRefusedAtAll(tape.answer('requests with offset 9901')),
		);
	},
	'page-window-none': apartFrom('subscriptions and `/v3` templates', (tape) => {
		const answers = ['emails', 'sms'].map((kind) => tape.answer(`${kind} with offset 9901`));
		const refused = answers.find(({ status }) => status >= 300);
		if (refused) return described(refused);
		const isLong = answers.some((answer) => needed(entriesIn, answer).length > 0);
		return isLong || leaveOpen('no list has so many entries');
	}),
	'page-beyond-400': (tape) =>
		all(
			hasStatus(refusal(tape.answer('requests with offset 9901')), 400),
			hasStatus(beyond(tape, 'templates with widgets, limit 11', 10), 400),
			...LIMITED.map((name) => hasStatus(beyond(tape, name, 100), 400)),
		),
});

const LIMITED = ['requests', 'emails', 'sms', 'event hooks', 'templates', 'subscriptions'].map(
	(name) => `${name} with limit 101`,
);

/** Whether a page of more than is allowed is refused or cut. */
export function isLimited(tape: Tape, name: string, limit: number): CheckResult {
	const answer = tape.answer(name);
	if (answer.status >= 400) return true;
	const { length } = entriesIn(answer);
	if (length < limit) leaveOpen(`"${name}" has ${length} entries only`);
	return check(length === limit, `"${name}" has ${length} entries`);
}

/** An answer to a page of more than is allowed. @throws StillOpen when all entries are answered */
function beyond(tape: Tape, name: string, limit: number): Answer {
	const answer = tape.answer(name);
	if (answer.status < 400 && needed(entriesIn, answer).length > limit) {
		leaveOpen(`"${name}" has more entries than the limit`);
	}
	return answer;
}
