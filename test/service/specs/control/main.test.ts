import axios from 'axios';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

import { runCommand } from '../../command';
import { startRig } from '../support/rig';
import { createSignature } from '../support/wire';

const MAIN = resolve(__dirname, '..', '..', 'main.ts');

/** Starts the command like `npm run service -- …` and collects what it prints. */
function start(...options: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...options]);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
	}
	return { child, output: () => output };
}

/** What the command prints and ends with, without a process of its own. */
async function outcome(...words: string[]): Promise<{ code: number; output: string }> {
	const lines: string[] = [];
	const print = (text: string) => void lines.push(text);
	const code = await runCommand(words, { log: print, error: print });
	return { code, output: lines.join('\n') };
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

	test('a public URL is what links begin with, for use behind a proxy', async () => {
		const rig = await startRig({ publicUrl: 'https://sign.example.com/' });
		try {
			const ours = /^https:\/\/sign\.example\.com\/s\//;
			const { url } = await createSignature(rig, { delivery_type: 'url' });
			expect(url).toMatch(ours);
			await createSignature(rig);
			expect((await rig.control.outbox())[0]?.url).toMatch(ours);
		} finally {
			await rig.close();
		}
	});

	test('the command refuses a public URL that is no address', async () => {
		const { code, output } = await outcome('--port', '0', '--public-url', 'sign.example.com');
		expect(code).toBe(1);
		expect(output).toContain('"sign.example.com" is not an address such as');
	});

	test('exec runs a command with a service of its own, and ends with the exit code of the command', async () => {
		const script = `
			const { SIGNATURIT_BASE_URL: url, SIGNATURIT_ACCESS_TOKEN: token } = process.env;
			const headers = { authorization: 'Bearer ' + token };
			fetch(url + '/v3/signatures/count.json', { headers })
				.then((answer) => answer.json())
				.then(({ count }) => { console.log(url, 'has', count); process.exitCode = 7; });`;
		const run = start('exec', `"${process.execPath}" -e "${script.replace(/\s+/g, ' ')}"`);
		expect(await once(run.child, 'close')).toEqual([7, null]);
		const [, url] = /^(http:\/\/127\.0\.0\.1:\d+) has 0$/m.exec(run.output()) ?? [];
		await expect(axios.get(`${url ?? ''}/inbox`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	});

	test('exec ends with 143 when SIGTERM has ended the command', async () => {
		const script = 'console.log(42); setInterval(() => undefined, 1000)';
		const run = start('exec', `exec "${process.execPath}" -e "${script}"`);
		await printed(run, /(42)/);
		run.child.kill('SIGTERM');
		expect(await once(run.child, 'close')).toEqual([143, null]);
	});

	test.each([
		['exec', ['exec'], 'exec needs a command to run, e.g. exec "npm test"'],
		[
			'exec with two commands',
			['exec', 'true', 'false'],
			'Put the whole command into quotes: exec "true false"',
		],
		['an unknown word', ['run'], '"run" is unknown'],
		['a port that is a word', ['--port', 'http'], '"http" is no port: that is a number from 0'],
		['a port that is too high', ['--port', '65536'], '"65536" is no port'],
		['an empty port', ['--port', ''], '"" is no port'],
	])('%s ends with 1, what is wrong, and where to read more', async (_, words, said) => {
		const { code, output } = await outcome(...words);
		expect(code).toBe(1);
		expect(output).toContain(said);
		expect(output).toContain('--help');
		expect(output).not.toMatch(/undefined|\.\.|Usage:/);
	});

	test.each(['--help', '-h', 'help', 'exec --help'])(
		'%s shows how the command is used, and ends with 0',
		async (words) => {
			const { code, output } = await outcome(...words.split(' '));
			expect(code).toBe(0);
			expect(output).toMatch(/^Usage: /);
			expect(output).toContain('exec "command"');
			expect(output).toContain('http://127.0.0.1:8025/inbox');
		},
	);

	test('a port that is in use is named, with what to do', async () => {
		const rig = await startRig();
		const port = new URL(rig.service.url).port;
		try {
			const { code, output } = await outcome('--port', port);
			expect(code).toBe(1);
			expect(output).toContain(`Port ${port} is in use. Choose another one with --port`);
		} finally {
			await rig.close();
		}
	});
});
