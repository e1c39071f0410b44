// Requests for JSON that read or write, with their repeats and waits.

import { NodeApiError, type IDataObject, type JsonObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Call } from './call';
import { delays } from './deadline';
import type { Expected } from './expected';
import type { ServicePath } from './endpoints';
import { connectionCode, problemOfConnection } from './errors/connection';
import { apiError } from './errors/errors';
import {
	exchange,
	headerSchema,
	jsonOf,
	textOf,
	textOfRefusal,
	unreadable,
	type Answer,
	type AnswerHead,
	type RequestContent,
	type ServiceRequest,
} from './exchange';
import { isPlainObject } from './shapes';
import { about, problemOfAnswer, problemOfContent, statusOf } from './errors/problem';
import { problemOfLostWrite, problemOfWrite, type Write } from './writes';

export interface Reading {
	query?: IDataObject;
	/** The expected answer; any JSON object or list if absent. */
	expected?: Expected;
	/** Milliseconds after which each try is given up. */
	timeout?: number;
	/** Whether the request is repeated when the service is busy or the connection broke; by default it is. */
	repeatable?: boolean;
}

interface ShapedReading<Output> extends Omit<Reading, 'expected'> {
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>;
	/** The name of the answer in messages. */
	what: string;
}

/** One check without copying: lists may have tens of thousands of entries, and zod is slow entry by entry. */
const jsonBodySchema = z.custom<unknown>((value) =>
	Array.isArray(value) ? value.every(isPlainObject) : isPlainObject(value),
);

/** Gets JSON and returns it unchanged. Throws as `readAs` does. */
export async function read(
	call: Call,
	path: ServicePath,
	{ expected, ...reading }: Reading = {},
): Promise<IDataObject | IDataObject[]> {
	const isExpected = (body: unknown) => expected?.mismatch(body) === undefined;
	const schema = z.custom<IDataObject | IDataObject[]>(isExpected);
	return await readAs(call, path, { ...reading, schema, what: expected?.what ?? 'data' });
}

/** Gets JSON and gives the schema's output. Throws a NodeApiError with the service's words, or with the problem. */
export async function readAs<Output>(
	call: Call,
	path: ServicePath,
	{ query, schema, what, timeout, repeatable = true }: ShapedReading<Output>,
): Promise<Output> {
	const target = await call.target(path);
	const request = { method: 'GET', ...target, query } as const;
	const hurried = timeout === undefined ? call : call.with({ timeout });
	const attempt = async () => await answerTo(hurried, path, request, textOfRefusal);
	const answer = await readAnswer(call, attempt, repeatable);
	const body = jsonOf(answer.text);
	const status = statusOf(answer, body);
	if (status >= 300) {
		const problem = problemOfAnswer(status, answer.text, about(path, answer));
		throw apiError(call.node, { ...problem, retryAfter: askedWait(answer) });
	}
	const parsed = jsonBodySchema.pipe(schema).safeParse(body);
	if (parsed.success) return parsed.data;
	throw apiError(call.node, problemOfContent(what));
}

/**
 * Makes a change at the service, once: a request that is sent twice may reach people twice. It is sent again only after
 * a 429 (`untilAccepted`) or a 405: the service has done nothing then (docs/service.md#retry-of-an-event-hook).
 *
 * @returns the answer, which is as expected; `{}` if it is empty
 * @throws NodeApiError whose context has the verdict
 */
export async function write(
	call: Call,
	write: Write,
	content: RequestContent = {},
): Promise<IDataObject> {
	const target = await call.target(write.path);
	const sendBy = async (method: ServiceRequest['method'], given: RequestContent) => {
		const request = { method, ...target, ...given };
		const attempt = async () => {
			try {
				return await answerTo(call, write.path, request, textOf);
			} catch (error) {
				// A fresh error: the client's own carries the request's headers, and with them the token.
				throw apiError(call.node, problemOfLostWrite(write, connectionCode(error)));
			}
		};
		return await untilAccepted(attempt, call.pause, write.repeat);
	};
	let answer = await sendBy(write.method, content);
	if (answer.statusCode === 405 && write.otherwise) answer = await sendBy(write.otherwise, {});
	const body = jsonOf(answer.text);
	const problem = problemOfWrite(write, answer, body, content.names);
	if (problem) throw apiError(call.node, { ...problem, retryAfter: askedWait(answer) });
	return isPlainObject(body) ? body : {};
}

/** Makes a request, once, and reads its whole answer; by `refusalOf` if it is not a success. */
async function answerTo(
	call: Call,
	path: ServicePath,
	request: ServiceRequest,
	refusalOf: typeof textOf,
): Promise<Answer> {
	return await exchange(call, request, async ({ statusCode, headers, body, conceal }) => {
		const text = conceal(await (statusCode < 300 ? textOf : refusalOf)(body));
		return { statusCode, headers, text: withoutTokens(path, text) };
	});
}

/** The endpoints whose answers hold access tokens of the account's users (docs/service.md#access-tokens). */
const TEAM = '/v3/team/';

/** Names of values that nobody else may see, in lower case and without any character but letters. */
const SECRET = /token|secret|passw|apikey|authorization|bearer|jwt/;

/** The text of an answer without tokens. Called before anything else looks at it (ARCHITECTURE.md, "Errors"). */
export function withoutTokens(path: ServicePath, text: string): string {
	if (!path.startsWith(TEAM)) return text;
	const body = jsonOf(text);
	if (body === undefined || body === unreadable) return text;
	const isSecret = (key: string) => SECRET.test(key.replace(/[^a-z]/gi, '').toLowerCase());
	return JSON.stringify(body, (key, value: unknown) => (isSecret(key) ? undefined : value));
}

/** Makes a request that reads, as `withRepeats` does. Throws a NodeApiError when its connection fails. */
export async function readAnswer<A extends AnswerHead>(
	call: Call,
	attempt: () => Promise<A>,
	isRepeatable = true,
): Promise<A> {
	try {
		return await (isRepeatable ? withRepeats(attempt, call.pause) : attempt());
	} catch (error) {
		const code = connectionCode(error);
		if (code !== undefined) throw apiError(call.node, problemOfConnection(code));
		throw error instanceof NodeApiError ? error : new NodeApiError(call.node, error as JsonObject);
	}
}

/** Answers that say "not now": too many requests, or a gateway that did not get through. */
const repeatedStatuses = new Set([429, 502, 503, 504]);

/** Codes of connections that broke (`ERR_BAD_RESPONSE`: axios's). Requests that timed out are not repeated: that takes too long. */
const repeatedCodes = /^(EAI_AGAIN|ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE)$/;

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
export async function withRepeats<A extends AnswerHead>(
	attempt: () => Promise<A>,
	pause: Pause,
): Promise<A> {
	const pauseAfter = (settled: PromiseSettledResult<A>, tries: number) => {
		if (settled.status === 'fulfilled') return pauseAfterAnswer(settled.value, tries);
		const isRepeated = repeatedCodes.test(connectionCode(settled.reason) ?? '');
		return isRepeated ? delays.repeats[tries - 1] : undefined;
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
		const wait = Math.max(asked, delays.repeats[0] ?? 0);
		waited += wait;
		return waited <= delays.patience ? wait : undefined;
	};
	return await repeated(attempt, pauseAfter, pause);
}

/** How long to wait before the next try of a request that reads, in milliseconds; `undefined` if there is none. */
export function pauseAfterAnswer(answer: AnswerHead, tries: number) {
	const pause = delays.repeats[tries - 1];
	if (pause === undefined || !repeatedStatuses.has(answer.statusCode)) return undefined;
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
