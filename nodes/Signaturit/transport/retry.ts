import { delays } from './deadline';
import { connectionCode } from './errors/connection';
import { headerSchema, type AnswerHead } from './exchange';
import type { Write } from './writes';

/** Answers that say "not now": too many requests, or a gateway that did not get through. */
const retriedStatuses = new Set([429, 502, 503, 504]);

/** Codes of connections that broke (`ERR_BAD_RESPONSE`: axios's). Time-outs are not retried: they take too long. */
const retriedCodes = /^(EAI_AGAIN|ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE)$/;

type Pause = (milliseconds: number) => Promise<void>;

/**
 * Repeats a task until `pauseAfter` gives `undefined`; then gives its last result, or throws its last error.
 *
 * @param pauseAfter milliseconds to wait after a try has settled, by the number of tries made
 */
export async function repeated<Result>(
	task: () => Promise<Result>,
	pauseAfter: (settled: PromiseSettledResult<Result>, tries: number) => number | undefined,
	pause: Pause,
): Promise<Result> {
	for (let tries = 1; ; tries++) {
		const [settled] = await Promise.allSettled([task()]);
		const milliseconds = pauseAfter(settled, tries);
		if (milliseconds !== undefined) await pause(milliseconds);
		else if (settled.status === 'fulfilled') return settled.value;
		else throw settled.reason;
	}
}

/**
 * Makes a request up to three times, with growing pauses, while its error may be temporary. Only for requests that
 * read: one that changes something may have been carried out whatever the answer, and the service recognises no
 * repetition (docs/service.md#repetition-and-idempotency), so a contract could be sent twice.
 */
export async function withRetries<A extends AnswerHead>(
	attempt: () => Promise<A>,
	pause: Pause,
): Promise<A> {
	const pauseAfter = (settled: PromiseSettledResult<A>, tries: number) => {
		if (settled.status === 'fulfilled') return pauseAfterAnswer(settled.value, tries);
		const isRetried = retriedCodes.test(connectionCode(settled.reason) ?? '');
		return isRetried ? delays.retries[tries - 1] : undefined;
	};
	return await repeated(attempt, pauseAfter, pause);
}

const triesWhileBusy: Readonly<Record<Write['repeat'], number>> = {
	'looked for': 1,
	once: 2,
	freely: 20,
};

/**
 * Repeats a request that changes something until the service takes it, but only after a 429. It waits as long as
 * `Retry-After` says, up to a minute in all. A 429 should come before the service has done anything
 * (docs/service.md#rate-limits); in case it does not, the request says how often it is made (`Write`).
 *
 * @returns the last answer. It is a 429 if it does not say how long to wait, or too long
 */
export async function untilAccepted<A extends AnswerHead>(
	attempt: () => Promise<A>,
	pause: Pause,
	repeat: Write['repeat'],
): Promise<A> {
	let waited = 0;
	const pauseAfter = (settled: PromiseSettledResult<A>, tries: number) => {
		if (settled.status === 'rejected' || settled.value.statusCode !== 429) return undefined;
		const asked = askedWait(settled.value);
		if (asked === undefined || tries >= triesWhileBusy[repeat]) return undefined;
		const wait = Math.max(asked, delays.retries[0] ?? 0);
		waited += wait;
		return waited <= delays.patience ? wait : undefined;
	};
	return await repeated(attempt, pauseAfter, pause);
}

/** How long to wait before the next try of a request that reads, in milliseconds; `undefined` if there is none. */
export function pauseAfterAnswer(answer: AnswerHead, tries: number) {
	const pause = delays.retries[tries - 1];
	if (pause === undefined || !retriedStatuses.has(answer.statusCode)) return undefined;
	const wait = Math.max(pause, askedWait(answer) ?? 0);
	return wait <= delays.longestRetryAfter ? wait : undefined;
}

/**
 * The milliseconds that an answer asks to wait by its `Retry-After` (seconds, or a date by the clock of its `Date`);
 * `undefined` if it does not ask.
 */
export function askedWait({ headers }: AnswerHead): number | undefined {
	const asked = headerSchema.parse(headers['retry-after']);
	if (/^\s*\d+\s*$/.test(asked)) return Number(asked) * 1000;
	const wait = Date.parse(asked) - Date.parse(headerSchema.parse(headers.date));
	return Number.isNaN(wait) ? undefined : wait;
}
