import { NodeApiError, type IDataObject, type JsonObject } from 'n8n-workflow';
import { z } from 'zod';
import { pause } from './deadline';
import { accountOf, readCredential, serviceUrl, type ServicePath } from './endpoints';
import { apiError, connectionCode, faultOfConnection } from './errors';
import {
	cancelSignal,
	CREDENTIAL,
	exchange,
	jsonOf,
	textOf,
	textOfRefusal,
	TIMED_OUT,
	type Answer,
	type CallContext,
	type RequestContent,
	type ServiceRequest,
} from './exchange';
import type { Expected } from './expected';
import { faultOfAnswer, faultOfContent } from './fault';
import { withoutTokens } from './secrets';
import { askedWait, untilAccepted, withRetries, type Retries } from './retry';
import { faultOfLostWrite, faultOfWrite, readTimedOut, statusOf, type Write } from './writes';

export type { CallContext } from './exchange';

const JSON_TYPE = 'application/json';

/** How a request that reads is made. */
export interface Reading {
	query?: IDataObject;
	/** What the endpoint answers; any JSON object or list if absent. */
	expected?: Expected;
	/** Milliseconds after which each try is given up. */
	timeout?: number;
	/** Whether it is tried again when the service is busy or the connection broke; by default it is. */
	repeatable?: boolean;
}

/** A request for JSON of a certain shape. */
interface ShapedReading<Output> extends Omit<Reading, 'expected'> {
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>;
	what: string;
}

const isObject = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const objectSchema = z.custom<IDataObject>(isObject);
/** One check without copying: lists may have tens of thousands of entries, and zod is slow entry by entry. */
const jsonBodySchema = z.custom<IDataObject | IDataObject[]>((value) =>
	Array.isArray(value) ? value.every(isObject) : isObject(value),
);

/**
 * Gets JSON and returns it unchanged.
 *
 * @throws NodeApiError with the service's words, with what is wrong with the answer, or with what
 * happened to the connection
 */
export async function read(
	context: CallContext,
	path: ServicePath,
	{ query, expected, timeout, repeatable = true }: Reading = {},
): Promise<IDataObject | IDataObject[]> {
	const target = await targetOf(context, path);
	const request = { method: 'GET', ...target, accept: JSON_TYPE, query, timeout } as const;
	const attempt = async () =>
		await exchange(context, request, async (reply) => ({
			...reply,
			text: withoutTokens(
				path,
				await (reply.statusCode < 300 ? textOf : textOfRefusal)(reply.body),
			),
		}));
	const answer = await orFault(
		context,
		repeatable ? withRetries(attempt, retries(context)) : attempt(),
	);
	const body = jsonOf(answer.text);
	const status = statusOf(answer, body);
	if (status >= 300) {
		const fault = faultOfAnswer(status, answer.text, about(path, answer));
		throw apiError(context.getNode(), { ...fault, retryAfter: askedWait(answer, Date.now()) });
	}
	const parsed = jsonBodySchema.safeParse(body);
	if (!parsed.success || expected?.flaw(body) !== undefined) {
		throw apiError(context.getNode(), faultOfContent(expected?.what ?? 'data'));
	}
	return parsed.data;
}

/**
 * Gets JSON of this shape.
 *
 * @param what is asked for, in the message when the answer has another shape
 * @returns the schema's output
 * @throws NodeApiError as `read` does
 */
export async function readAs<Output>(
	context: CallContext,
	path: ServicePath,
	{ schema, what, ...reading }: ShapedReading<Output>,
): Promise<Output> {
	// The shape is checked below, once.
	const expected = { what, flaw: () => undefined };
	const answer = await read(context, path, { ...reading, expected });
	const parsed = schema.safeParse(answer);
	if (parsed.success) return parsed.data;
	throw apiError(context.getNode(), faultOfContent(what));
}

/**
 * Makes a change at the service, once: what is sent twice may reach people twice. Only after a 429 (`untilAccepted`)
 * or a 405, with which the service has done nothing, is it sent again (docs/service.md#retry-of-an-event-hook).
 *
 * @returns the answer, which is as expected; `{}` if it is empty
 * @throws NodeApiError whose context has the verdict: `refused`, or `unknown` when nobody can tell whether
 * it was done
 */
export async function write(
	context: CallContext,
	write: Write,
	content: RequestContent = {},
): Promise<IDataObject> {
	const target = await targetOf(context, write.path);
	const sendBy = async (method: ServiceRequest['method'], carried: RequestContent) => {
		const request = { method, ...target, accept: JSON_TYPE, ...carried };
		const attempt = async () => {
			try {
				return await exchange(context, request, async (reply) => ({
					...reply,
					text: withoutTokens(write.path, await textOf(reply.body)),
				}));
			} catch (error) {
				// A fresh error: the client's own carries the request's headers, and with them the token.
				throw apiError(context.getNode(), faultOfLostWrite(write, connectionCode(error)));
			}
		};
		return await untilAccepted(attempt, pauseIn(context), write.repeat);
	};
	let answer = await sendBy(write.method, content);
	if (answer.statusCode === 405 && write.otherwise) answer = await sendBy(write.otherwise, {});
	const body = jsonOf(answer.text);
	const fault = faultOfWrite(write, answer, body);
	const retryAfter = askedWait(answer, Date.now());
	if (fault) throw apiError(context.getNode(), { ...fault, retryAfter });
	return objectSchema.safeParse(body).data ?? {};
}

/** The account of the credential as it is now (`accountOf`); `undefined` if the credential cannot be read. */
export async function accountNow(context: CallContext): Promise<string | undefined> {
	try {
		return accountOf(readCredential(await context.getCredentials(CREDENTIAL)));
	} catch {
		return undefined;
	}
}

/** The absolute address of an endpoint by the credential, and the credential as it was read for it. */
export async function targetOf(
	context: CallContext,
	path: ServicePath,
): Promise<Required<Pick<ServiceRequest, 'url' | 'credential'>>> {
	const credential = await context.getCredentials(CREDENTIAL);
	return { url: serviceUrl(readCredential(credential), path), credential };
}

/** How failed requests that read are repeated. */
export function retries(context: CallContext): Retries {
	return { codeOf: connectionCode, pause: pauseIn(context) };
}

function pauseIn(context: CallContext): Retries['pause'] {
	return async (milliseconds) => await pause(milliseconds, cancelSignal(context));
}

/** Turns the failure of a connection into an error for n8n. */
export async function orFault<Result>(
	context: CallContext,
	answer: Promise<Result>,
): Promise<Result> {
	try {
		return await answer;
	} catch (error) {
		const code = connectionCode(error);
		if (code !== undefined) {
			const fault = code === TIMED_OUT ? readTimedOut : faultOfConnection(code);
			throw apiError(context.getNode(), fault);
		}
		throw error instanceof NodeApiError
			? error
			: new NodeApiError(context.getNode(), error as JsonObject);
	}
}

/** What is known of a request that reads and its answer. */
export function about(path: ServicePath, { headers }: Answer): { path: string; location: string } {
	return { path, location: String(headers.location ?? '') };
}
