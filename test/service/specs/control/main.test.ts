import axios from 'axios';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const MAIN = resolve(__dirname, '..', '..', 'main.ts');

/** Starts the command like `npm run service -- …` and collects what it prints. */
function start(...options: string[]): {
	child: ChildProcessWithoutNullStreams;
	output: () => string;
} {
	const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...options]);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
	}
	return { child, output: () => output };
}

async function printed(run: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
	for (;;) {
		const [, found] = pattern.exec(run.output()) ?? [];
		if (found !== undefined) return found;
		if (run.child.exitCode !== null) throw new Error(`The command ended: ${run.output()}`);
		await Promise.race([once(run.child.stdout, 'data'), once(run.child, 'exit')]);
	}
}

describe('npm run service', () => {
	test('the command prints its inbox address, takes the token, logs requests without it and stops on SIGTERM', async () => {
		const token = 'a-token-of-my-own';
		const run = start('--port', '0', '--token', token);
		try {
			const url = await printed(run, /(http:\/\/127\.0\.0\.1:\d+)\/inbox/);
			const { data } = await axios.get(`${url}/v3/signatures/count.json`, {
				headers: { authorization: `Bearer ${token}` },
			});
			expect(data).toEqual({ count: 0 });
			const line = await printed(run, /(.*GET \/v3\/signatures\/count\.json.*)/);
			expect(line).toContain('200');
			expect(line).not.toContain(token);
			const refused = await axios.get(`${url}/v3/signatures/count.json`, {
				headers: { authorization: 'Bearer another' },
				validateStatus: () => true,
			});
			expect(refused.status).toBe(401);
		} finally {
			const ended = once(run.child, 'exit');
			run.child.kill('SIGTERM');
			expect(await ended).toEqual([0, null]);
		}
	});

	test('the command names an unknown option and exits with 1', async () => {
		const run = start('--prot', '8025');
		const [code] = (await once(run.child, 'close')) as [number];
		expect(code).toBe(1);
		expect(run.output()).toContain('--prot');
	});
});
