// A proxy that gives webhooks to the processors in turn, and all else to main.

import { createServer, request } from 'node:http';
import { listening, type Listening } from '../../../listening';
import { HOST } from '../n8n/n8nProcess';

/** Where requests go: ports of the loopback address. */
export interface Backends {
	main: number;
	/** They get the production webhooks in turn, also when one of them is gone. */
	processors: number[];
}

/**
 * Starts a reverse proxy. `/webhook/` goes to the processors in turn, all else to main. It answers 502 when
 * it cannot reach the process, or loses it; it tries no other one, so what a dead process gets is lost.
 */
export async function startSpreadingProxy({ main, processors }: Backends): Promise<Listening> {
	let turn = 0;
	const portFor = (path: string): number =>
		(path.startsWith('/webhook/') && processors[turn++ % processors.length]) || main;
	const server = createServer((incoming, outgoing) => {
		const { method, url: path = '/' } = incoming;
		// A process may close an idle connection at the moment in which it is used again.
		const headers = { ...incoming.headers, connection: 'close' };
		const target = { host: HOST, port: portFor(path), method, path, headers, agent: false };
		const onward = request(target, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
			answer.once('error', () => outgoing.destroy());
		});
		onward.once('error', ({ message }) => {
			if (outgoing.headersSent) outgoing.destroy();
			else outgoing.writeHead(502).end(message);
		});
		incoming.pipe(onward);
	});
	return await listening(server);
}
