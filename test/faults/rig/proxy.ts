// The proxy that stands between the node and the local service and gives the fault.

import { request as httpRequest, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, Fault, Moment } from '../table/fault';
import { changed, MADE_UP, pass } from '../table/give';
import { REDIRECTED } from '../table/refusals';

/** Which request of a run meets the fault. */
export interface Place {
	method: string;
	/** Matches path and query. */
	url: RegExp;
	/** Number among those that match, from 1. */
	nth?: number;
}

/** What a proxy does with the requests of one run. */
export interface Disturbance {
	fault: Fault;
	place: Place;
	/** Whether the service is asked before the fault is given. */
	moment: Moment;
	/** How many requests at this place meet the fault. */
	times: number;
	/** Base URL of the other host to which redirects lead. */
	elsewhere: string;
}

/** These belong to one connection, not to the answer. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/**
 * Stands between the node and the local service for one run. It passes requests on, except those at the
 * place of the fault. Every answer closes its connection, so an open socket is one that the node keeps.
 */
export class FaultProxy {
	/** How many requests have arrived. */
	calls = 0;
	private readonly sockets = new Set<Socket>();
	private readonly server: Server;
	private matching = 0;

	constructor(
		private readonly service: string,
		private readonly disturbance: Disturbance,
	) {
		this.server = createServer((request, response) => {
			response.setHeader('Connection', 'close');
			// A connection that the node breaks off is the node's affair; its sockets are counted.
			response.on('error', () => undefined);
			this.handle(request, response).catch(() => request.socket.destroy());
		});
		this.server.on('connection', (socket) => {
			this.sockets.add(socket);
			socket.on('error', () => undefined);
			socket.once('close', () => this.sockets.delete(socket));
		});
		this.server.on('clientError', (_, socket) => socket.destroy());
	}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	/** The address that the node is given. */
	async address(): Promise<string> {
		const { port } = this.server.address() as AddressInfo;
		const { address } = this.disturbance.fault;
		if (address === 'closed port') await this.stop();
		return `${address === 'https' ? 'https' : 'http'}://127.0.0.1:${port}`;
	}

	/** Waits until the node has closed its sockets, at most this long. Resolves to those still open. */
	async socketsLeftOpen(milliseconds: number): Promise<number> {
		const closed = [...this.sockets].map(
			async (socket) => await new Promise((resolve) => socket.once('close', resolve)),
		);
		let timer: NodeJS.Timeout | undefined;
		const patience = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
		await Promise.race([Promise.all(closed), patience]);
		clearTimeout(timer);
		return this.sockets.size;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		for (const socket of this.sockets) socket.destroy();
		if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
	}

	private async handle(
		request: IncomingMessage,
		response: Parameters<typeof pass>[0],
	): Promise<void> {
		const { fault, moment, elsewhere } = this.disturbance;
		this.calls++;
		const isHere = this.isAtPlace(request);
		const isHit = isHere && this.isHit();
		if (isHit && fault.early) {
			fault.give({ request, response, success: MADE_UP, elsewhere });
			return;
		}
		const body = await bytesOf(request);
		const answer =
			isHit && moment === 'before' ? MADE_UP : await forward(this.service, request, body);
		if (isHit) fault.give({ request, response, success: answer, elsewhere });
		else pass(response, isHere && fault.file ? changed(answer, fault.file(answer.body)) : answer);
	}

	private isAtPlace({ method, url = '' }: IncomingMessage): boolean {
		const { place } = this.disturbance;
		return method === place.method && place.url.test(url) && !url.startsWith(REDIRECTED);
	}

	private isHit(): boolean {
		const { place, times } = this.disturbance;
		this.matching++;
		const { nth = 1 } = place;
		return this.matching >= nth && this.matching < nth + times;
	}
}

/** Sends a request to the service as it came, and returns the complete answer. */
async function forward(service: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
	const { method, url = '' } = request;
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		httpRequest(`${service}${url.replace(REDIRECTED, '')}`, {
			method,
			agent: false,
			headers: { ...kept(request), 'content-length': String(body.length) },
		})
			.once('response', resolve)
			.once('error', reject)
			.end(body);
	});
	return { status: answer.statusCode ?? 0, headers: kept(answer), body: await bytesOf(answer) };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of message) pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
}

function kept({ headers }: IncomingMessage): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined || OWN_HEADERS.has(name) || name === 'host'
				? []
				: [[name, String(value)]],
		),
	);
}
