import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder, type TemporaryFolder } from './temporaryFolder';
import { waitFor } from './wait';

const TSX = pathToFileURL(require.resolve('tsx')).href;

/** Starts a program that is kept, perhaps has it stopped at once, says so, and waits. */
const script = (folder: string, isStopped: boolean) => `
	const { keep, stopKept } = require(${JSON.stringify(join(__dirname, 'keep.ts'))});
	const keeper = keep(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], {
		cwd: '/', env: process.env, output: 'pipe', removeWhenAbandoned: ${JSON.stringify(folder)},
	});
	if (${isStopped}) stopKept(keeper);
	setInterval(() => 0, 1000);
	console.log('started');
`;

describe('what is kept for a process that is killed', () => {
	let folder: TemporaryFolder;
	beforeEach(async () => {
		folder = await temporaryFolder('signaturit-keep-');
	});
	afterEach(async () => await folder.remove());

	it.each([
		['while the program runs', false],
		['while the program is being stopped', true],
	])('loses its folder, also %s', async (_, isStopped) => {
		const parent = spawn(
			process.execPath,
			['--import', TSX, '-e', script(folder.path, isStopped)],
			{
				stdio: ['ignore', 'pipe', 'inherit'],
			},
		);
		await once(parent.stdout, 'data');
		expect(existsSync(folder.path)).toBe(true);
		parent.kill('SIGKILL');
		await waitFor({ what: 'the folder to be removed', timeoutMs: 30_000 }, async () =>
			existsSync(folder.path) ? { seen: 'it is there' } : { done: true as const },
		);
	});
});
