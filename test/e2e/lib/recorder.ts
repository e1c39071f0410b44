import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const HOST = '127.0.0.1';

/** A server to which the node after a trigger posts what it got: what is here has reached that node. */
export interface Recorder {
	url: string;
	/** The bodies of the posts, in the order of their arrival. */
	bodies: unknown[];
	close(): Promise<void>;
}

/** Starts a recorder for posts of JSON. */
export async function startRecorder(): Promise<Recorder> {
	const bodies: unknown[] = [];
	const server = createServer((request, response) => {
		void text(request).then(
			(body) => {
				bodies.push(JSON.parse(body));
				response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
			},
			// The sender was killed before it had sent all.
			() => response.destroy(),
		);
	});
	server.listen(0, HOST);
	await once(server, 'listening');
	return {
		url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
		bodies,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
