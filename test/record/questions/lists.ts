import { z } from 'zod';

import type { Answer } from '../client';
import {
	accepted,
	all,
	apartFrom,
	check,
	every,
	hasShape,
	isRefused,
	needed,
	refusal,
	succeeds,
	topic,
	undecided,
	type Finding,
} from '../question';
import type { Tape } from '../tape';
import {
	countIn,
	entriesIn,
	hooksIn,
	newestDay,
	requestIn,
	requestsIn,
	templatesIn,
} from '../wire';
import {
	createdRequest,
	declinedRequests,
	firstPage,
	hasTotal,
	isNewestFirst,
	isPartOf,
	isSorted,
} from './seen';

const listed = (tape: Tape, name: string) => requestsIn(accepted(tape.answer(name)));
const counted = (tape: Tape, name: string): number => countIn(tape.answer(name));

/** Paging (docs/service.md#paging). */
export const paging = topic('paging', {
	'The `/v3` lists are read by `limit` and `offset` (0 by default).': (tape) => {
		const part = requestsIn(tape.answer('requests 2 and 3'));
		return isPartOf(firstPage(tape), part, 1, 'the page at offset 1');
	},
	'Event hooks and the `/v4` templates are read by `limit` and `page`, from 1.': (tape) => {
		const { web_hooks: whole } = needed(hooksIn, tape.answer('event hooks'));
		const second = templatesIn(tape.answer('templates with widgets, page 2'));
		return all(
			isPartOf(whole, hooksIn(tape.answer('event hook 2')).web_hooks, 1, 'page 2 of event hooks'),
			isPartOf(
				needed(templatesIn, tape.answer('templates with widgets')),
				second,
				1,
				'page 2 of templates',
			),
		);
	},
	'Lists come newest first.': (tape) =>
		all(...['list of requests', 'emails', 'sms'].map((name) => isNewestFirst(tape, name))),
	'Lists are strictly sorted by `created_at`.': (tape) => isSorted(tape, 'list of requests'),
	'Except for event hooks, lists have no totals and no links; a short or empty page is the last one.':
		apartFrom('short pages', (tape) =>
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

/** Filters (docs/service.md#filters). */
export const filters = topic('filters', {
	'`GET /v3/signatures.json` lists requests by `status`, `since`, `until`, `ids` and custom data.':
		(tape) => {
			if (requestsIn(tape.answer('list of requests')).length === 0) {
				undecided('the account has no request');
			}
			return all(
				...[
					'requests that are completed',
					'requests that are declined',
					'requests of the newest day',
					'requests by ids',
					'requests by unknown custom data',
				].map((name) => succeeds(tape.answer(name))),
			);
		},
	'`status` is in lower case and finds requests with a document of that status.': (tape) =>
		every(
			['completed', 'declined'].flatMap((status) =>
				listed(tape, `requests that are ${status}`).map(({ documents }) => ({ status, documents })),
			),
			'completed or declined request',
			(request) => request.documents.some(({ status }) => status === request.status),
			({ status }) => `a request is listed without a document that is ${status}`,
		),
	'`since` and `until` are days of creation, `YYYY-MM-DD`; `since` is included, `until` is not.': (
		tape,
	) => {
		const day = newestDay(firstPage(tape)) ?? undecided('the account has no request');
		const has = (name: string) =>
			listed(tape, name).some(({ created_at: at }) => at.slice(0, 10) === day);
		return all(
			check(has('requests since the newest day'), 'since leaves out its day'),
			check(!has('requests until the newest day'), 'until does not leave out its day'),
			check(has('requests of the newest day'), 'a day from itself to the next has nothing'),
		);
	},
	'`ids` are separated by commas.': (tape) => {
		const wanted = firstPage(tape).slice(0, 2);
		if (wanted.length < 2) undecided('the account has fewer than two requests');
		return check(
			idsOf(wanted) === idsOf(listed(tape, 'requests by ids')),
			`${listed(tape, 'requests by ids').length} requests for 2 ids`,
		);
	},
	'An address with 100 ids, about 4,000 characters, is accepted. More are asked for in groups.': (
		tape,
	) => succeeds(tape.answer('requests by 100 ids')),
	'The list by `ids` shows the same histories as the requests alone. Posts that arrive together are so confirmed in one call.':
		(tape) => {
			const one = needed(requestIn, tape.answer('listed request'));
			const entry = listed(tape, 'requests by 100 ids').find(({ id }) => id === one.id);
			return check(
				JSON.stringify(entry?.documents) === JSON.stringify(one.documents),
				'the list has other documents than the request alone',
			);
		},
	'Custom data and `ids` filter together: entries must have both. Polls so read the open requests of one trigger, 100 in a call.':
		(tape) => {
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
	'A custom data key is a parameter of its own, e.g. `crm_id=2445`.': (tape) => {
		if (firstPage(tape).length === 0) undecided('the account has no request');
		const { length } = listed(tape, 'requests by unknown custom data');
		return check(length === 0, `${length} are listed that do not have it`);
	},
});

const idsOf = (requests: { id: string }[]): string =>
	requests
		.map(({ id }) => id)
		.sort()
		.join();

/** Counts (docs/service.md#counts). */
export const counts = topic('counts', {
	'`GET /v3/signatures/count.json` counts requests by the same filters as the list.': (tape) => {
		const sum =
			counted(tape, 'count since the newest day') + counted(tape, 'count until the newest day');
		const total = counted(tape, 'count of requests afterwards');
		if (total === 0) undecided('the account has no request');
		return all(
			check(sum === total, `${sum} since and until a day, ${total} in all`),
			check(
				counted(tape, 'count by unknown custom data') === 0,
				'some are counted that do not have the custom data',
			),
		);
	},
	'A count is the number of entries in the list: requests, not documents.': (tape) => {
		const requests = declinedRequests(tape);
		const documents = requests.flatMap((request) => request.documents);
		if (requests.length === 100) undecided('the declined requests fill a page');
		if (documents.length === requests.length) undecided('no declined request has two documents');
		const count = countIn(accepted(tape.answer('count of declined')));
		return check(count === requests.length, `${count} counted, ${requests.length} listed`);
	},
	'A count answers `{count}`, a number.': (tape) => {
		const answer = accepted(tape.answer('count of requests'));
		if (typeof answer.body !== 'object') undecided('it is no JSON');
		return hasShape(answer, z.object({ count: z.number() }).strict());
	},
});

/** Sizes of pages (docs/service.md#page-sizes). */
export const pageSizes = topic('page-sizes', {
	'A page has at most 100 entries: requests, emails, SMS, event hooks, `/v3` templates, subscriptions.':
		(tape) => all(...LIMITED.map((name) => isLimited(tape, name, 100))),
	'A page of the `/v4` templates has at most 10.': (tape) =>
		isLimited(tape, 'templates with widgets, limit 11', 10),
	'Without a `limit`, a page has as many entries as are allowed.': (tape) => {
		const count = needed(countIn, tape.answer('count of requests afterwards'));
		const { length } = firstPage(tape);
		if (length === count && count < 100) undecided(`the account has ${count} requests only`);
		return check(length === 100, `${length} of ${count}`);
	},
	'For signature requests, `limit` + `offset` is at most 10,000.': (tape) =>
		all(
			succeeds(tape.answer('requests with offset 9900')),
			check(
				tape.answer('requests with offset 9901').status >= 400,
				'the page beyond 10,000 is answered',
			),
		),
	'The other lists have no such limit.': apartFrom('subscriptions and `/v3` templates', (tape) =>
		all(
			succeeds(tape.answer('emails with offset 9901')),
			succeeds(tape.answer('sms with offset 9901')),
		),
	),
	'Beyond these limits the answer is 400.': (tape) =>
		all(
			isRefused(refusal(tape.answer('requests with offset 9901')), 400),
			isRefused(beyond(tape, 'templates with widgets, limit 11', 10), 400),
			...LIMITED.map((name) => isRefused(beyond(tape, name, 100), 400)),
		),
});

const LIMITED = ['requests', 'emails', 'sms', 'event hooks', 'templates', 'subscriptions'].map(
	(name) => `${name} with limit 101`,
);

/** Whether a page of more than is allowed is refused or cut. */
export function isLimited(tape: Tape, name: string, limit: number): Finding {
	const answer = tape.answer(name);
	if (answer.status >= 400) return true;
	const { length } = entriesIn(answer);
	if (length < limit) undecided(`"${name}" has ${length} entries only`);
	return check(length === limit, `"${name}" has ${length} entries`);
}

/** An answer to a page of more than is allowed. @throws Undecided when all entries are answered */
function beyond(tape: Tape, name: string, limit: number): Answer {
	const answer = tape.answer(name);
	if (answer.status < 400 && needed(entriesIn, answer).length > limit) {
		undecided(`"${name}" has more entries than the limit`);
	}
	return answer;
}
