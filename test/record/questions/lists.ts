import { z } from 'zod';

import {
	all,
	apartFrom,
	check,
	every,
	hasShape,
	isRefused,
	succeeds,
	topic,
	undecided,
	type Finding,
} from '../question';
import type { Tape } from '../tape';
import { countIn, hooksIn, newestDay, requestIn, requestsIn, templatesIn } from '../wire';
import { isNewestFirst, isPartOf } from './seen';

const listed = (tape: Tape, name: string) => requestsIn(tape.answer(name));
const counted = (tape: Tape, name: string): number => countIn(tape.answer(name));

/** Paging (docs/service.md#paging). */
export const paging = topic('paging', {
	'The `/v3` lists are read by `limit` and `offset` (0 by default).': (tape) => {
		const part = listed(tape, 'requests 2 and 3');
		if (part.length === 0) undecided('the account has fewer than two requests');
		return isPartOf(listed(tape, 'list of requests'), part, 1, 'the page at offset 1');
	},
	'Event hooks and the `/v4` templates are read by `limit` and `page`, from 1.': (tape) => {
		const { web_hooks: whole } = hooksIn(tape.answer('event hooks'));
		const second = templatesIn(tape.answer('templates with widgets, page 2'));
		if (whole.length < 2 || second.length === 0)
			undecided('the account has fewer than two of both');
		return all(
			isPartOf(whole, hooksIn(tape.answer('event hook 2')).web_hooks, 1, 'page 2 of event hooks'),
			isPartOf(
				templatesIn(tape.answer('templates with widgets')),
				second,
				1,
				'page 2 of templates',
			),
		);
	},
	'Lists come newest first.': (tape) =>
		all(...['list of requests', 'emails', 'sms'].map((name) => isNewestFirst(tape, name))),
	'Lists are strictly sorted by `created_at`.': (tape) => isNewestFirst(tape, 'list of requests'),
	'Except for event hooks, lists have no totals and no links; a short or empty page is the last one.':
		apartFrom('short pages', (tape) =>
			every(
				['list of requests', 'templates', 'emails', 'sms', 'subscriptions'].map((name) =>
					tape.exchange(name),
				),
				'lists',
				({ answer }) => Array.isArray(answer.body) && !('link' in answer.headers),
				({ name }) => `"${name}" is no bare list`,
			),
		),
});

/** Filters (docs/service.md#filters). */
export const filters = topic('filters', {
	'`GET /v3/signatures.json` lists requests by `status`, `since`, `until`, `ids` and custom data.':
		(tape) =>
			all(
				...[
					'requests that are completed',
					'requests of the newest day',
					'requests by ids',
					'requests by unknown custom data',
				].map((name) => succeeds(tape.answer(name))),
			),
	'`status` is in lower case and finds requests with a document of that status.': (tape) =>
		every(
			listed(tape, 'requests that are completed'),
			'completed request',
			({ documents }) => documents.some(({ status }) => status === 'completed'),
			() => 'a request is listed without such a document',
		),
	'`since` and `until` are days of creation, `YYYY-MM-DD`; `since` is included, `until` is not.': (
		tape,
	) => {
		const day = newestDay(listed(tape, 'list of requests')) ?? '';
		const has = (name: string) =>
			listed(tape, name).some(({ created_at: at }) => at.slice(0, 10) === day);
		return all(
			check(has('requests since the newest day'), 'since leaves out its day'),
			check(!has('requests until the newest day'), 'until does not leave out its day'),
			check(has('requests of the newest day'), 'a day from itself to the next has nothing'),
		);
	},
	'`ids` are separated by commas.': (tape) => {
		const wanted = listed(tape, 'list of requests').slice(0, 2);
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
			const one = requestIn(tape.answer('listed request'));
			const entry = listed(tape, 'requests by 100 ids').find(({ id }) => id === one.id);
			return check(
				JSON.stringify(entry?.documents) === JSON.stringify(one.documents),
				'the list has other documents than the request alone',
			);
		},
	'Custom data and `ids` filter together: entries must have both. Polls so read the open requests of one trigger, 100 in a call.':
		(tape) => {
			const { id } = requestIn(tape.answer('creation'));
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
	'A custom data key is a parameter of its own, e.g. `crm_id=2445`.': (tape) =>
		check(
			idsOf(listed(tape, 'requests by custom data')) === requestIn(tape.answer('creation')).id &&
				listed(tape, 'requests by unknown custom data').length === 0,
			'the list is not filtered by it',
		),
	'A key that is a parameter of the list itself, such as `status`, or that has brackets, would be taken for another parameter, so it is searched by in this form: `data[status]=x`.':
		(tape) =>
			check(
				idsOf(listed(tape, 'requests by a key with brackets')) ===
					requestIn(tape.answer('creation')).id &&
					listed(tape, 'requests by another value of a key with brackets').length === 0,
				'the list is not filtered by it',
			),
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
		return all(
			check(sum === total, `${sum} since and until a day, ${total} in all`),
			check(
				counted(tape, 'count by custom data') === listed(tape, 'requests by custom data').length,
				'the count by custom data is another',
			),
		);
	},
	'A count is the number of entries in the list: requests, not documents.': (tape) => {
		const entries = listed(tape, 'requests since the newest day').length;
		if (entries === 100) undecided('the newest day fills a page');
		const count = counted(tape, 'count since the newest day');
		return check(count === entries, `${count} counted, ${entries} listed`);
	},
	'A count answers `{count}`, a number.': (tape) =>
		hasShape(tape.answer('count of requests'), z.object({ count: z.number() }).strict()),
});

/** Sizes of pages (docs/service.md#page-sizes). */
export const pageSizes = topic('page-sizes', {
	'A page has at most 100 entries: requests, emails, SMS, event hooks, `/v3` templates, subscriptions.':
		(tape) => all(...LIMITED.map((name) => isLimited(tape, name, 100))),
	'A page of the `/v4` templates has at most 10.': (tape) =>
		isLimited(tape, 'templates with widgets, limit 11', 10),
	'Without a `limit`, a page has as many entries as are allowed.': (tape) => {
		const count = counted(tape, 'count of requests afterwards');
		const { length } = listed(tape, 'list of requests');
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
			...[...LIMITED, 'templates with widgets, limit 11', 'requests with offset 9901'].map((name) =>
				isRefused(tape.answer(name), 400),
			),
		),
});

const LIMITED = ['requests', 'emails', 'sms', 'event hooks', 'templates', 'subscriptions'].map(
	(name) => `${name} with limit 101`,
);

/** Whether a page of more than is allowed is refused or cut. */
export function isLimited(tape: Tape, name: string, limit: number): Finding {
	const { status, body } = tape.answer(name);
	if (status >= 400) return true;
	const entries = Array.isArray(body)
		? body
		: ((body as { web_hooks?: unknown[] }).web_hooks ?? []);
	if (entries.length < limit) undecided(`"${name}" has ${entries.length} entries only`);
	return check(entries.length === limit, `"${name}" has ${entries.length} entries`);
}
