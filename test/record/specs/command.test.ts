import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startService, type RunningService } from '../../service/index';
import { CREATIONS } from '../run';
import { runCommand } from './runs';

const TOKEN = 'token-of-nobody';

describe('npm run record', () => {
	it('is described with the number of requests that it creates', () => {
		const text = readFileSync(join(__dirname, '../../../docs/record.md'), 'utf8');
		expect(text).toContain(`up to ${CREATIONS} signature requests`);
	});

	it('shows how it is used for --help, and exits with 0', async () => {
		const { code, output } = await runCommand({}, ['--help']);
		expect(code).toBe(0);
		expect(output).toContain('--credential');
	});

	it.each([
		['production', { environment: 'production', accessToken: TOKEN }],
		['the address of production', { baseUrl: 'https://api.signaturit.com', accessToken: TOKEN }],
	])('refuses %s, and asks nothing', async (_, credential) => {
		const { code, output, text } = await runCommand(credential, []);
		expect(code).toBe(1);
		expect(output).toContain('does not ask production');
		expect(output).not.toContain(TOKEN);
		expect(text).toBe('');
	});

	it.each<[string, Record<string, string>, string]>([
		['no token', { environment: 'sandbox' }, 'accessToken'],
		['a token with a blank', { accessToken: `${TOKEN} x` }, 'accessToken is not a token'],
		['an unknown field', { accessToken: TOKEN, token: TOKEN }, 'is not a credential'],
		['no web address', { baseUrl: 'localhost', accessToken: TOKEN }, 'baseUrl is not an address'],
		['a custom environment alone', { environment: 'custom', accessToken: TOKEN }, 'baseUrl'],
	])('names the fault of a credential with %s, without the token', async (_, credential, fault) => {
		const { code, output } = await runCommand(credential, []);
		expect(code).toBe(1);
		expect(output).toContain(fault);
		expect(output).not.toContain(TOKEN);
	});

	it('does not show the content of a credential that is not JSON', () => {
		const folder = mkdtempSync(join(tmpdir(), 'record-'));
		const file = join(folder, 'credential.json');
		writeFileSync(file, TOKEN);
		const main = join(__dirname, '..', 'main.ts');
		const run = spawnSync(process.execPath, ['--import', 'tsx', main, '--credential', file], {
			encoding: 'utf8',
		});
		rmSync(folder, { recursive: true });
		expect(run.status).toBe(1);
		expect(run.stdout).toContain('is not JSON');
		expect(run.stdout + run.stderr).not.toContain(TOKEN);
	});

	it.each([['nobody'], ['a@example.com', 'b@example.com', 'c@example.com']])(
		'refuses the addresses %s %s %s',
		async (...signers) => {
			const given = signers.filter(Boolean).flatMap((signer) => ['--signer', signer]);
			const { code, output } = await runCommand({ accessToken: TOKEN }, given);
			expect(code).toBe(1);
			expect(output).toContain('--signer takes an email address');
		},
	);
});

describe('npm run record with an address, before the first request', () => {
	let service: RunningService;
	let requests: string[];
	beforeEach(async () => {
		requests = [];
		service = await startService({ log: (line) => requests.push(line) });
	});
	afterEach(() => service.close());

	const runWith = (confirm: ((question: string) => Promise<boolean>) | undefined) =>
		runCommand(
			{ baseUrl: service.url, accessToken: service.token },
			['--signer', 'me@example.com'],
			confirm && { confirm },
		);

	it('tells whom it writes to, and asks nothing of the service when the user says no', async () => {
		const { code, output } = await runWith(async () => false);
		expect(code).toBe(1);
		expect(output).toContain('signature requests to me@example.com');
		expect(output).toContain('Nothing was asked.');
		expect(requests).toEqual([]);
	});

	it('asks nothing of the service without --yes when nobody can be asked', async () => {
		const { code, output } = await runWith(undefined);
		expect(code).toBe(1);
		expect(output).toContain('add --yes');
		expect(requests).toEqual([]);
	});

	it('goes on when the user says yes, and leaves open what needs a second address', async () => {
		const { code, report } = await runWith(async () => true);
		expect(code).toBe(0);
		expect(report?.counts.refuted).toBe(0);
		const row = report?.rows.find(({ id }) => id === 'status-waits-in-queue');
		expect(row).toMatchObject({ verdict: 'open' });
	});
});
