// Watches every request to a server of this process, with its answer, and changes nothing.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';

/** A request to a server of this process and its answer, as they went over the wire. */
export interface Exchange {
	request: IncomingMessage;
	/** What has arrived of the request's body. */
	body: Buffer;
	/** Whether the whole body has arrived. */
	isWhole: boolean;
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	answer: Buffer;
	/** Whether the answer was sent to its end. */
	isAnswered: boolean;
}

interface Started {
	request: IncomingMessage;
	response: ServerResponse;
	server: Server;
}

const CHANNEL = 'http.server.request.start';

/**
 * Watches all requests to the servers of this process, without changing them.
 *
 * @param begin is told of each request; what it returns gets the exchange when it is over.
 * @returns a function that ends the watching
 */
export function observeServers(
	begin: (started: Started) => ((exchange: Exchange) => void) | undefined,
): () => void {
	const onStart = (message: unknown) => {
		const started = message as Started;
		const finish = begin(started);
		if (finish) follow(started, finish);
	};
	subscribe(CHANNEL, onStart);
	return () => void unsubscribe(CHANNEL, onStart);
}

function follow({ request, response }: Started, finish: (exchange: Exchange) => void): void {
	const body = arriving(request);
	const answer = leaving(response);
	response.once('close', () => {
		finish({
			request,
			body: Buffer.concat(body),
			isWhole: isWhole(request, body),
			status: response.statusCode,
			headers: answer.headers(),
			answer: Buffer.concat(answer.pieces),
			isAnswered: response.writableFinished,
		});
	});
}

/** Collects what arrives, without reading it in the place of the server. */
function arriving(request: IncomingMessage): Buffer[] {
	const pieces: Buffer[] = [];
	const push = request.push.bind(request);
	request.push = (piece: unknown, encoding) => {
		if (Buffer.isBuffer(piece)) pieces.push(piece);
		return push(piece, encoding);
	};
	return pieces;
}

function isWhole({ headers, complete }: IncomingMessage, pieces: Buffer[]): boolean {
	const length = headers['content-length'];
	const arrived = pieces.reduce((sum, piece) => sum + piece.length, 0);
	return complete && (length === undefined || Number(length) === arrived);
}

/** Collects what is answered. */
function leaving(response: ServerResponse) {
	const pieces: Buffer[] = [];
	let written: OutgoingHttpHeaders = {};
	const keep = (piece: unknown, encoding: unknown) => {
		if (typeof piece === 'string') {
			pieces.push(Buffer.from(piece, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8'));
		} else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
	};
	const { writeHead, write, end } = response;
	response.writeHead = ((...given: unknown[]) => {
		const headers = given.find((value) => typeof value === 'object' && value !== null);
		if (headers && !Array.isArray(headers)) written = headers as OutgoingHttpHeaders;
		return Reflect.apply(writeHead, response, given) as ServerResponse;
	}) as typeof writeHead;
	response.write = ((...given: unknown[]) => {
		keep(given[0], given[1]);
		return Reflect.apply(write, response, given) as boolean;
	}) as typeof write;
	response.end = ((...given: unknown[]) => {
		keep(given[0], given[1]);
		return Reflect.apply(end, response, given) as ServerResponse;
	}) as typeof end;
	const headers = () => lowerCase({ ...response.getHeaders(), ...written });
	return { pieces, headers };
}

const lowerCase = (headers: OutgoingHttpHeaders): Record<string, unknown> =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
