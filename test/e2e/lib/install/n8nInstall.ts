// Chooses the version of n8n that fits this Node, and installs it for the tests.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { whileLocked } from './installLock';
import { npm } from './npm';
import { seconds, withTicks, type Progress } from '../progress';
import { SetupError } from '../setupError';

export interface N8nRelease {
	version: string;
	/** In the folder n8n/: the version, if it is not the newest one of npm. */
	folder?: string;
	/** Packages with native code, which are built or downloaded for this machine after the install. */
	natives: string[];
	/** How long the download usually takes, in words. */
	expected: string;
}

export interface InstalledN8n {
	version: string;
	/** n8n's start script, to be run by this Node. */
	bin: string;
	/** The folder for its prepared database; npm removes it with all else when it installs anew. */
	prepared: string;
	/** The folder for its code as Node has compiled it, which saves a quarter of its start. */
	compiled: string;
}

const NEEDED_GB = 3;
const FOLDERS = resolve(__dirname, '..', '..', 'n8n');
const BIN = join('node_modules', 'n8n', 'bin', 'n8n');
/** Inside node_modules, so that npm removes it before it changes anything there. */
const MARKER = join('node_modules', '.whole.json');

/**
 * The newest n8n in the folder n8n/ that a version of Node can run, or the newest one of npm.
 *
 * @param node a Node version without the "v", e.g. "20.19.0"
 * @param newest the version for which `.ci/newest-n8n` has prepared a folder
 * @throws SetupError when the Node is too old
 */
export function releaseFor(node: string, newest?: string): N8nRelease {
	const natives = ['sqlite3', 'isolated-vm'];
	const expected = '3 to 5 minutes';
	if (newest) return { version: newest, folder: 'newest', natives, expected };
	const [major = 0, minor = 0] = node.split('.').map(Number);
	if (major >= 24) return { version: '2.41.1', natives, expected };
	if (major > 20 || (major === 20 && minor >= 19)) {
		return { version: '2.8.4', natives: ['sqlite3'], expected: '2 to 4 minutes' };
	}
	throw new SetupError(
		`Node ${node} is too old: n8n needs Node 20.19 or later. Get one from https://nodejs.org`,
	);
}

/** What an install depends on. When it changes, n8n must be installed again. */
async function fingerprint(folder: string): Promise<string> {
	const lock = await readFile(join(folder, 'package-lock.json'));
	return JSON.stringify({
		lock: createHash('sha256').update(lock).digest('hex'),
		modules: process.versions.modules,
		platform: `${process.platform}-${process.arch}`,
	});
}

async function isWhole(folder: string): Promise<boolean> {
	if (!existsSync(join(folder, BIN)) || !existsSync(join(folder, MARKER))) return false;
	return (await readFile(join(folder, MARKER), 'utf8')) === (await fingerprint(folder));
}

async function requireDiskSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const gigabytes = (bavail * bsize) / 1e9;
	if (gigabytes < NEEDED_GB) {
		throw new SetupError(
			`Not enough disk space: n8n needs about ${NEEDED_GB} GB, ${folder} has ${gigabytes.toFixed(1)} GB left.`,
		);
	}
}

async function requireNatives(folder: string, natives: string[]): Promise<void> {
	const program = natives.map((name) => `require(${JSON.stringify(name)})`).join(';');
	try {
		await promisify(execFile)(process.execPath, ['-e', program], { cwd: folder });
	} catch (error) {
		throw new SetupError(
			`The native parts of n8n (${natives.join(', ')}) could not be built for this machine. ` +
				'Building them needs Python 3, make and a C++ compiler, e.g. "apt-get install build-essential python3". ' +
				`Node says:\n${(error as Error).message}`,
		);
	}
}

async function install(folder: string, release: N8nRelease, progress: Progress): Promise<void> {
	await requireDiskSpace(folder);
	const started = Date.now();
	progress.line(`Installing n8n ${release.version} into ${folder}, once (about ${NEEDED_GB} GB).`);
	// n8n's own peer dependencies contradict each other, so npm cannot resolve them strictly.
	const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund'];
	await withTicks(progress, 'Downloading n8n', release.expected, async () => {
		await npm(['ci', ...flags, '--ignore-scripts'], folder);
	});
	const native = `Building ${release.natives.join(' and ')}`;
	await withTicks(progress, native, 'about a minute where no prebuilt file fits', async () => {
		await npm(['rebuild', ...flags, '--ignore-scripts=false', ...release.natives], folder);
	});
	await requireNatives(folder, release.natives);
	await writeFile(join(folder, MARKER), await fingerprint(folder));
	progress.line(`n8n ${release.version} installed in ${seconds(Date.now() - started)}.`);
}

/**
 * Installs the n8n that this Node can run into a private folder, unless a complete install is there already.
 * Processes that install at the same time wait for each other.
 *
 * @param root the folder that holds one folder with package.json and package-lock.json per version
 * @throws SetupError when n8n cannot be installed on this machine (Node too old, no disk space, npm missing or failing)
 */
export async function installN8n(progress: Progress, root = FOLDERS): Promise<InstalledN8n> {
	const release = releaseFor(process.versions.node, process.env.N8N_NEWEST);
	const folder = join(root, release.folder ?? release.version);
	if (!(await isWhole(folder))) {
		await whileLocked(
			folder,
			() => progress.line('Another process is installing n8n already; waiting for it.'),
			async () => {
				if (!(await isWhole(folder))) await install(folder, release, progress);
			},
		);
	}
	return {
		version: release.version,
		bin: join(folder, BIN),
		prepared: join(folder, 'node_modules', '.prepared'),
		compiled: join(folder, 'node_modules', '.compiled'),
	};
}
