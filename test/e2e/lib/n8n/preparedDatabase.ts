// Makes n8n's database once for each install, and copies it into new user folders.

import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whileLocked } from '../install/installLock';
import type { InstalledN8n } from '../install/n8nInstall';
import type { Progress } from '../progress';
import { startN8n } from './n8nServer';
import { createUserFolder, type UserFolder } from './userFolder';

const DATABASE = 'database.sqlite';

/**
 * Has n8n create its database once for each install, because that takes a third of its start. Processes that do
 * so at the same time wait for each other.
 *
 * @throws Error when n8n does not start, with the last lines of its log
 */
export async function prepareDatabase(installed: InstalledN8n, progress: Progress): Promise<void> {
	const { prepared } = installed;
	if (existsSync(prepared)) return;
	await whileLocked(
		prepared,
		() => progress.line("Another process is preparing n8n's database; waiting for it."),
		async () => {
			if (existsSync(prepared)) return;
			const userFolder = await createUserFolder();
			try {
				const n8n = await startN8n({ installed, userFolder });
				await n8n.stop();
				const unfinished = `${prepared}.unfinished`;
				await rm(unfinished, { recursive: true, force: true });
				await mkdir(unfinished);
				for (const end of ['', '-wal', '-shm']) {
					const file = join(userFolder.path, '.n8n', DATABASE + end);
					if (existsSync(file)) await cp(file, join(unfinished, DATABASE + end));
				}
				await rename(unfinished, prepared);
			} finally {
				await userFolder.remove();
			}
		},
	);
}

/** Gives a new user folder the database that was prepared, if there is one. */
export async function takeDatabase(
	{ prepared }: InstalledN8n,
	{ path }: Pick<UserFolder, 'path'>,
): Promise<void> {
	if (existsSync(prepared)) await cp(prepared, join(path, '.n8n'), { recursive: true });
}
