// Unpacks the package's tarball and loads its nodes and credentials as n8n does.

import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, parse, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { z } from 'zod';

export const ROOT = resolve(__dirname, '..', '..', '..');

const run = promisify(execFile);

const manifestSchema = z.object({
	name: z.string(),
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

/** A class of the package, where n8n loads it. */
interface Loaded<Type> {
	/** From the package's folder. */
	path: string;
	instance: Type;
}

/** The package as n8n gets it. */
export interface Published {
	tarball: string;
	/** The folder of the unpacked tarball. */
	folder: string;
	name: string;
	nodes: Array<Loaded<INodeType>>;
	credentials: Array<Loaded<ICredentialType>>;
}

/** Unpacks a tarball. */
export async function unpack(tarball: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/**
 * Unpacks a tarball beside n8n-workflow, and loads what n8n loads of it.
 *
 * @param folder an empty folder
 */
export async function published(tarball: string, folder: string): Promise<Published> {
	const packages = join(folder, 'node_modules');
	const own = join(packages, 'package');
	await unpack(tarball, own);
	await symlink(join(ROOT, 'node_modules', 'n8n-workflow'), join(packages, 'n8n-workflow'));
	const { name, n8n } = manifestSchema.parse(await readJson(join(own, 'package.json')));
	const load = createRequire(join(own, 'package.json'));
	const loaded = <Type>(path: string): Loaded<Type> => {
		const classes = load(join(own, path)) as Record<string, new () => Type>;
		const Class = classes[parse(path).name.split('.')[0] ?? ''];
		if (!Class) throw new Error(`${path} has no class of its name`);
		return { path, instance: new Class() };
	};
	return {
		tarball,
		folder: own,
		name,
		nodes: n8n.nodes.map((path) => loaded<INodeType>(path)),
		credentials: n8n.credentials.map((path) => loaded<ICredentialType>(path)),
	};
}

export async function readJson(path: string): Promise<Record<string, unknown>> {
	return z.record(z.unknown()).parse(JSON.parse(await readFile(path, 'utf8')));
}

/** The icons of all nodes and credentials, as paths from the package's folder. */
export function iconsOf({ nodes, credentials }: Published): string[] {
	const icons = [
		...nodes.map(({ path, instance }) => ({ path, icon: instance.description.icon })),
		...credentials.map(({ path, instance }) => ({ path, icon: instance.icon })),
	];
	const files = icons.flatMap(({ path, icon = '' }) => {
		const both = typeof icon === 'string' ? [icon] : [icon.light, icon.dark];
		return both.map((file) => join(dirname(path), file.replace(/^file:/, '')));
	});
	return [...new Set(files)];
}
