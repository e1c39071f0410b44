// Runs the recorder's command against a local service, and gives tests its output and report.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { command, type Terminal } from '../command';
import { Client } from '../client';
import type { Report } from '../report';
import { record } from '../run';
import type { Tape } from '../tape';
import { startAccount } from './account';

/** The user's addresses in these tests. */
export const SIGNER_ADDRESSES = ['me.myself@example.net', 'my.colleague@example.net'];

/** What a run of the command has left. */
export interface Finished {
	code: number;
	/** All that was printed. */
	output: string;
	/** The text of the file; empty when there is none. */
	text: string;
	report: Report | undefined;
}

/** Runs the command in this process, with a credential in a file of its own. */
export async function runCommand(
	credential: Record<string, string>,
	options: string[],
	more: Partial<Terminal> = {},
): Promise<Finished> {
	const folder = mkdtempSync(join(tmpdir(), 'record-'));
	const file = join(folder, 'credential.json');
	const out = join(folder, 'record.json');
	writeFileSync(file, JSON.stringify(credential));
	const lines: string[] = [];
	try {
		const code = await command(['--credential', file, '--out', out, ...options], {
			print: (line) => lines.push(line),
			pace: { pauseMs: 0 },
			today: '2030-01-31',
			...more,
		});
		const text = readIfExists(out);
		const report = text === '' ? undefined : (JSON.parse(text) as Report);
		return { code, output: lines.join('\n'), text, report };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** The options of a run that creates requests. */
export const CREATING = ['--yes', ...SIGNER_ADDRESSES.flatMap((signer) => ['--signer', signer])];

function readIfExists(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}

/** The IDs of the rows that a report refutes. */
export const refutedIn = (report: Report | undefined): string[] =>
	(report?.rows ?? []).filter(({ verdict }) => verdict === 'refuted').map(({ id }) => id);

/** What a run with two addresses records of the local service. */
export async function recordedTape(): Promise<Tape> {
	const { service } = await startAccount();
	const client = new Client({ baseUrl: service.url, accessToken: service.token });
	const { tape } = await record(client, SIGNER_ADDRESSES, { pauseMs: 0 });
	await service.close();
	return tape;
}
