// Finds free ports for tests, and claims them against other test processes.

import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { SetupError } from './setupError';

const HOST = '127.0.0.1';
/** Below the ports that the system gives out by itself: Linux begins at 32768, others at 49152. */
const PORTS = { first: 20_000, count: 12_000 };

async function listen(port: number): Promise<Server> {
	const server = createServer().listen(port, HOST);
	await once(server, 'listening');
	return server;
}

async function close(server: Server): Promise<void> {
	server.close();
	await once(server, 'close');
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Returns undefined when the port is in use. */
export async function unlessInUse<T>(taken: Promise<T>): Promise<T | undefined> {
	try {
		return await taken;
	} catch (error) {
		if (codeOf(error) === 'EADDRINUSE') return undefined;
		throw error;
	}
}

/** Takes the UDP port of the same number until it is closed or this process ends, so that no other test process takes it. */
export async function claim(port: number): Promise<Socket> {
	const socket = createSocket('udp4').unref();
	socket.bind(port, HOST);
	try {
		await once(socket, 'listening');
		return socket;
	} catch (error) {
		socket.close();
		throw error;
	}
}

async function isFree(port: number): Promise<boolean> {
	if (!(await unlessInUse(claim(port)))) return false;
	const server = await unlessInUse(listen(port));
	if (server) await close(server);
	return server !== undefined;
}

/**
 * Finds ports of 127.0.0.1 on which nothing listens. What is started on them often needs seconds until it listens, and
 * many test files run at a time. Meanwhile no other call gets them, in no process, and the system gives them to nobody.
 *
 * @returns `count` different ports
 * @throws Error when nearly all ports are in use
 */
export async function freePorts(count: number): Promise<number[]> {
	const found: number[] = [];
	const start = Math.floor(Math.random() * PORTS.count);
	for (let index = 0; index < PORTS.count && found.length < count; index++) {
		const port = PORTS.first + ((start + index) % PORTS.count);
		if (await isFree(port)) found.push(port);
	}
	if (found.length < count) throw new Error(`Fewer than ${count} ports of ${HOST} are free`);
	return found;
}

/** @throws SetupError when something listens on the port already, or the port may not be used */
export async function requireFreePort(port: number, whose: string, option: string): Promise<void> {
	try {
		await close(await listen(port));
	} catch (error) {
		const reason = codeOf(error);
		throw new SetupError(
			reason === 'EADDRINUSE'
				? `Port ${port} of ${HOST}, wanted for ${whose}, is in use. End the program that listens there, or choose another port with ${option}.`
				: `Port ${port} of ${HOST}, wanted for ${whose}, cannot be used (${reason ?? 'unknown reason'}). Choose another with ${option}.`,
		);
	}
}
