// What is answered to requests that Node.js cannot read.

import type { FastifyInstance } from 'fastify';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { errorBody, RequestError } from './errors';

/** What Node.js says of a request that it cannot read, and what is answered; 400 for all else. */
const ANSWERS: Record<string, [status: number, message: string]> = {
	HPE_HEADER_OVERFLOW: [431, 'The address and the headers together have more than 16 KB'],
	HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Request body is too large'],
	ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/** Options of the HTTP server, so that this service answers what Node.js would answer without a body. */
export const readsEverything = {
	http: { requireHostHeader: false },
	clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
		if (error.code === 'ECONNRESET' || !socket.writable) return;
		const [status, message] = ANSWERS[error.code ?? ''] ?? [400, 'The request is not valid HTTP'];
		answerSocket(socket, status, message);
	},
};

/** Answers requests in the documented shape that never become requests to a route. */
export function answerUnreadable(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ raw }) => {
		if (raw.headers.host === undefined && raw.httpVersion !== '1.0') {
			throw new RequestError(400, 'There is no header Host');
		}
	});
	app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
		answerSocket(socket, 405, 'This is not a proxy');
	});
	app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
		const body = JSON.stringify(errorBody(417, 'Only 100-continue can be expected'));
		const headers = { 'content-type': 'application/json', 'content-length': body.length };
		response.writeHead(417, headers).end(body);
	});
}

function answerSocket(socket: Socket, status: number, message: string): void {
	const body = JSON.stringify(errorBody(status, message));
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Content-Type: application/json',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}
