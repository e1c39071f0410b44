import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../install/npm';

/** The folder in which an n8n keeps its database, files, settings and community packages. */
export interface UserFolder {
	path: string;
	encryptionKey: string;
	remove(): Promise<void>;
}

/** Creates an empty user folder in the system's folder for temporary files. */
export async function createUserFolder(): Promise<UserFolder> {
	const path = await mkdtemp(join(tmpdir(), 'signaturit-n8n-'));
	return {
		path,
		encryptionKey: randomBytes(24).toString('hex'),
		remove: async () => await rm(path, { recursive: true, force: true, maxRetries: 5 }),
	};
}

/**
 * Installs a package with the command that n8n uses when a user enters its name under Settings, Community
 * nodes.
 *
 * @throws SetupError when npm fails
 */
export async function installPackage(userFolder: UserFolder, tarball: string): Promise<void> {
	const nodes = join(userFolder.path, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	const flags = ['--no-audit', '--no-fund', '--no-bin-links', '--no-package-lock'];
	await npm(
		[
			'install',
			tarball,
			...flags,
			'--install-strategy=shallow',
			'--ignore-scripts',
			'--legacy-peer-deps',
		],
		nodes,
	);
}
