// Makes and changes the errors of n8n that carry a problem of the service.

import { ApplicationError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { z } from 'zod';
import { isPlainObject } from '../shapes';
import type { Problem, Reason, Verdict } from './problem';
import { described, factsIn, Refusal, type Remedy, type Said } from './refusal';
import { cut, MAX_DESCRIPTION, MAX_MESSAGE } from './shown';
import { ASK, leavesUnknown } from './statusTexts';

// Only this file and the room for what n8n does not promise take n8n's errors apart, and only this one changes them.

/** An error as n8n's error view shows it. */
export type ItemError = NodeApiError | NodeOperationError;

/** An error of the service for n8n's error view; its context holds verdict and wait. The router adds the item. */
export function apiError(node: INode, problem: Problem): NodeApiError {
	const { verdict, retryAfter, httpCode, message: wrong, description: facts, ...said } = problem;
	const message = cut(wrong, MAX_MESSAGE);
	const description = cut(described(facts, said, message), MAX_DESCRIPTION);
	const error = new NodeApiError(
		node,
		{ message },
		{ httpCode, message, description: description || undefined },
	);
	// n8n replaces a message that holds the name of one of its codes, such as "EEXIST" in "preexisting".
	error.message = message;
	withSaid(error, said);
	if (verdict) withVerdict(error, verdict);
	if (retryAfter !== undefined) error.context.retryAfter = retryAfter;
	return error;
}

const errorSchema = z.object({
	context: z.object({
		verdict: z.enum(['refused', 'unknown']).optional().catch(undefined),
		retryAfter: z.number().optional().catch(undefined),
		said: z.custom<Said>(isPlainObject).optional().catch(undefined),
	}),
});

/** Keeps with an error what it says beside what is wrong. */
export function withSaid<Shown extends ItemError>(error: Shown, said: Said): Shown {
	error.context.said = said;
	return error;
}

/** What an error says beside what is wrong. n8n's own errors are of the workflow. */
export function saidBy(error: unknown): Said & { remedy: Remedy } {
	const said =
		error instanceof Refusal ? error.said : errorSchema.safeParse(error).data?.context.said;
	return { ...said, remedy: said?.remedy ?? 'builder' };
}

/** The verdict on the request that writes behind an error; `undefined` for other errors. */
export function verdictOf(error: unknown): Verdict | undefined {
	return errorSchema.safeParse(error).data?.context.verdict;
}

/** `Problem.retryAfter` of an error. */
export function retryAfterOf(error: unknown): number | undefined {
	return errorSchema.safeParse(error).data?.context.retryAfter;
}

/** The problem in an error, without its verdict. */
export function problemOf(error: ItemError): Problem {
	const { message } = error;
	const said = saidBy(error);
	const description = factsIn(error.description ?? '', said) || undefined;
	const httpCode = error instanceof NodeApiError ? error.httpCode : undefined;
	return { message, description, httpCode: httpCode ?? undefined, ...said };
}

/** Whether the service has refused something, or has no file, perhaps because of the state of what it was asked of. */
export const mayBeState = (error: unknown): error is NodeApiError =>
	[204, 400, 403, 404, 409].includes(httpStatusOf(error) ?? NaN) &&
	saidBy(error).elsewhere !== true;

/** The same refusal with the reason for it. The service's own words become the second line. */
export function withReason(node: INode, error: NodeApiError, reason: Reason): NodeApiError {
	const { message, description, quotes, ...said } = problemOf(error);
	const facts = [quotes ? `Signaturit answered: ${message}` : message, description];
	const shown = { description: facts.filter(Boolean).join('\n'), tellsState: true } as const;
	return madeAnew(node, error, { ...said, ...shown, ...reason });
}

/**
 * The same refusal with the state of what was asked, beside the service's words: that need not be the reason. What can
 * be read is there, so its name is right.
 *
 * @param sentence without a full stop
 */
export function withState(node: INode, error: NodeApiError, sentence?: string): NodeApiError {
	const said = problemOf(error);
	const isUnnamed = httpStatusOf(error) === 404;
	if (!isUnnamed && sentence === undefined) return error;
	const stands = sentence === undefined ? '' : `How it stands now: ${sentence}.`;
	const description = [said.description, stands].filter(Boolean).join('\n');
	const advice = isUnnamed ? [] : httpStatusOf(error) === 403 ? ASK : said.advice;
	const remedy = isUnnamed ? 'nobody' : said.remedy;
	return madeAnew(node, error, { ...said, description, tellsState: true, advice, remedy });
}

/** An error with the same verdict. */
const madeAnew = (node: INode, error: NodeApiError, problem: Problem): NodeApiError =>
	apiError(node, { ...problem, verdict: verdictOf(error), retryAfter: retryAfterOf(error) });

/** Gives an error this verdict. */
export function withVerdict<Shown extends ItemError>(error: Shown, verdict: Verdict): Shown {
	error.context.verdict = verdict;
	return error;
}

/** Makes it unknown whether something was done. Nobody can mend that: a try that succeeds later may send it twice. */
export const asUnknown = <Shown extends ItemError>(error: Shown): Shown =>
	withVerdict(withSaid(error, { ...saidBy(error), remedy: 'nobody' }), 'unknown');

export const isItemError = (error: unknown): error is ItemError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/** Adds lines to the description of an error. */
export function withLines<Shown extends ItemError>(error: Shown, lines: readonly string[]): Shown {
	error.description = [error.description, ...lines].filter(Boolean).join('\n');
	return error;
}

/** An error with its subject before its message, e.g. the name of a file, and with more advice. */
export function errorAbout(
	node: INode,
	error: unknown,
	subject: string,
	more = '',
	verdict = verdictOf(error),
): ItemError {
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const message = `${subject}: ${cause.message}`;
	const { advice = [], ...said } = saidBy(error);
	const about = { ...said, advice: [...[advice].flat(), ...(more ? [more] : [])] };
	const shown =
		cause instanceof NodeApiError
			? apiError(node, { ...problemOf(cause), message, ...about })
			: withSaid(new NodeOperationError(node, cause, { message, description: more }), about);
	if (verdict === 'unknown' && verdictOf(error) !== verdict) return asUnknown(shown);
	return verdict ? withVerdict(shown, verdict) : shown;
}

/** The HTTP status of the answer behind an error; `undefined` if it has none. */
export function httpStatusOf(error: unknown): number | undefined {
	const code = error instanceof NodeApiError ? error.httpCode : undefined;
	return code ? Number(code) : undefined;
}

/** Makes a function that gives `undefined` for an answer with one of these statuses. Other errors are thrown. */
export function unless(...statuses: number[]) {
	return async <Result>(answer: Promise<Result>): Promise<Result | undefined> =>
		await answer.catch((error: unknown) => {
			if (statuses.includes(httpStatusOf(error) ?? NaN)) return undefined;
			throw error;
		});
}

/** The answer, or `undefined` if it is a 404. */
export const unlessNotFound = unless(404);

/** The answer, or `undefined` if the access token does not show it: another account has it, or nobody. */
export const unlessRefused = unless(401, 403, 404);

/** The answer, or `undefined` if the access token is valid and this is not in its account, as far as anybody can tell. */
export const unlessElsewhere = unless(403, 404);

/** Whether the same request may succeed later: no answer arrived, or it was not the service's, or it was too busy. */
export function isPassing(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = httpStatusOf(error) ?? 0;
	return status < 300 || status === 429 || leavesUnknown(status);
}

/** Whether the service refused the request for good: the same one would be refused again. */
export function isRefusal(error: unknown): boolean {
	const status = httpStatusOf(error) ?? 0;
	return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Anything that may be an email address. */
const ADDRESS = /[^\s"'<>(),;:]{1,64}@[^\s"'<>(),;:]+/g;

/** A web address, and the part after its host. */
const PATH = /(https?:\/\/[^\s/"'<>]+)\/[^\s"'<>]*/g;

/** The message of an error, or what was thrown in place of one. */
export const thrownWords = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** The message of an error, for a log: without email addresses, and with only the hosts of web addresses. */
export function textForLog(error: unknown): string {
	return thrownWords(error).replace(ADDRESS, '…').replace(PATH, '$1…');
}
