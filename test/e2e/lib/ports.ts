import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { SetupError } from './setupError';

const HOST = '127.0.0.1';

async function listen(port: number): Promise<Server> {
	const server = createServer().listen(port, HOST);
	await once(server, 'listening');
	return server;
}

async function close(server: Server): Promise<void> {
	server.close();
	await once(server, 'close');
}

/** @returns `count` different ports of 127.0.0.1 on which nothing listens at the moment */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, async () => await listen(0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(close));
	return ports;
}

/** @throws SetupError when something listens on the port already, or the port may not be used */
export async function requireFreePort(port: number, whose: string, option: string): Promise<void> {
	try {
		await close(await listen(port));
	} catch (error) {
		const reason = (error as NodeJS.ErrnoException).code;
		throw new SetupError(
			reason === 'EADDRINUSE'
				? `Port ${port} of ${HOST}, wanted for ${whose}, is in use. End the program that listens there, or choose another port with ${option}.`
				: `Port ${port} of ${HOST}, wanted for ${whose}, cannot be used (${reason ?? 'unknown reason'}). Choose another with ${option}.`,
		);
	}
}
