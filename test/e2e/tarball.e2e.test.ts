import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from './lib/install/pack';
import { temporaryFolder } from './lib/temporaryFolder';

const PACKAGE = resolve(__dirname, '..', '..');

/** The files in a folder of the package, as paths from the package, without the folders. */
async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(join(PACKAGE, folder), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(PACKAGE.length + 1));
}

it('the tarball has what n8n needs, what npm shows, and nothing else', async () => {
	const folder = await temporaryFolder('signaturit-tarball-');
	try {
		const tarball = await packPackage(folder.path);
		const { stdout } = await promisify(execFile)('tar', ['-tzf', tarball]);
		const packed = stdout.trim().split('\n');
		const sources = [await filesIn('nodes'), await filesIn('credentials'), await filesIn('icons')];
		const built = sources.flat().map((path) => `package/dist/${path.replace(/\.ts$/, '.js')}`);
		const shown = ['package.json', 'README.md', 'LICENSE.md'].map((name) => `package/${name}`);
		expect(packed.sort()).toEqual([...built, ...shown].sort());
	} finally {
		await folder.remove();
	}
}, 300_000);
