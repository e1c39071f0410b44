import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { waitFor } from '../wait';

const LONGEST_INSTALL_MS = 30 * 60_000;

const code = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function alive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return code(error) === 'EPERM';
	}
}

async function holderOf(path: string): Promise<number | undefined> {
	try {
		return Number(await readFile(path, 'utf8'));
	} catch (error) {
		if (code(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** Removes the lock of a process that has ended. If another process has taken it meanwhile, its lock is put back. */
async function removeStale(path: string, holder: number): Promise<void> {
	const stale = `${path}.stale-${process.pid}`;
	try {
		await rename(path, stale);
		if ((await holderOf(stale)) !== holder) await link(stale, path);
	} catch (error) {
		if (code(error) !== 'ENOENT' && code(error) !== 'EEXIST') throw error;
	} finally {
		await rm(stale, { force: true });
	}
}

/**
 * Runs `work` while this process holds a lock file, so that two processes never run it at the same time.
 * The lock of a process that has ended is taken over.
 *
 * @param onWait called once, with the process id of the holder, when another process holds the lock
 * @throws Error when the holder keeps the lock for more than half an hour
 */
export async function whileLocked<T>(
	path: string,
	onWait: (holder: number) => void,
	work: () => Promise<T>,
): Promise<T> {
	const own = `${path}.${process.pid}`;
	await writeFile(own, String(process.pid));
	let reported = false;
	try {
		await waitFor(
			{
				what: `the other installation to finish (if there is none, delete ${path})`,
				timeoutMs: LONGEST_INSTALL_MS,
				everyMs: 500,
			},
			async () => {
				try {
					// A hard link is created in one step: the lock has its content from the start.
					await link(own, path);
					return { done: true };
				} catch (error) {
					if (code(error) !== 'EEXIST') throw error;
				}
				const holder = await holderOf(path);
				if (holder === undefined) return { seen: 'the lock was just released' };
				if (!alive(holder)) {
					await removeStale(path, holder);
					return { seen: `a lock left behind by process ${holder}` };
				}
				if (!reported) onWait(holder);
				reported = true;
				return { seen: `process ${holder} is installing` };
			},
		);
	} finally {
		await rm(own, { force: true });
	}
	try {
		return await work();
	} finally {
		await rm(path, { force: true });
	}
}
