// Sends requests over a bare socket, exactly as they are written.

import { connect } from 'node:net';

/** A request as a client writes it, without the headers Host and Connection. */
export interface RawRequest {
	method: string;
	/** With the query, as it is written. */
	path: string;
	headers?: Record<string, string>;
	body?: Buffer;
}

export interface RawAnswer {
	/** 0 when the connection ends without an answer. */
	status: number;
	headers: string;
	body: string;
}

/** Sends a request over a socket, with the token if there is one, so that no library of this process changes it. */
export function sendRaw(
	{ url, token }: { url: string; token?: string },
	{ method, path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
	const lines = Object.entries({
		Host: new URL(url).host,
		...(token && { Authorization: `Bearer ${token}` }),
		...headers,
		...(body && { 'Content-Length': String(body.length) }),
		Connection: 'close',
	}).map(([name, value]) => `${name}: ${value}\r\n`);
	const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
	return sendBytes(url, Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]));
}

/** Sends bytes, and resolves to what comes back until the service ends the connection. */
export async function sendBytes(url: string, bytes: Buffer): Promise<RawAnswer> {
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	socket.write(bytes);
	const pieces: Buffer[] = [];
	for await (const piece of socket) pieces.push(piece as Buffer);
	const [head = '', ...rest] = Buffer.concat(pieces).toString('utf8').split('\r\n\r\n');
	return {
		status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
		headers: head,
		body: rest.join('\r\n\r\n'),
	};
}
