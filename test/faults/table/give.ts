// The ways to send an answer whole, changed, cut or made up, from which faults are made.

import type { Answer, Exchange, Give } from './fault';

export const LOGIN_PAGE = '<!DOCTYPE html><html><body><form>Please log in</form></body></html>';
const ERROR_PAGE = '<html><body><h1>This did not work</h1><hr>gateway</body></html>';

/** An answer with this content, complete and with its length. */
export function answer(
	status: number,
	body: string | Buffer = '',
	type = 'application/json',
	headers: Record<string, string> = {},
): Give {
	return ({ response }) =>
		pass(response, {
			status,
			headers: { 'Content-Type': type, ...headers },
			body: Buffer.from(body),
		});
}

/** The three forms in which an error arrives: the documented one, none at all, and a gateway's. */
export function errorForms(status: number): Array<[form: string, give: Give]> {
	const documented = JSON.stringify({ status_code: status, message: `Words for ${status}` });
	return [
		['JSON', answer(status, documented)],
		['empty', answer(status)],
		['HTML', answer(status, ERROR_PAGE, 'text/html')],
	];
}

/** Sends a complete answer. */
export function pass(response: Exchange['response'], { status, headers, body }: Answer): void {
	const hasBody = status !== 204 && status !== 304;
	response.writeHead(status, {
		...headers,
		...(hasBody && { 'Content-Length': String(body.length) }),
	});
	response.end(hasBody ? body : undefined);
}

/** What a request is answered that was not passed on, before that is spoiled. */
export const MADE_UP: Answer = {
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(
		'{"id":"11111111-1111-4111-8111-111111111111","created_at":"2026-01-02T03:04:05+0000","data":[],"documents":[]}',
	),
};

/** The success, or one with a body for a fault that cuts the body. */
export function withBody(success: Answer): Answer {
	return success.body.length > 0 ? success : MADE_UP;
}

/** The success with another body and other headers. */
export function changed(
	success: Answer,
	body: Buffer,
	headers: Record<string, string> = {},
): Answer {
	return { ...success, headers: { ...success.headers, ...headers }, body };
}

export function half(body: Buffer): Buffer {
	return body.subarray(0, Math.floor(body.length / 2));
}

/** Sends the head of an answer that promises `length` bytes; without a length, chunks. */
export function head({ response }: Exchange, { status, headers }: Answer, length?: number): void {
	response.writeHead(status, {
		...headers,
		...(length !== undefined && { 'Content-Length': String(length) }),
	});
	response.flushHeaders();
}

export function closeAbruptly({ request }: Exchange): void {
	request.socket.resetAndDestroy();
}
