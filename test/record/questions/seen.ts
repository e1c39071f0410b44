// What questions find in a tape: signature requests, pages, counts, dates and values.

import { z } from 'zod';

import type { Answer } from '../client';
import { accepted, check, needed, partOf, leaveOpen, type CheckResult } from '../question';
import type { Tape } from '../tape';
import { STATUSES } from '../tour/account';
import {
	countIn,
	datedIn,
	entriesIn,
	hooksIn,
	ifAny,
	once,
	requestIn,
	requestsIn,
	type Document,
	type SignatureRequest,
} from '../wire';

/** As dates are written (docs/service.md#ids-and-dates). */
export const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/;

/** Every signature request in an answer to a reading call. */
export const requestsSeen = (tape: Tape): SignatureRequest[] =>
	tape.exchanges
		.filter(({ call }) => call.method === 'GET')
		.flatMap(({ answer }) => requestsOf(answer));

const requestsOf = once((answer): SignatureRequest[] =>
	[ifAny(() => requestsIn(answer)) ?? [], ifAny(() => requestIn(answer)) ?? []].flat(),
);

/** The first request of the run, as its creation answered it. @throws StillOpen when it was not created */
export const createdRequest = (tape: Tape): SignatureRequest =>
	needed(requestIn, tape.answer('creation'));

/** The same request, read again. @throws StillOpen when it was not created */
export const readAgain = (tape: Tape): SignatureRequest =>
	needed(requestIn, tape.answer('request'));

/** The first page of requests. @throws StillOpen when it cannot be read */
export const firstPage = (tape: Tape): SignatureRequest[] =>
	needed(requestsIn, tape.answer('list of requests'));

/** The first page, or one by a filter. @throws StillOpen when the list cannot be read without a filter either */
export function listed(tape: Tape, name: string): SignatureRequest[] {
	firstPage(tape);
	return requestsIn(accepted(tape.answer(name)));
}

/** A count by a filter. @throws StillOpen when the count without a filter cannot be read either */
export function counted(tape: Tape, name: string): number {
	needed(countIn, tape.answer('count of requests'));
	return countIn(accepted(tape.answer(name)));
}

export const hasDeclined = ({ documents }: SignatureRequest): boolean =>
	documents.some(({ status }) => status === 'declined');

/** The requests that somebody has declined. @throws StillOpen when they cannot be listed */
export const declinedRequests = (tape: Tape): SignatureRequest[] =>
	needed(requestsIn, tape.answer('requests that are declined')).filter(hasDeclined);

/** The status of a document. @throws StillOpen when it is unknown, which is a row of its own */
export const knownStatus = ({ status }: Document): string =>
	STATUSES.includes(status) ? status : leaveOpen(`a document has the unknown status ${status}`);

/** The custom data of a request. @throws StillOpen when it is no list of pairs, which is a row of its own */
export function dataIn(tape: Tape, name: string): { key: string; value: string }[] {
	const part = partOf(tape.answer(name), 'data');
	const { data } = z.array(z.object({ key: z.string(), value: z.string() })).safeParse(part);
	return data ?? leaveOpen('`data` is no list of keys and values');
}

/** @throws StillOpen when lists ignore filters by custom data, which is a row of its own */
export function needsFilterByData(tape: Tape): void {
	const { length } = needed(requestsIn, tape.answer('requests by unknown custom data'));
	if (length > 0) leaveOpen(`${length} requests are listed by custom data that none has`);
}

/** @throws StillOpen when lists do not find by ids alone, which is a row of its own */
export function needsFilterByIds(tape: Tape): void {
	const [newest] = firstPage(tape);
	const found = needed(requestsIn, tape.answer('requests by ids'));
	if (found.length > 2 || !found.some(({ id }) => id === newest?.id)) {
		leaveOpen('the list does not find two requests by their ids');
	}
}

/** The values at a key, at any depth of an answer's body. */
export function valuesAt(key: string, body: unknown): unknown[] {
	if (typeof body !== 'object' || body === null) return [];
	return Object.entries(body).flatMap(([name, value]) => [
		...(name === key && !Array.isArray(body) ? [value] : []),
		...valuesAt(key, value),
	]);
}

/** Whether a body tells how many entries there are, or where more of them are. */
export const hasTotal = (body: unknown): boolean =>
	!Array.isArray(body) && ['total', 'count', 'next'].some((key) => valuesAt(key, body).length > 0);

/** The texts at a key in all answers of the run that are successes. */
export const textsAt = (key: keyof typeof TEXTS, tape: Tape): string[] =>
	tape.exchanges
		.filter(({ answer }) => answer.status < 300)
		.flatMap(({ answer }) => TEXTS[key](answer));

const textsUnder = (key: string) =>
	once((answer) => valuesAt(key, answer.body).filter((value) => typeof value === 'string'));
const TEXTS = { id: textsUnder('id'), created_at: textsUnder('created_at') };

/** The first page of event hooks. @throws StillOpen when more came while the others were read: their places changed */
export function standingHooks(tape: Tape): ReturnType<typeof hooksIn> {
	const before = needed(hooksIn, tape.answer('event hooks'));
	const after = needed(hooksIn, tape.answer('event hooks afterwards'));
	if (before.web_hooks[0]?.id !== after.web_hooks[0]?.id) leaveOpen('event hooks came meanwhile');
	return before;
}

/** When the entries of a list were created. @throws StillOpen when it has fewer than two times that can be read */
function datesIn(tape: Tape, name: string): number[] {
	const dates = needed(datedIn, tape.answer(name)).map((entry) => Date.parse(entry.created_at));
	if (dates.length < 2) leaveOpen(`the account has fewer than two entries: ${name}`);
	if (dates.some(Number.isNaN)) leaveOpen(`dates cannot be read: ${name}`);
	if (new Set(dates).size === 1) leaveOpen(`all entries are of one second: ${name}`);
	return dates;
}

/** Whether a list begins with newer entries than it ends with. */
export function isNewestFirst(tape: Tape, name: string): CheckResult {
	const dates = datesIn(tape, name);
	return check((dates.at(0) ?? 0) >= (dates.at(-1) ?? 0), `"${name}" comes oldest first`);
}

/** Whether the entries of a list stand in the order of their dates, whichever end it begins at. */
export function isSorted(tape: Tape, name: string): CheckResult {
	const dates = datesIn(tape, name);
	const steps = dates.slice(1).map((date, index) => date - (dates[index] ?? 0));
	return check(
		steps.every((step) => step <= 0) || steps.every((step) => step >= 0),
		`in "${name}", an entry stands between others of another time`,
	);
}

/** Whether a part of a list, from its second entry, is the same as asked for by itself. */
export function isPartOf(
	whole: { id: string }[],
	part: { id: string }[],
	what: string,
): CheckResult {
	if (whole.length <= 1) leaveOpen('the account has too few entries');
	if (part.length === 0) return `${what} is empty`;
	const ids = part.map(({ id }) => id).join();
	const expected = whole.slice(1, 1 + part.length).map(({ id }) => id);
	return check(ids === expected.join(), `${what} is not that part of the first page`);
}

/**
 * The answer to a creation of unusual form or with a fault. It says something only if the service accepts the
 * same without it.
 *
 * @param without the usual form
 * @throws StillOpen when even that is refused
 */
export function otherCreation(tape: Tape, form: string, without = 'nothing special'): Answer {
	accepted(tape.answer(`creation with ${without}`));
	return tape.answer(`creation with ${form}`);
}

/** Whether a page of more than is allowed is refused or cut. */
export function isLimited(tape: Tape, name: string, limit: number): CheckResult {
	const answer = tape.answer(name);
	if (answer.status >= 400) return true;
	const { length } = entriesIn(answer);
	if (length < limit) leaveOpen(`"${name}" has ${length} entries only`);
	return check(length === limit, `"${name}" has ${length} entries`);
}
