// Makes and changes the errors of n8n that carry a problem of the service.

import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import {
	shownDescription,
	shownMessage,
	adviceIn,
	Refusal,
	type Problem,
	type Reason,
	type Verdict,
} from './refusal';
import { cut } from './shown';
import { ASK, leavesUnknown } from './statusTexts';

// Only this file and the room for what n8n does not promise take n8n's errors apart, and only this one changes them.

/** An error as n8n's error view shows it. */
export type ItemError = NodeApiError | NodeOperationError;

/** Where an error of n8n keeps its problem. n8n's context goes along when it wraps the error; JSON leaves this out. */
const PROBLEM = Symbol('problem');

/** The problem that an error is about. n8n's own errors, and errors of code, are of the workflow. */
export function problemOf(error: unknown): Problem {
	if (error instanceof Refusal) return error.problem;
	if (!isItemError(error)) return { message: thrownWords(error), remedy: 'builder' };
	const { [PROBLEM]: kept }: { [PROBLEM]?: Problem } = error.context;
	if (kept) return kept;
	const { message, description } = error;
	const httpCode = error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined;
	return { message, description: description ?? undefined, httpCode, remedy: 'builder' };
}

/** The same error, of which something else is to be said now. All that it says is put into words here. */
export function changed<Shown extends ItemError>(error: Shown, changes: Partial<Problem>): Shown {
	const problem: Problem = { ...problemOf(error), ...changes };
	Object.assign(error.context, { [PROBLEM]: problem });
	// For error workflows: nothing of ours reads it.
	if (problem.verdict) Object.assign(error.context, { verdict: problem.verdict });
	// n8n replaces a message that holds the name of one of its codes, such as "EEXIST" in "preexisting".
	error.message = shownMessage(problem);
	error.description = shownDescription(problem, error instanceof NodeApiError ? cut : undefined);
	return error;
}

/** An error of the service for n8n's error view. The router adds the item. */
export function apiError(node: INode, problem: Problem): NodeApiError {
	const { httpCode } = problem;
	const message = shownMessage(problem);
	return changed(new NodeApiError(node, { message }, { httpCode, message }), problem);
}

/** Whether the service has refused something, or has no file, perhaps because of the state of what it was asked of. */
export const mayBeState = (error: unknown): error is NodeApiError =>
	[204, 400, 403, 404, 409].includes(httpStatusOf(error) ?? NaN) &&
	problemOf(error).elsewhere !== true;

/** The same refusal with the reason for it. The service's own words become the second line. */
export function withReason(node: INode, error: NodeApiError, reason: Reason): NodeApiError {
	const { quotes, ...problem } = problemOf(error);
	const facts = [
		quotes ? `Signaturit answered: ${problem.message}` : problem.message,
		problem.description,
	];
	const description = facts.filter(Boolean).join('\n');
	return apiError(node, { ...problem, description, tellsState: true, ...reason });
}

/**
 * The same refusal with the state of what was asked, beside the service's words: that need not be the reason. What can
 * be read is there, so its name is right.
 *
 * @param sentence without a full stop
 */
export function withState(node: INode, error: NodeApiError, sentence?: string): NodeApiError {
	const problem = problemOf(error);
	const isUnnamed = httpStatusOf(error) === 404;
	if (!isUnnamed && sentence === undefined) return error;
	const stands = sentence === undefined ? '' : `How it stands now: ${sentence}.`;
	const description = [problem.description, stands].filter(Boolean).join('\n');
	const advice = isUnnamed ? [] : httpStatusOf(error) === 403 ? ASK : problem.advice;
	const remedy = isUnnamed ? 'nobody' : problem.remedy;
	return apiError(node, { ...problem, description, tellsState: true, advice, remedy });
}

/** It is unknown whether something was done. Nobody can mend that: a try that succeeds later may send it twice. */
export const UNKNOWN_OUTCOME = { verdict: 'unknown', remedy: 'nobody' } as const;

export const isItemError = (error: unknown): error is ItemError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/** An error with its subject before its message, e.g. the name of a file, and with more advice. */
export function errorAbout(
	node: INode,
	error: unknown,
	subject: string,
	more = '',
	verdict?: Verdict,
): ItemError {
	const { message, ...problem } = problemOf(error);
	const about: Problem = {
		...problem,
		...(verdict &&
			verdict !== problem.verdict &&
			(verdict === 'unknown' ? UNKNOWN_OUTCOME : { verdict })),
		message: `${subject}: ${message}`,
		advice: [...adviceIn(problem), more],
	};
	if (error instanceof NodeApiError) return apiError(node, about);
	return changed(
		new NodeOperationError(node, error instanceof Error ? error : String(error)),
		about,
	);
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
