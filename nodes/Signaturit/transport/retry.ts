import { delays } from './deadline';
import { connectionCode } from './errors/errors';
import { headerSchema, type AnswerHead } from './exchange';
import type { Write } from './writes';

/** Answers that say "not now": too many requests, or a gateway that did not get through. */
const retriedStatuses = new Set([429, 502, 503, 504]);

/** Codes of connections that broke (`ERR_BAD_RESPONSE`: axios's). Time-outs are not retried: they take too long. */
const retriedCodes = /^(EAI_AGAIN|ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE)$/;

type Pause = (milliseconds: number) => Promise<void>;

/**
 * Repeats a task until `pauseAfter` gives `undefined` for its outcome, which is then the result, or the error thrown.
 *
 * @param pauseAfter milliseconds to wait after an outcome, by the number of tries made
 */
export async function repeated<Result>(
	task: () => Promise<Result>,
	pauseAfter: (outcome: PromiseSettledResult<Result>, tries: number) => number | undefined,
	pause: Pause,
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
 * Makes a request up to three times, with growing pauses, while its failure may be temporary. Only for requests that
 * read: one that changes something may have been carried out whatever the answer, and the service recognises no
 * repetition (docs/service.md#repetition-and-idempotency), so a contract could be sent twice.
 */
export async function withRetries<A extends AnswerHead>(
	attempt: () => Promise<A>,
	pause: Pause,
): Promise<A> {
	const pauseAfter = (outcome: PromiseSettledResult<A>, tries: number) => {
		if (outcome.status === 'fulfilled') return pauseAfterAnswer(outcome.value, tries);
		const isRetried = retriedCodes.test(connectionCode(outcome.reason) ?? '');
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
 * Makes a request that changes something until the service takes it: after a 429, and after no other answer, it waits
 * as long as `Retry-After` says, up to a minute in all. A 429 should come before the service has done anything
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
	const pauseAfter = (outcome: PromiseSettledResult<A>, tries: number) => {
		if (outcome.status === 'rejected' || outcome.value.statusCode !== 429) return undefined;
		const asked = askedWait(outcome.value);
		if (asked === undefined || tries >= triesWhileBusy[repeat]) return undefined;
		const wait = Math.max(asked, delays.retries[0] ?? 0);
		waited += wait;
		return waited <= delays.patience ? wait : undefined;
	};
	return await repeated(attempt, pauseAfter, pause);
}

/** How long to wait before the next try of a request that reads, in milliseconds; `undefined` if there is none. */
export function pauseAfterAnswer(answer: AnswerHead, tries: number, now = Date.now()) {
	const pause = delays.retries[tries - 1];
	if (pause === undefined || !retriedStatuses.has(answer.statusCode)) return undefined;
	const wait = Math.max(pause, askedWait(answer, now) ?? 0);
	return wait <= delays.longestRetryAfter ? wait : undefined;
}

/** How long an answer asks to wait by its `Retry-After` (seconds or a date), in milliseconds, if it does. */
export function askedWait({ headers }: AnswerHead, now = Date.now()): number | undefined {
	const asked = headerSchema.parse(headers['retry-after']);
	const wait = /^\s*\d+\s*$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
	return Number.isNaN(wait) ? undefined : wait;
}
