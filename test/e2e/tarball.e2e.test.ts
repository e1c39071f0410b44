import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { n8n } from '../../package.json';
import { packPackage } from './lib/install/pack';
import { temporaryFolder, type TemporaryFolder } from './lib/temporaryFolder';

const PACKAGE = resolve(__dirname, '..', '..');
const SCAN = join(__dirname, 'scan.mjs');

const run = promisify(execFile);

/** The files in a folder of the package, as paths from the package, without the folders. */
async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(join(PACKAGE, folder), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(PACKAGE.length + 1));
}

let folder: TemporaryFolder;
let tarball: string;

beforeAll(async () => {
	folder = await temporaryFolder('signaturit-tarball-');
	tarball = await packPackage(folder.path);
});

afterAll(async () => await folder?.remove());

it('the tarball has what n8n needs, what npm shows, and nothing else', async () => {
	const { stdout } = await run('tar', ['-tzf', tarball]);
	const packed = stdout.trim().split('\n');
	const sources = [await filesIn('nodes'), await filesIn('icons')].flat();
	const copied = sources.filter((path) => !path.endsWith('.ts')).map((path) => `dist/${path}`);
	const built = ['dist/code.js', ...n8n.nodes, ...n8n.credentials];
	const shown = ['package.json', 'README.md', 'LICENSE.md'];
	const expected = [...built, ...copied, ...shown].map((path) => `package/${path}`);
	expect(packed.sort()).toEqual(expected.sort());
});

it("n8n's scanner finds no fault with the sources and the tarball", async () => {
	await run('tar', ['-xzf', tarball, '-C', folder.path]);
	const unpacked = join(folder.path, 'package');
	// In tests of their own, the scanner's rules take every file for a node.
	const env = { ...process.env, NODE_ENV: undefined };
	const { stdout } = await run(process.execPath, [SCAN, PACKAGE, unpacked], { env });
	expect(stdout).toBe('');
});
