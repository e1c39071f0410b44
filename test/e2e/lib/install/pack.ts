// Builds and packs the package as it would be published.

import { copyFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { npm } from './npm';

const PACKAGE = resolve(__dirname, '..', '..', '..', '..');

const packed = z.array(z.object({ filename: z.string().endsWith('.tgz') })).length(1);

/** Environment variable with the path of the tarball that a run of tests has packed. */
export const PACKED = 'SIGNATURIT_PACKED';

/**
 * Builds the package and packs it as it would be published, or takes what this run of tests has packed.
 *
 * @param folder an existing folder for the tarball
 * @returns the path of the tarball
 * @throws SetupError when the build or the packing fails, with what npm said
 */
export async function packPackage(folder: string): Promise<string> {
	const earlier = process.env[PACKED];
	if (earlier) {
		const copy = join(folder, basename(earlier));
		await copyFile(earlier, copy);
		return copy;
	}
	await npm(['run', 'build', '--silent'], PACKAGE);
	const answer = await npm(['pack', '--json', '--pack-destination', folder], PACKAGE);
	const [file] = packed.parse(JSON.parse(answer));
	return join(folder, file?.filename ?? '');
}
