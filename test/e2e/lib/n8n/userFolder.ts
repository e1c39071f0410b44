// The folder of an n8n's own data, and how community packages get into it.

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../install/npm';
import { temporaryFolder, type TemporaryFolder } from '../temporaryFolder';

/** The folder in which an n8n keeps its database, files, settings and community packages. */
export type UserFolder = TemporaryFolder;

/** Creates an empty user folder in the system's folder for temporary files. */
export async function createUserFolder(): Promise<UserFolder> {
	return await temporaryFolder('signaturit-n8n-');
}

/** A copy of a user folder; no n8n may run on it meanwhile. */
export async function copyOf({ path }: UserFolder): Promise<UserFolder> {
	const copy = await createUserFolder();
	await cp(path, copy.path, { recursive: true });
	return copy;
}

/**
 * Installs a package with the command that n8n uses when a user enters its name under Settings, Community
 * nodes.
 *
 * @throws SetupError when npm fails
 */
export async function installPackage(
	userFolder: Pick<UserFolder, 'path'>,
	tarball: string,
): Promise<void> {
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

/** Puts another package beside those that are installed: they find it before n8n's own. */
export async function addPackage({ path }: UserFolder, name: string, code: string): Promise<void> {
	const folder = join(path, '.n8n', 'nodes', 'node_modules', name);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '99.0.0' }));
	await writeFile(join(folder, 'index.js'), code);
}
