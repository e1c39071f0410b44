import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { promisify } from 'node:util';
import { devDependencies, n8n } from '../../package.json';
import { packPackage } from './lib/install/pack';
import { temporaryFolder, type TemporaryFolder } from './lib/temporaryFolder';

const PACKAGE = resolve(__dirname, '..', '..');

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
	const built = ['dist/code.js', 'dist/licenses.txt', ...n8n.nodes, ...n8n.credentials];
	const shown = ['package.json', 'README.md', 'LICENSE.md'];
	const expected = [...built, ...copied, ...shown].map((path) => `package/${path}`);
	expect(packed.sort()).toEqual(expected.sort());
});

describe('the code that is published', () => {
	let unpacked: string;

	beforeAll(async () => {
		const packages = join(folder.path, 'node_modules');
		unpacked = join(packages, 'n8n-nodes-signaturit');
		await mkdir(unpacked, { recursive: true });
		await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		// n8n-workflow keeps its own packages in its own folder.
		await symlink(join(PACKAGE, 'node_modules', 'n8n-workflow'), join(packages, 'n8n-workflow'));
	});

	it('names the licenses of what it brings', async () => {
		const licenses = await readFile(join(unpacked, 'dist', 'licenses.txt'), 'utf8');
		for (const name of ['zod', 'luxon'] as const) {
			expect(licenses).toContain(`${name} ${devDependencies[name]}\n`);
		}
	});

	it('loads where n8n has no zod and no luxon', async () => {
		const classes = [...n8n.nodes, ...n8n.credentials].map((path) => [
			join(unpacked, path),
			parse(path).name.split('.')[0],
		]);
		const script = `
			for (const name of ['zod', 'luxon']) {
				try {
					require.resolve(name, { paths: [${JSON.stringify(unpacked)}] });
					console.log(name + ' is there');
				} catch {}
			}
			for (const [path, name] of ${JSON.stringify(classes)}) new (require(path)[name])();
			console.log('loaded');`;
		const env = { ...process.env, NODE_PATH: '' };
		const { stdout } = await run(process.execPath, ['-e', script], { env, cwd: folder.path });
		expect(stdout).toBe('loaded\n');
	});
});
