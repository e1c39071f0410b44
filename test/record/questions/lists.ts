// Questions about paging, filters and counts of signature requests and about page sizes.

import { z } from 'zod';

import type { Answer } from '../client';
import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	hasShape,
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
import {
	entriesIn,
	hooksIn,
	identifiedIn,
	ifAny,
	newestDay,
	requestIn,
	requestsIn,
	templatesIn,
} from '../wire';
import {
	counted,
	createdRequest,
	firstPage,
	hasDeclined,
	hasTotal,
	isLimited,
	isNewestFirst,
	isPartOf,
	isSorted,
	knownStatus,
	listed,
	needsFilterByData,
	needsFilterByIds,
	standingHooks,
} from './seen';

const isReadByOffset = (tape: Tape): CheckResult =>
	isPartOf(firstPage(tape), identifiedIn(tape.answer('requests 2 and 3')), 'the page at offset 1');

const LIMITED = ['requests', 'emails', 'sms', 'event hooks', 'templates', 'subscriptions'].map(
	(name) => `${name} with limit 101`,
);

/** An answer to a page of more than is allowed. @throws StillOpen when all entries are answered */
function beyond(tape: Tape, name: string, limit: number): Answer {
	const answer = tape.answer(name);
	if (answer.status < 400 && needed(entriesIn, answer).length > limit) {
		leaveOpen(`"${name}" has more entries than the limit`);
	}
	return answer;
}

const idsOf = (requests: { id: string }[]): string =>
	requests
		.map(({ id }) => id)
		.sort()
		.join();

export const lists = questionsOf({
	// Paging (docs/service.md#paging)
	'paging-limit-offset': (tape) => isReadByOffset(tape),
	'paging-limit-page': (tape) => {
		const { web_hooks: whole } = standingHooks(tape);
		const templates = needed(templatesIn, tape.answer('templates with widgets'));
		const second = templatesIn(tape.answer('templates with widgets, page 2'));
		return all(
			isPartOf(whole, hooksIn(tape.answer('event hook 2')).web_hooks, 'page 2 of event hooks'),
			isPartOf(templates, second, 'page 2 of templates'),
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

	// Sizes of pages (docs/service.md#page-sizes)
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

	// Filters (docs/service.md#filters)
	'filter-request-list': (tape) => {
		if (identifiedIn(tape.answer('list of requests')).length === 0) {
			leaveOpen('the account has no request');
		}
		const filters = [
			...['that are completed', 'that are declined', 'of the newest day', 'by ids'],
			'by unknown custom data',
		];
		return all(...filters.map((filter) => succeeds(tape.answer(`requests ${filter}`))));
	},
	'filter-status': (tape) =>
		every(
			['completed', 'declined'].flatMap((status) =>
				listed(tape, `requests that are ${status}`).map(({ documents }) => ({ status, documents })),
			),
			'completed or declined request',
			({ documents, status }) =>
				documents.map((document) => knownStatus(document)).includes(status),
			({ status }) => `a request is listed without a document that is ${status}`,
		),
	'filter-since-until': (tape) => {
		const day = newestDay(firstPage(tape)) ?? leaveOpen('the account has no request');
		const has = (name: string) =>
			listed(tape, name).some(({ created_at: at }) => at.slice(0, 10) === day);
		return all(
			check(has('requests since the newest day'), 'since leaves out its day'),
			check(!has('requests until the newest day'), 'until does not leave out its day'),
			check(has('requests of the newest day'), 'a day from itself to the next has nothing'),
		);
	},
	'filter-ids-commas': (tape) => {
		const wanted = firstPage(tape).slice(0, 2);
		if (wanted.length < 2) leaveOpen('the account has fewer than two requests');
		return check(
			idsOf(wanted) === idsOf(listed(tape, 'requests by ids')),
			`${listed(tape, 'requests by ids').length} requests for 2 ids`,
		);
	},
	'filter-100-ids': (tape) => {
		needsFilterByIds(tape);
		const answer = tape.answer('requests by 100 ids');
		if (answer.status >= 300) return described(answer);
		return check(needed(requestsIn, answer).length > 0, 'the one that exists is not listed');
	},
	'filter-ids-same-history': (tape) => {
		const one = needed(requestIn, tape.answer('listed request'));
		const entry =
			listed(tape, 'requests by 100 ids').find(({ id }) => id === one.id) ??
			leaveOpen('the list does not have the request');
		return check(
			JSON.stringify(entry.documents) === JSON.stringify(one.documents),
			'the list has other documents than the request alone',
		);
	},
	'filter-data-and-ids': (tape) => {
		needsFilterByData(tape);
		needsFilterByIds(tape);
		const { id } = createdRequest(tape);
		return all(
			check(
				idsOf(listed(tape, 'requests by ids and custom data')) === id,
				'what has both is not the only one found',
			),
			check(
				listed(tape, 'requests by ids and other custom data').length === 0,
				'one is found that has not both',
			),
		);
	},
	'filter-data-key': (tape) => {
		if (firstPage(tape).length === 0) leaveOpen('the account has no request');
		const { length } = listed(tape, 'requests by unknown custom data');
		return check(length === 0, `${length} are listed that do not have it`);
	},
	'filter-data-key-of-parameter': (tape) => {
		needsFilterByData(tape);
		const { id } = createdRequest(tape);
		return all(
			check(
				idsOf(listed(tape, 'requests by a key with brackets')) === id,
				'what has it is not the only one found',
			),
			check(
				listed(tape, 'requests by another value of a key with brackets').length === 0,
				'one is found that has another value',
			),
		);
	},

	// Counts (docs/service.md#counts)
	'count-requests': (tape) => {
		const filters = ['since the newest day', 'by unknown custom data'];
		const pairs = filters
			.map((filter) => ({
				filter,
				found: needed(requestsIn, tape.answer(`requests ${filter}`)).length,
			}))
			.filter(({ found }) => found < 100);
		if (pairs.every(({ found }) => found === 0)) leaveOpen('no filter finds less than a page');
		return every(
			pairs.map((pair) => ({ ...pair, count: counted(tape, `count ${pair.filter}`) })),
			'requests',
			({ found, count }) => count === found,
			({ filter, found, count }) => `${count} counted and ${found} listed ${filter}`,
		);
	},
	'count-of-entries': (tape) => {
		const requests = needed(requestsIn, tape.answer('requests that are declined'));
		const documents = requests.flatMap((request) => request.documents);
		if (!requests.every(hasDeclined)) leaveOpen('the filter finds others too');
		if (requests.length === 100) leaveOpen('the declined requests fill a page');
		if (documents.length === requests.length) leaveOpen('no declined request has two documents');
		const count = counted(tape, 'count of declined');
		return check(count === requests.length, `${count} counted, ${requests.length} listed`);
	},
	'count-answer': (tape) => {
		const answer = accepted(tape.answer('count of requests'));
		if (typeof answer.body !== 'object') leaveOpen('it is no JSON');
		return hasShape(answer, z.object({ count: z.number() }).strict());
	},
});
