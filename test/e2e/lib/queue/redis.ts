// Starts a Redis for n8n, and waits until it answers.

import { createConnection } from 'node:net';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { HOST } from '../n8n/n8nProcess';
import { freePorts } from '../ports';
import { SetupError } from '../setupError';
import { temporaryFolder } from '../temporaryFolder';
import { startCompanion, type Companion } from './companion';

const PROGRAM = '/usr/bin/redis-server';

/** Whether a Redis at this port answers a PING. It answers an error while it is still loading. */
async function answersPing(port: number): Promise<boolean> {
	const socket = createConnection(port, HOST);
	try {
		await once(socket, 'connect');
		socket.write('PING\r\n');
		const [answer] = (await once(socket, 'data')) as [Buffer];
		return answer.toString().startsWith('+PONG');
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/**
 * Starts a Redis without password that keeps everything in memory.
 *
 * @throws SetupError when Redis is not installed
 */
export async function startRedis(): Promise<Companion> {
	if (!existsSync(PROGRAM)) {
		throw new SetupError(
			`No Redis at ${PROGRAM}. Install it ("apt-get install redis-server"); it need not run.`,
		);
	}
	const [port = 0] = await freePorts(1);
	const folder = await temporaryFolder('signaturit-redis-');
	const where = ['--bind', HOST, '--port', String(port), '--dir', folder.path];
	return await startCompanion({
		name: 'Redis',
		command: [PROGRAM, ...where, '--save', '', '--appendonly', 'no'],
		port,
		folder,
		isReady: async () => await answersPing(port),
	});
}
