import { ApplicationError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Fault } from './fault';
import { isDoubtful } from './statusTexts';
import type { Verdict } from './verdict';

/**
 * An error of the service for n8n's error view. The context holds the verdict on a request that writes, and
 * how long the service asks to wait.
 * The router adds the item's index.
 */
export function apiError(
	node: INode,
	fault: Fault & { verdict?: Verdict; retryAfter?: number },
): NodeApiError {
	const { verdict, retryAfter, ...shown } = fault;
	const error = new NodeApiError(node, { message: fault.message }, shown);
	// n8n replaces a message that holds the name of one of its codes, such as "EEXIST" in "preexisting".
	error.message = fault.message;
	if (verdict) error.context.verdict = verdict;
	if (retryAfter !== undefined) error.context.retryAfter = retryAfter;
	return error;
}

const verdictSchema = z.object({ context: z.object({ verdict: z.enum(['refused', 'unknown']) }) });

/** The verdict on the request that writes behind an error; `undefined` for other errors. */
export function verdictOf(error: unknown): Verdict | undefined {
	return verdictSchema.safeParse(error).data?.context.verdict;
}

const retryAfterSchema = z.object({ context: z.object({ retryAfter: z.number() }) });

/** How long the service asks to wait before the next request, in milliseconds; `undefined` if it does not. */
export function retryAfterOf(error: unknown): number | undefined {
	return retryAfterSchema.safeParse(error).data?.context.retryAfter;
}

/** The fault that an error of the service tells. */
export function faultOf({ message, description, httpCode }: NodeApiError): Fault {
	return { message, description: description ?? undefined, httpCode: httpCode ?? undefined };
}

/**
 * An error that says what it is about: the subject stands before its message, `more` after its
 * description.
 *
 * @param subject e.g. the name of a file
 * @param verdict on the request that writes; that of the error unless given
 */
export function errorAbout(
	node: INode,
	error: unknown,
	subject: string,
	more = '',
	verdict = verdictOf(error),
): NodeApiError | NodeOperationError {
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const message = `${subject}: ${cause.message}`;
	const description = cause instanceof NodeApiError ? cause.description : undefined;
	const about = { message, description: [description, more].filter(Boolean).join('\n') };
	const failure =
		cause instanceof NodeApiError
			? apiError(node, { ...faultOf(cause), ...about })
			: new NodeOperationError(node, cause, about);
	if (verdict) failure.context.verdict = verdict;
	return failure;
}

/** Whether the error is the service's answer 404. */
export function isNotFound(error: unknown): boolean {
	return error instanceof NodeApiError && error.httpCode === '404';
}

/** Statuses of an answer about something that belongs to another account or does not exist. */
const refusals = new Set(['401', '403', '404']);

/** The answer, or `undefined` if the access token does not show such a thing. Other errors are thrown. */
export async function unlessRefused<Result>(answer: Promise<Result>): Promise<Result | undefined> {
	return await answer.catch((error: unknown) => {
		if (error instanceof NodeApiError && refusals.has(error.httpCode ?? '')) return undefined;
		throw error;
	});
}

/**
 * Whether the same request may succeed later: no answer arrived, or none of the service, or it was too busy.
 */
export function isPassing(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? 0);
	return status < 300 || status === 429 || isDoubtful(status);
}

/** The answer, or `undefined` if it is a 404. Other errors are thrown. */
export async function unlessNotFound<Result>(answer: Promise<Result>): Promise<Result | undefined> {
	return await answer.catch((error: unknown) => {
		if (isNotFound(error)) return undefined;
		throw error;
	});
}
