import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer on its way through the proxy. */
export interface Passing {
	status: number;
	/** JSON as data, `undefined` for everything else. */
	json: unknown;
}

/** What a proxy does to one answer: `undefined` leaves it as it is, `reset` breaks the connection. */
export type Disturb = (
	request: { method: string; path: string },
	answer: Passing,
) => Partial<Passing> | 'reset' | undefined;

export interface Proxy {
	url: string;
	close(): Promise<void>;
}

/**
 * Stands before a service and gives other answers than the service has given.
 *
 * @param isBlocked requests that do not reach the service and are answered 503
 */
export async function startProxy(
	service: string,
	disturb: Disturb,
	isBlocked: (request: { method?: string }) => boolean = () => false,
): Promise<Proxy> {
	const server = createServer((request, response) => {
		if (isBlocked(request)) {
			response.writeHead(503).end();
			return;
		}
		void forward(service, request).then(({ answer, bytes, type }) => {
			const { method = '', url: path = '' } = request;
			const change = disturb({ method, path }, answer);
			if (change === 'reset') {
				request.socket.resetAndDestroy();
				return;
			}
			response.statusCode = change?.status ?? answer.status;
			if (type !== null) response.setHeader('content-type', type);
			const { disposition } = answer as { disposition?: string };
			if (disposition !== undefined) response.setHeader('content-disposition', disposition);
			response.end(change && 'json' in change ? JSON.stringify(change.json) : bytes);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function forward(service: string, request: IncomingMessage) {
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece as Buffer);
	const { authorization, 'content-type': sent } = request.headers;
	const response = await fetch(`${service}${request.url ?? ''}`, {
		method: request.method ?? 'GET',
		headers: { ...(authorization && { authorization }), ...(sent && { 'content-type': sent }) },
		...(pieces.length > 0 && { body: new Blob([new Uint8Array(Buffer.concat(pieces))]) }),
	});
	const bytes = Buffer.from(await response.arrayBuffer());
	const type = response.headers.get('content-type');
	const json: unknown = type?.includes('json') ? JSON.parse(bytes.toString('utf8')) : undefined;
	const disposition = response.headers.get('content-disposition') ?? undefined;
	return { answer: { status: response.status, json, disposition }, bytes, type };
}
