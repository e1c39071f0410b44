import { z } from 'zod';
import { delays } from './delays';
import type { Write } from './writes';

/** Answers that say "not now": too many requests, or a gateway that did not get through. */
const retriedStatuses = new Set([429, 502, 503, 504]);

/**
 * Codes of connections that broke; `ERR_BAD_RESPONSE` is axios's for an answer that ended early.
 * Time-outs are not retried: another try would take as long again.
 */
const retriedCodes = new Set<string | undefined>([
	'EAI_AGAIN',
	'ECONNRESET',
	'EPIPE',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

interface Answer {
	statusCode: number;
	headers: Record<string, unknown>;
}

/** How `withRetries` reads errors and waits. */
export interface Retries {
	/** The code of a failed connection; `undefined` for another error. */
	codeOf(error: unknown): string | undefined;
	pause(milliseconds: number): Promise<void>;
}

/**
 * Repeats a task until `pauseAfter` accepts its outcome.
 *
 * @param pauseAfter milliseconds to wait after an outcome, by the number of tries made; `undefined`
 * takes the outcome as the result
 * @param pause waits this long
 * @throws the error of the last try
 */
export async function repeated<Result>(
	task: () => Promise<Result>,
	pauseAfter: (outcome: PromiseSettledResult<Result>, tries: number) => number | undefined,
	pause: (milliseconds: number) => Promise<void>,
): Promise<Result> {
	for (let tries = 1; ; tries++) {
		const [outcome] = await Promise.allSettled([task()]);
		const milliseconds = pauseAfter(outcome, tries);
		if (milliseconds !== undefined) await pause(milliseconds);
		else if (outcome.status === 'fulfilled') return outcome.value;
		else throw outcome.reason;
	}
}

/**
 * Makes a request up to three times, with growing pauses, while its failure may be temporary: 429, 502,
 * 503, 504 or a broken connection. Only for requests that read. A request that changes something
 * must not come here: whatever the answer, it may have been carried out, and the service has no key by
 * which it would recognise a repetition (docs/service.md#repetition-and-idempotency), so a contract
 * could be sent twice.
 *
 * @throws what the last try threw
 */
export async function withRetries<A extends Answer>(
	attempt: () => Promise<A>,
	{ codeOf, pause }: Retries,
): Promise<A> {
	return await repeated(
		attempt,
		(outcome, tries) => {
			if (outcome.status === 'rejected') {
				return retriedCodes.has(codeOf(outcome.reason)) ? pauseAfterTry(tries) : undefined;
			}
			return pauseAfterAnswer(outcome.value, tries);
		},
		pause,
	);
}

/** How often a request that writes is made while the service is too busy to take it. */
const triesWhileBusy: Readonly<Record<Write['repeat'], number>> = {
	'looked for': 1,
	once: 2,
	freely: 20,
};

/**
 * Makes a request that changes something until the service takes it: after a 429 it waits as long as
 * `Retry-After` says, up to a minute in all. A 429 should come before the service has done anything
 * (docs/service.md#rate-limits), but a gateway may count afterwards, so it depends on the request how often it is
 * made. No other answer is followed by another try.
 *
 * @returns the last answer. It is a 429 if it does not say how long to wait, or too long
 * @throws what `attempt` throws
 */
export async function untilAccepted<A extends Answer>(
	attempt: () => Promise<A>,
	pause: (milliseconds: number) => Promise<void>,
	repeat: Write['repeat'],
): Promise<A> {
	let waited = 0;
	return await repeated(
		attempt,
		(outcome, tries) => {
			if (outcome.status === 'rejected' || outcome.value.statusCode !== 429) return undefined;
			const asked = askedWait(outcome.value, Date.now());
			if (asked === undefined || tries >= triesWhileBusy[repeat]) return undefined;
			const wait = Math.max(asked, pauseAfterTry(1) ?? 0);
			waited += wait;
			return waited <= delays.patience ? wait : undefined;
		},
		pause,
	);
}

/**
 * How long to wait after an answer before the next try, in milliseconds: as long as its `Retry-After`
 * says (seconds or a date). `undefined` if there is no next try.
 *
 * @param tries how many were made
 */
export function pauseAfterAnswer(
	{ statusCode, headers }: Answer,
	tries: number,
	now = Date.now(),
): number | undefined {
	const pause = pauseAfterTry(tries);
	if (pause === undefined || !retriedStatuses.has(statusCode)) return undefined;
	const wait = Math.max(pause, askedWait({ headers }, now) ?? 0);
	return wait <= delays.longestRetryAfter ? wait : undefined;
}

function pauseAfterTry(tries: number): number | undefined {
	return delays.retries[tries - 1];
}

const headerSchema = z.string();

/** How long an answer asks to wait by its `Retry-After`, in milliseconds; `undefined` if it does not. */
export function askedWait({ headers }: Pick<Answer, 'headers'>, now: number): number | undefined {
	const { data = '' } = headerSchema.safeParse(headers['retry-after']);
	const wait = /^\s*\d+\s*$/.test(data) ? Number(data) * 1000 : Date.parse(data) - now;
	return Number.isNaN(wait) ? undefined : wait;
}
