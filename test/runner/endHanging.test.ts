import { transformFileSync } from '@swc/core';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** As JavaScript, since a loader of TypeScript takes each process longer than all else. */
const { code } = transformFileSync(join(__dirname, 'endHanging.ts'), {
	jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
	module: { type: 'commonjs' },
});

/** How a process ends that says goodbye after `endHanging`, and what it has written. */
function ended(run: { watch: boolean; watchAll: boolean }, graceMs: number, more = '') {
	const program = `${code}\nendHanging(${JSON.stringify(run)}, ${graceMs}); ${more}`;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--eval', program], {
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

const ONCE = { watch: false, watchAll: false };
const OPEN = "require('node:net').createServer().listen(0, '127.0.0.1');";

it('ends a process with status 1 that something keeps open, and says so', () => {
	const { status, stderr } = ended(ONCE, 1, OPEN);
	expect(status).toBe(1);
	expect(stderr).toContain('was still open');
});

it('keeps no process open', () => {
	expect(ended(ONCE, 2 ** 31 - 1)).toEqual({ status: 0, stdout: '', stderr: '' });
});

it.each(['watch', 'watchAll'])('lets a process go on whose Jest has the option %s', (option) => {
	const later = `setTimeout(() => console.log('goes on'), 1_000);`;
	const run = { ...ONCE, [option]: true };
	expect(ended(run, 1, later)).toEqual({ status: 0, stdout: 'goes on\n', stderr: '' });
});
