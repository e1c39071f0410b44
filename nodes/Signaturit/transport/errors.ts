import { ApplicationError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import type { Fault } from './fault';

/** An error of the service for n8n's error view. The router adds the item's index. */
export function apiError(node: INode, fault: Fault): NodeApiError {
	return new NodeApiError(node, { message: fault.message }, fault);
}

/**
 * An error that says what it is about: the subject stands before its message, `more` after its
 * description.
 *
 * @param subject e.g. the name of a file
 */
export function errorAbout(
	node: INode,
	error: unknown,
	subject: string,
	more = '',
): NodeApiError | NodeOperationError {
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const message = `${subject}: ${cause.message}`;
	if (!(cause instanceof NodeApiError)) {
		return new NodeOperationError(node, cause, { message, description: more });
	}
	return apiError(node, {
		message,
		description: [cause.description, more].filter(Boolean).join('\n'),
		httpCode: cause.httpCode ?? undefined,
	});
}

/** Whether the error is the service's answer 404. */
export function isNotFound(error: unknown): boolean {
	return error instanceof NodeApiError && error.httpCode === '404';
}

/** The answer, or `undefined` if it is a 404. Other errors are thrown. */
export async function unlessNotFound<Result>(answer: Promise<Result>): Promise<Result | undefined> {
	return await answer.catch((error: unknown) => {
		if (isNotFound(error)) return undefined;
		throw error;
	});
}
