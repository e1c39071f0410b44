// A lock between processes, so that only one installs or prepares n8n at a time.

import { createHash } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { claim, unlessInUse } from '../ports';
import { waitFor } from '../wait';

const LONGEST_INSTALL_MS = 30 * 60_000;
/** No port of a test is among them (ports.ts). */
const PORTS = { first: 16_000, count: 4_000 };

/** The same path has the same port in every process. */
const portOf = (path: string) =>
	PORTS.first + (createHash('sha256').update(path).digest().readUInt32BE() % PORTS.count);

/**
 * Runs `work` while this process holds a lock, so that two processes never run it at the same time. The lock is a UDP
 * port, which the system frees when a process ends, however that happens.
 *
 * @param path of what the work is about
 * @param onWait called once, when another process holds the lock
 * @throws Error when it is held for more than half an hour
 */
export async function whileLocked<T>(
	path: string,
	onWait: () => void,
	work: () => Promise<T>,
): Promise<T> {
	const port = portOf(path);
	const take = async () => await unlessInUse(claim(port));
	let held = await take();
	if (!held) {
		onWait();
		const wait = {
			what: `UDP port ${port}, which says that another process prepares ${path}`,
			timeoutMs: LONGEST_INSTALL_MS,
			everyMs: 500,
		};
		held = await waitFor<Socket>(wait, async () => {
			const taken = await take();
			return taken ? { done: taken } : { seen: 'it is in use' };
		});
	}
	try {
		return await work();
	} finally {
		held.close();
	}
}
