// A server that answers exactly what a test says, unlike the local service.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startEngine, stopEngine } from './engine';
import { shortDelays } from './shortDelays';

/** What a test answers to one request. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers as a test says: what the local service, and the real one, would not do. */
export class ScriptedServer {
	/** The requests of this test, in order. */
	received: IncomingMessage[] = [];
	/** Answers the requests of this test, one after the other; the last one answers all others. */
	answers: Answer[] = [];
	private readonly server;

	/** @param secure the key and the certificate of a server that speaks https */
	constructor(private readonly secure?: ServerOptions) {
		const onRequest: Answer = (request, response) => {
			this.received.push(request);
			const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
			answer?.(request, response);
		};
		this.server = secure ? createSecureServer(secure, onRequest) : createServer(onRequest);
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** For the node, to reach the server. */
	get credential(): ICredentialDataDecryptedObject {
		return { environment: 'custom', accessToken: 'a-token', baseUrl: this.url };
	}

	get url(): string {
		const { port } = this.server.address() as AddressInfo;
		// TLS knows servers by name only.
		return this.secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
	}
}

/** Answers with a status, a body and its type. */
export function answer(status: number, body = '', type = 'application/json'): Answer {
	return (_, response) => void response.writeHead(status, { 'Content-Type': type }).end(body);
}

/** Breaks the connection instead of answering. */
export const reset: Answer = (request) => void request.socket.resetAndDestroy();

/** Registers the hooks that start and stop n8n's engine and a scripted server. */
export function scriptedServer(): ScriptedServer {
	const server = new ScriptedServer();
	shortDelays();
	beforeAll(async () => {
		await startEngine();
		await server.start();
	});
	beforeEach(() => {
		server.received = [];
		server.answers = [];
	});
	afterAll(async () => {
		await server.stop();
		stopEngine();
	});
	return server;
}

/** The requests for files among those that a server has received: only these ask for any type. */
export const downloads = ({ received }: ScriptedServer): IncomingMessage[] =>
	received.filter(({ headers }) => headers.accept === '*/*');
