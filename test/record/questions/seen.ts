import type { Answer } from '../client';
import { check, every, undecided, type Finding } from '../question';
import type { Tape } from '../tape';
import { datedIn, ifAny, requestIn, requestsIn, type SignatureRequest } from '../wire';

/** As dates are written (docs/service.md#ids-and-dates). */
export const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/;

/** Every signature request in an answer to a reading call. */
export const requestsSeen = (tape: Tape): SignatureRequest[] =>
	tape.exchanges
		.filter(({ call }) => call.method === 'GET')
		.flatMap(({ answer }) =>
			[ifAny(() => requestsIn(answer)) ?? [], ifAny(() => requestIn(answer)) ?? []].flat(),
		);

/** The values at a key, at any depth of an answer's body. */
export function valuesAt(key: string, body: unknown): unknown[] {
	if (typeof body !== 'object' || body === null) return [];
	return Object.entries(body).flatMap(([name, value]) => [
		...(name === key && !Array.isArray(body) ? [value] : []),
		...valuesAt(key, value),
	]);
}

/** The texts at a key in all answers of the run that are successes. */
export const textsAt = (key: string, tape: Tape): string[] =>
	tape.exchanges
		.filter(({ answer }) => answer.status < 300)
		.flatMap(({ answer }) => valuesAt(key, answer.body))
		.filter((value) => typeof value === 'string');

/** Whether a list of at least two entries comes with the newest first. */
export function isNewestFirst(tape: Tape, name: string): Finding {
	const dates = datedIn(tape.answer(name)).map((entry) => Date.parse(entry.created_at));
	return every(
		dates.slice(1).map((date, index) => [dates[index] ?? 0, date] as const),
		`two entries in: ${name}`,
		([before, after]) => before >= after,
		() => `in "${name}", an entry stands after an older one`,
	);
}

/** Whether a part of a list is the same as asked for by itself. */
export function isPartOf(
	whole: { id: string }[],
	part: { id: string }[],
	from: number,
	what: string,
): Finding {
	const ids = part.map(({ id }) => id).join();
	const expected = whole.slice(from, from + part.length).map(({ id }) => id);
	return check(ids === expected.join(), `${what} is not that part of the first page`);
}

/**
 * The answer to a creation with a fault. It says something only if the service accepts the same without it.
 *
 * @param without the form that has no fault
 * @throws Undecided when even that is refused
 */
export function faultyCreation(tape: Tape, fault: string, without = 'nothing special'): Answer {
	if (tape.answer(`creation with ${without}`).status >= 300) {
		undecided(`a creation with ${without} is refused too`);
	}
	return tape.answer(`creation with ${fault}`);
}
