import { z } from 'zod';

/** Tries of a request, the first one included. */
const TRIES = 3;

/** Pauses before the second and the third try, in milliseconds. */
const PAUSES = [500, 2000];

/** Longest time the service may ask to wait; beyond that its answer is the result. In milliseconds. */
const MAX_WAIT = 30_000;

/** Answers that say "not now": too many requests, and a gateway that did not get through. */
const statuses = new Set([429, 502, 503, 504]);

/**
 * Codes of connections that broke; `ERR_BAD_RESPONSE` is axios's for an answer that ended early. A
 * time-out is none of them: another try would take as long again.
 */
const codes = new Set([
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

/** What is needed besides the request itself. */
export interface Retries<A extends Answer> {
	/** The code of a failed connection behind an error. */
	codeOf(error: unknown): string | undefined;
	/** Drops an answer that nobody reads. */
	discard(answer: A): void;
	pause(milliseconds: number): Promise<void>;
}

/**
 * Makes a request up to three times, with growing pauses, while the answer is one that passes: 429, 502,
 * 503, 504 or a broken connection. Only for requests that read. A request that changes something must
 * not come here: whatever the answer, it may have been carried out, and the service has no key by
 * which it would know the second one for the same, so a contract could be sent twice.
 *
 * @throws what the last try threw
 */
export async function withRetries<A extends Answer>(
	attempt: () => Promise<A>,
	{ codeOf, discard, pause }: Retries<A>,
): Promise<A> {
	for (let tries = 1; ; tries++) {
		const outcome = await attempt().then(
			(answer) => ({ answer, wait: pauseAfterAnswer(answer, tries) }),
			(error: unknown) => ({
				error,
				wait: codes.has(codeOf(error) ?? '') ? pauseBefore(tries + 1) : undefined,
			}),
		);
		if (outcome.wait === undefined) {
			if ('answer' in outcome) return outcome.answer;
			throw outcome.error;
		}
		if ('answer' in outcome) discard(outcome.answer);
		await pause(outcome.wait);
	}
}

/**
 * How long to wait after an answer before the next try, in milliseconds: as long as its `Retry-After`
 * says (seconds or a date). `undefined` when there is to be none.
 *
 * @param tries how many were made
 */
export function pauseAfterAnswer(
	{ statusCode, headers }: Answer,
	tries: number,
	now = Date.now(),
): number | undefined {
	const pause = pauseBefore(tries + 1);
	if (pause === undefined || !statuses.has(statusCode)) return undefined;
	const wait = Math.max(pause, askedFor(headers['retry-after'], now));
	return wait <= MAX_WAIT ? wait : undefined;
}

function pauseBefore(attempt: number): number | undefined {
	return attempt <= TRIES ? PAUSES[attempt - 2] : undefined;
}

const headerSchema = z.string().trim().min(1);

function askedFor(header: unknown, now: number): number {
	const { data } = headerSchema.safeParse(header);
	if (data === undefined) return 0;
	const wait = /^\d+$/.test(data) ? Number(data) * 1000 : Date.parse(data) - now;
	return Number.isNaN(wait) ? 0 : wait;
}
