import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileLocked } from './installLock';

let folder: string;
let lock: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'signaturit-lock-'));
	lock = join(folder, '.installing');
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

/** The id of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '']).pid;

it('whileLocked runs the work, returns its result and leaves no file', async () => {
	await expect(whileLocked(lock, fail, async () => 'result')).resolves.toBe('result');
	expect(await readdir(folder)).toEqual([]);
});

it('whileLocked releases the lock when the work fails', async () => {
	const work = whileLocked(lock, fail, async () => await Promise.reject(new Error('no disk')));
	await expect(work).rejects.toThrow('no disk');
	expect(await readdir(folder)).toEqual([]);
});

it('whileLocked takes over a lock whose holder has ended', async () => {
	await writeFile(lock, String(ended()));
	await expect(whileLocked(lock, fail, async () => 'mine')).resolves.toBe('mine');
	expect(await readdir(folder)).toEqual([]);
});

it('whileLocked waits while another process holds the lock, and reports that process', async () => {
	const waited: number[] = [];
	await writeFile(lock, String(process.ppid));
	let released = false;
	const work = whileLocked(
		lock,
		(holder) => {
			waited.push(holder);
			released = true;
			void rm(lock);
		},
		async () => released,
	);
	await expect(work).resolves.toBe(true);
	expect(waited).toEqual([process.ppid]);
});

function fail(): never {
	throw new Error('no other process holds the lock');
}
