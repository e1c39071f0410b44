// Creates an empty temporary folder, and removes it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
	path: string;
	remove(): Promise<void>;
}

/** Creates an empty folder in the system's folder for temporary files; its name begins with `prefix`. */
export async function temporaryFolder(prefix: string): Promise<TemporaryFolder> {
	const path = await mkdtemp(join(tmpdir(), prefix));
	return {
		path,
		remove: async () => await rm(path, { recursive: true, force: true, maxRetries: 5 }),
	};
}
