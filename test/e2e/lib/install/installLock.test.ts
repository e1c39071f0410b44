import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { whileLocked } from './installLock';

const fail = () => {
	throw new Error('no other process holds the lock');
};

it('whileLocked returns the result of the work, and releases the lock also when it fails', async () => {
	const path = `${__filename}:work`;
	const failing = whileLocked(path, fail, async () => await Promise.reject(new Error('no disk')));
	await expect(failing).rejects.toThrow('no disk');
	await expect(whileLocked(path, fail, async () => 'result')).resolves.toBe('result');
});

let other: ChildProcess | undefined;
afterEach(() => void other?.kill('SIGKILL'));

it('whileLocked waits while another process holds the lock, until that is killed', async () => {
	const path = `${__filename}:killed`;
	const program = `
		const { whileLocked } = require(${JSON.stringify(join(__dirname, 'installLock.ts'))});
		void whileLocked(${JSON.stringify(path)}, () => 0, async () => {
			console.log('held');
			await new Promise(() => setInterval(() => 0, 1000));
		});
	`;
	const args = ['--import', require.resolve('tsx'), '-e', program];
	const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	other = holder;
	// It ends without a word if it cannot start.
	const [first] = (await Promise.race([
		once(holder.stdout, 'data'),
		once(holder, 'exit'),
	])) as unknown[];
	expect(String(first)).toContain('held');
	const onWait = jest.fn(() => void holder.kill('SIGKILL'));
	await expect(whileLocked(path, onWait, async () => 'mine')).resolves.toBe('mine');
	expect(onWait).toHaveBeenCalledTimes(1);
});
