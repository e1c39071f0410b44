import { join, resolve } from 'node:path';
import { z } from 'zod';
import { npm } from './npm';

const PACKAGE = resolve(__dirname, '..', '..', '..', '..');

const packed = z.array(z.object({ filename: z.string().endsWith('.tgz') })).length(1);

/**
 * Builds the package and packs it as it would be published.
 *
 * @param folder an existing folder for the tarball
 * @returns the path of the tarball
 * @throws SetupError when the build or the packing fails, with what npm said
 */
export async function packPackage(folder: string): Promise<string> {
	await npm(['run', 'build', '--silent'], PACKAGE);
	const answer = await npm(['pack', '--json', '--pack-destination', folder], PACKAGE);
	const [file] = packed.parse(JSON.parse(answer));
	return join(folder, file?.filename ?? '');
}
