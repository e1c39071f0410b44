// The list of checks on the published package, and how each is done.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { npm } from '../../e2e/lib/install/npm';
import { codexFaults, credentialFaults, iconFaults, packageFaults } from './faults';
import { iconsOf, readJson, ROOT, unpack, type Published } from './published';

const run = promisify(execFile);

/** What a check has found. */
interface Finding {
	/** What was looked at. */
	lookedAt: string;
	/** Empty when the check has passed. */
	faults: string[];
}

/** All checks, by the name that leaves one out (`--except=`). */
export const checks: Record<string, { title: string; find: (it: Published) => Promise<Finding> }> =
	{
		source: { title: 'Made of the source, bit for bit', find: buildAgain },
		scanner: { title: "n8n's scanner", find: scan },
		linter: { title: "n8n's linter, strict mode", find: lint },
		package: { title: 'No dependencies', find: lookAtPackage },
		codex: { title: 'Codex', find: lookAtCodex },
		icons: { title: 'Icons', find: lookAtIcons },
		credentials: { title: 'Credentials', find: lookAtCredentials },
		previews: { title: 'Previews of outputs', find: comparePreviews },
	};

/** Runs a command. Its output is a fault when it fails. */
async function faultsOf(command: string, ...args: string[]): Promise<string[]> {
	// In tests of their own, the rules of n8n's scanner take every file for a node.
	const env = { ...process.env, NODE_ENV: undefined };
	try {
		await run(command, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 });
		return [];
	} catch (error) {
		const said = z.object({ stdout: z.string(), stderr: z.string() }).safeParse(error);
		return [said.success ? `${said.data.stdout}${said.data.stderr}`.trim() : String(error)];
	}
}

/** The faults of several files, each behind the file's name. A file that cannot be read is a fault, too. */
async function each<Item>(
	items: Item[],
	nameOf: (item: Item) => string,
	faultsIn: (item: Item) => Promise<string[]>,
): Promise<Finding> {
	const found = await Promise.all(
		items.map(async (item) => {
			const faults = await faultsIn(item).catch((error: unknown) => [String(error)]);
			return faults.map((fault) => `${nameOf(item)}: ${fault}`);
		}),
	);
	return { lookedAt: items.map((item) => basename(nameOf(item))).join(', '), faults: found.flat() };
}

/** What a build and npm read, besides the development packages. */
const SOURCES = [
	...['package.json', 'tsconfig.json', 'gulpfile.js', 'README.md', 'LICENSE.md'],
	...['credentials', 'icons', 'nodes'],
];

/** Builds and packs the sources once more, in another folder, and compares the tarballs. */
async function buildAgain({ tarball, folder }: Published): Promise<Finding> {
	const modules = join(ROOT, 'node_modules');
	// esbuild would write where the packages really are, so a link to their folder would not do.
	const copy = await mkdtemp(join(modules, '.again-'));
	try {
		for (const source of SOURCES)
			await cp(join(ROOT, source), join(copy, source), { recursive: true });
		await mkdir(join(copy, 'node_modules'));
		const packages = (await readdir(modules)).filter((name) => !name.startsWith('.again-'));
		const from = packages.map((name) => join(modules, name));
		await run('cp', ['-al', ...from, join(copy, 'node_modules')]);
		await npm(['run', 'build', '--silent'], copy);
		await npm(['pack', '--silent'], copy);
		const again = join(copy, basename(tarball));
		const [first, second] = await Promise.all([tarball, again].map(hashOf));
		const lookedAt = `${basename(tarball)}, built twice: sha256 ${first?.slice(0, 16)}…`;
		if (first === second) return { lookedAt, faults: [] };
		await unpack(again, join(copy, 'unpacked'));
		const different = await faultsOf('diff', '-rq', folder, join(copy, 'unpacked'));
		return { lookedAt, faults: [`sha256 ${first} and ${second}`, ...different] };
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

async function hashOf(path: string): Promise<string> {
	return createHash('sha256')
		.update(await readFile(path))
		.digest('hex');
}

async function scan({ folder }: Published): Promise<Finding> {
	const faults = await faultsOf(process.execPath, join(__dirname, 'scan.mjs'), ROOT, folder);
	return { lookedAt: 'the sources and the tarball', faults };
}

async function lint(): Promise<Finding> {
	const faults = await faultsOf('npm', 'run', 'lint:n8n');
	return { lookedAt: "the sources of what is published, by n8n's own configuration", faults };
}

async function lookAtPackage({ folder }: Published): Promise<Finding> {
	const manifest = await readJson(join(folder, 'package.json'));
	const code = await readFile(join(folder, 'dist', 'code.js'), 'utf8');
	return { lookedAt: 'package.json, code.js', faults: packageFaults(manifest, code) };
}

async function lookAtCodex({ folder, name, nodes }: Published): Promise<Finding> {
	return await each(
		nodes,
		({ path }) => path.replace(/\.js$/, '.json'),
		async ({ path, instance }) => {
			const codex = await readJson(join(folder, path.replace(/\.js$/, '.json')));
			return codexFaults(codex, instance, name);
		},
	);
}

async function lookAtIcons(it: Published): Promise<Finding> {
	return await each(
		iconsOf(it),
		(path) => path,
		async (path) => iconFaults(await readFile(join(it.folder, path), 'utf8')),
	);
}

async function lookAtCredentials({ nodes, credentials }: Published): Promise<Finding> {
	const users = nodes.map(({ instance }) => instance);
	return await each(
		credentials,
		({ path }) => path,
		async ({ instance }) => credentialFaults(instance, users),
	);
}

async function comparePreviews(): Promise<Finding> {
	const tests = ['test/workflow/previews', 'test/project/operations'];
	const faults = await faultsOf('npx', 'jest', '--ci', ...tests);
	return { lookedAt: 'what each operation gives out', faults };
}
