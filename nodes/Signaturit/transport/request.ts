import { NodeApiError, type IDataObject, type JsonObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Call } from './call';
import type { Expected } from './expected';
import type { ServicePath } from './endpoints';
import { connectionCode, problemOfConnection } from './errors/connection';
import { apiError } from './errors/errors';
import {
	exchange,
	jsonOf,
	textOf,
	textOfRefusal,
	unreadable,
	type Answer,
	type AnswerHead,
	type RequestContent,
	type ServiceRequest,
} from './exchange';
import { isPlainObject } from './plainObject';
import { about, problemOfAnswer, problemOfContent, statusOf } from './errors/problem';
import { askedWait, untilAccepted, withRetries } from './retry';
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

/** The text of an answer without tokens. Called before anything else looks at it (ARCHITECTURE.md, transport/). */
export function withoutTokens(path: ServicePath, text: string): string {
	if (!path.startsWith(TEAM)) return text;
	const body = jsonOf(text);
	if (body === undefined || body === unreadable) return text;
	const isSecret = (key: string) => SECRET.test(key.replace(/[^a-z]/gi, '').toLowerCase());
	return JSON.stringify(body, (key, value: unknown) => (isSecret(key) ? undefined : value));
}

/** Makes a request that reads, as `withRetries` does. Throws a NodeApiError when its connection fails. */
export async function readAnswer<A extends AnswerHead>(
	call: Call,
	attempt: () => Promise<A>,
	isRepeatable = true,
): Promise<A> {
	try {
		return await (isRepeatable ? withRetries(attempt, call.pause) : attempt());
	} catch (error) {
		const code = connectionCode(error);
		if (code !== undefined) throw apiError(call.node, problemOfConnection(code));
		throw error instanceof NodeApiError ? error : new NodeApiError(call.node, error as JsonObject);
	}
}
