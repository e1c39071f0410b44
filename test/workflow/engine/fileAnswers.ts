// The ways a server can send a file: whole, in chunks, cut or stalled.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Sends the answer to one download. */
export type Send = (response: ServerResponse) => void;

/** Answers with these bytes and says how many they are. */
export const file =
	(bytes: Buffer, headers: OutgoingHttpHeaders = { 'Content-Type': 'application/pdf' }): Send =>
	(response) =>
		response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);

/** Answers with these bytes in chunks, so that the end of the answer is marked. */
export const chunked =
	(bytes: Buffer): Send =>
	(response) =>
		response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(bytes);

/** Answers with these bytes; only the end of the connection says that there are no more. */
export const untilClosed =
	(bytes: Buffer): Send =>
	(response) => {
		response.removeHeader('Transfer-Encoding');
		response.writeHead(200, { 'Content-Type': 'application/pdf', Connection: 'close' }).end(bytes);
	};

/** Says how many bytes there are, and breaks off before the last ones. */
export const cut =
	(bytes: Buffer): Send =>
	(response) => {
		response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': bytes.length });
		response.write(bytes.subarray(0, -10), () => response.destroy());
	};

/** Sends these bytes and then nothing, without an end. */
export const stalled =
	(bytes: Buffer): Send =>
	(response) =>
		void response.writeHead(200, { 'Content-Type': 'application/pdf' }).write(bytes);
