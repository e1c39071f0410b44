import { z } from 'zod';

import {
	accepted,
	all,
	check,
	described,
	every,
	hasShape,
	needed,
	succeeds,
	questionsOf,
	leaveOpen,
} from '../question';
import type { Tape } from '../tape';
import { identifiedIn, newestDay, requestIn, requestsIn } from '../wire';
import {
	createdRequest,
	counted,
	firstPage,
	hasDeclined,
	knownStatus,
	listed,
	needsFilterByData,
} from './seen';

/** Filters (docs/service.md#filters). */
export const filters = questionsOf({
	'filter-request-list': (tape) => {
		if (identifiedIn(tape.answer('list of requests')).length === 0) {
			leaveOpen('the account has no request');
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
});

/** @throws StillOpen when lists do not find by ids alone, which is a row of its own */
function needsFilterByIds(tape: Tape): void {
	const [newest] = firstPage(tape);
	const found = needed(requestsIn, tape.answer('requests by ids'));
	if (found.length > 2 || !found.some(({ id }) => id === newest?.id)) {
		leaveOpen('the list does not find two requests by their ids');
	}
}

const idsOf = (requests: { id: string }[]): string =>
	requests
		.map(({ id }) => id)
		.sort()
		.join();

/** Counts (docs/service.md#counts). */
export const counts = questionsOf({
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
