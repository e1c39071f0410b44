// Has a server listen on a free local port, and closes it.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface Listening {
	/** Without a trailing slash. */
	url: string;
	port: number;
	/** Also breaks off what is under way. */
	close(): Promise<void>;
}

/** Has a server listen on a free port of the loopback address. */
export async function listening(server: Server): Promise<Listening> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
