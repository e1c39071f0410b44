import { NodeApiError, sleepWithAbort, type IDataObject, type JsonObject } from 'n8n-workflow';
import { z } from 'zod';
import { jsonOf, textOf, textOfRefusal, type Answer } from './answer';
import type { Deadline } from './deadline';
import type { ServicePath } from './endpoints';
import { apiError } from './errors';
import {
	cancelSignal,
	exchange,
	TIMED_OUT,
	type CallContext,
	type Reply,
	type RequestContent,
	type ServiceRequest,
} from './exchange';
import type { Expected } from './expected';
import {
	connectionCode,
	faultOfAnswer,
	faultOfConnection,
	faultOfContent,
	isBrokenConnection,
} from './fault';
import { redirectTarget } from './redirect';
import { untilAccepted, withRetries, type Retries } from './retry';
import { readCredential, serviceUrl } from './serviceUrl';
import { faultOfLostWrite, faultOfWrite, readTimedOut, statusOf } from './verdict';
import type { Write } from './writes';

export type { CallContext } from './exchange';

const JSON_TYPE = 'application/json';

/** How a request that reads is made. */
export interface Reading {
	/** What the endpoint answers; any JSON object or list if absent. */
	expected?: Expected;
	/** Milliseconds after which each try is given up. */
	timeout?: number;
	/** Whether it is tried again when the service is busy or the connection broke; by default it is. */
	repeatable?: boolean;
}

/** A request for JSON of a certain shape. */
export interface ShapedReading<Output> extends Omit<Reading, 'expected'> {
	path: ServicePath;
	query?: IDataObject;
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>;
	what: string;
}

/** Checks without copying: lists may have tens of thousands of entries. */
const objectSchema = z.custom<IDataObject>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const jsonBodySchema = z.union([objectSchema, z.array(objectSchema)]);

/**
 * Gets JSON and returns it unchanged.
 *
 * @throws NodeApiError with the service's own words, with what is wrong with the answer, or with what
 * happened to the connection
 */
export async function read(
	this: CallContext,
	path: ServicePath,
	query?: IDataObject,
	{ expected, timeout, repeatable = true }: Reading = {},
): Promise<IDataObject | IDataObject[]> {
	const url = await urlOf.call(this, path);
	const request = { method: 'GET', url, accept: JSON_TYPE, query, timeout } as const;
	const attempt = async () =>
		await exchange(this, request, async (reply) => ({
			...reply,
			text: await (reply.statusCode < 300 ? textOf : textOfRefusal)(reply.body),
		}));
	const answer = await orFault(this, repeatable ? withRetries(attempt, retries(this)) : attempt());
	const body = jsonOf(successText.call(this, path, answer));
	const parsed = jsonBodySchema.safeParse(body);
	if (!parsed.success || expected?.flaw(body) !== undefined) {
		throw apiError(this.getNode(), faultOfContent(expected?.what ?? 'data'));
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
	{ path, query, schema, what, ...reading }: ShapedReading<Output>,
): Promise<Output> {
	// The shape is checked below, once.
	const expected = { what, flaw: () => undefined };
	const answer = await read.call(context, path, query, { ...reading, expected });
	const parsed = schema.safeParse(answer);
	if (parsed.success) return parsed.data;
	throw apiError(context.getNode(), faultOfContent(what));
}

/**
 * Gets a file and reads it as a stream. It may come from another host over https, which does not get the
 * token.
 *
 * @param context the node that calls
 * @param use reads the file. It is called again when the connection breaks meanwhile
 * @throws NodeApiError as `read` does, and what `use` throws
 */
export async function readStream<Result>(
	context: CallContext,
	path: ServicePath,
	use: (reply: Reply, deadline: Deadline) => Promise<Result>,
): Promise<Result> {
	const service = await urlOf.call(context, path);
	const answerAt = async (url: string, hops: number): Promise<StreamAnswer<Result>> => {
		const anonymous = new URL(url).origin !== new URL(service).origin;
		const answer = await exchange(
			context,
			{ method: 'GET', url, accept: '*/*', anonymous },
			async (reply, deadline): Promise<StreamAnswer<Result>> =>
				reply.statusCode < 300
					? { ...reply, text: '', outcome: await outcomeOf(use(reply, deadline), deadline) }
					: { ...reply, text: await textOfRefusal(reply.body) },
		);
		const next = redirectTarget(answer, url, service);
		return next !== undefined && hops > 0 ? await answerAt(next, hops - 1) : answer;
	};
	const attempt = async () => await answerAt(service, MAX_HOPS);
	const answer = await orFault(context, withRetries(attempt, retries(context)));
	const { outcome } = answer;
	if (outcome?.status === 'fulfilled') return outcome.value;
	if (outcome) throw outcome.reason;
	throw apiError(
		context.getNode(),
		faultOfAnswer(answer.statusCode, answer.text, about(path, answer)),
	);
}

/** How many redirects a download follows. */
const MAX_HOPS = 5;

interface StreamAnswer<Result> extends Answer {
	/** What became of the file; absent when there is none. */
	outcome?: PromiseSettledResult<Result>;
}

/** The outcome of reading a file. Only a broken connection is thrown: it is worth another try. */
async function outcomeOf<Result>(
	reading: Promise<Result>,
	deadline: Deadline,
): Promise<PromiseSettledResult<Result>> {
	const [outcome] = await Promise.allSettled([reading]);
	const isBroken =
		outcome.status === 'rejected' &&
		(deadline.isOver() || isBrokenConnection(connectionCode(outcome.reason)));
	if (isBroken) throw outcome.reason;
	return outcome;
}

/**
 * Makes a change at the service, once: what is sent twice may reach people twice. Only after a 429 or a
 * 405, with which the service has done nothing, is it sent again (docs/service.md#rate-limits,
 * docs/service.md#retry-of-an-event-hook).
 *
 * @returns the answer, which is as expected; `{}` if it is empty
 * @throws NodeApiError whose context has the verdict: `refused`, or `unknown` when nobody can tell whether
 * it was done
 */
export async function write(
	this: CallContext,
	write: Write,
	content: RequestContent = {},
): Promise<IDataObject> {
	const url = await urlOf.call(this, write.path);
	const sendBy = async (method: ServiceRequest['method'], carried: RequestContent) => {
		const request = { method, url, accept: JSON_TYPE, ...carried };
		const attempt = async () => {
			try {
				return await exchange(this, request, async (reply) => ({
					...reply,
					text: await textOf(reply.body),
				}));
			} catch (error) {
				// A fresh error: the client's own carries the request's headers, and with them the token.
				throw apiError(this.getNode(), faultOfLostWrite(write, connectionCode(error)));
			}
		};
		return await untilAccepted(attempt, pauseIn(this));
	};
	let answer = await sendBy(write.method, content);
	if (answer.statusCode === 405 && write.otherwise) answer = await sendBy(write.otherwise, {});
	const fault = faultOfWrite(write, answer);
	if (fault) throw apiError(this.getNode(), fault);
	return objectSchema.safeParse(jsonOf(answer.text)).data ?? {};
}

async function urlOf(this: CallContext, path: ServicePath): Promise<string> {
	return serviceUrl(readCredential(await this.getCredentials('signaturitApi')), path);
}

/** How failed requests that read are repeated. */
function retries(context: CallContext): Retries {
	return { codeOf: connectionCode, pause: pauseIn(context) };
}

function pauseIn(context: CallContext): Retries['pause'] {
	return async (milliseconds) => await sleepWithAbort(milliseconds, cancelSignal(context));
}

/** Turns the failure of a connection into an error for n8n. */
async function orFault<Result>(context: CallContext, answer: Promise<Result>): Promise<Result> {
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

/** The text of an answer that is a success. */
function successText(this: CallContext, path: ServicePath, answer: Answer): string {
	const status = statusOf(answer);
	if (status < 300) return answer.text;
	throw apiError(this.getNode(), faultOfAnswer(status, answer.text, about(path, answer)));
}

function about(path: ServicePath, { headers }: Answer): { path: string; location: string } {
	return { path, location: String(headers.location ?? '') };
}
