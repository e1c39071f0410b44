// The recorder's command line: its options, the plan it shows, and its exit code.

import { closeSync, openSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { Client } from './client';
import { readCredential } from './credential';
import { judge, ledgerRows } from './judge';
import { questions } from './questions';
import type { Pace } from './recorder';
import { Redactor } from './redact';
import { printed, reportOf } from './report';
import { CREATIONS, record, type Recording } from './run';

const USAGE = `Usage: npm run record -- --credential FILE [--signer ADDRESS]... [--out FILE] [--yes]

Asks the Signaturit sandbox whether docs/service.md is right, row by row.

  --credential  JSON file: {"environment": "sandbox", "accessToken": "..."}, or for another address
                {"baseUrl": "http://127.0.0.1:8025", "accessToken": "..."}. Do not commit it.
  --signer      your own address, for signature requests; give it twice for two addresses.
                Without it, nothing is created: only lists, the team and files are read.
  --out         where the answers are written (record-YYYY-MM-DD.json)
  --yes         do not ask before the first request is created

Exit code: 0 when all calls were made, whatever the answers; 1 when they could not be made, or when
something that was created is still there.`;

/** What a command line has to do with people and time. */
export interface Terminal {
	print: (line: string) => void;
	/** Asks the user yes or no; `undefined` when nobody can be asked. */
	confirm?: (question: string) => Promise<boolean>;
	pace: Pace;
	/** `YYYY-MM-DD`. */
	today: string;
}

/**
 * Runs the command.
 *
 * @returns its exit code
 */
export async function command(argv: string[], terminal: Terminal): Promise<number> {
	try {
		return await run(argv, terminal);
	} catch (error) {
		terminal.print(`${(error as Error).message}.`);
		return 1;
	}
}

async function run(argv: string[], terminal: Terminal): Promise<number> {
	const { print, pace } = terminal;
	const options = readOptions(argv, terminal.today);
	if (options === undefined) {
		print(USAGE);
		return 0;
	}
	const { signers, out } = options;
	const credential = readCredential(options.credential);
	if (signers.length > 0) {
		print(planFor(signers));
		if (!options.yes && !(await mayGoOn(terminal))) return 1;
	}
	// Opened first, so that no answers are lost when it cannot be written.
	const file = openSync(out, 'w', 0o600);
	try {
		const recording = await record(new Client(credential), signers, { tell: print, ...pace });
		const { tape } = recording;
		const judged = judge(ledgerRows(), questions, tape);
		const redactor = new Redactor(tape.exchanges, [credential.accessToken]);
		const report = reportOf(judged, tape, redactor);
		writeFileSync(file, `${JSON.stringify(report, null, '\t')}\n`);
		print(`${printed(report)}\n\nThe answers are in ${out}.`);
		return ending(recording, print);
	} finally {
		closeSync(file);
	}
}

function readOptions(argv: string[], today: string) {
	const { values } = parseArgs({
		args: argv,
		options: {
			credential: { type: 'string' },
			signer: { type: 'string', multiple: true, default: [] },
			out: { type: 'string', default: `record-${today}.json` },
			yes: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const { credential, signer, out, yes } = values;
	if (credential === undefined) throw new Error(`--credential is missing\n\n${USAGE}`);
	const signers = z
		.array(z.string().email())
		.max(2)
		.safeParse([...new Set(signer)]);
	if (!signers.success) throw new Error('--signer takes an email address, and may be given twice');
	return { credential, signers: signers.data, out, yes };
}

const planFor = (signers: string[]): string =>
	`It will create up to ${CREATIONS} signature requests to ${signers.join(' and ')}, and try about 35 that
should be refused. They are named as a test. One of them is sent by email, with one reminder; the others
send nothing. At the end all are canceled and deleted. Nothing is sent to anybody else, and no certified
email or SMS is created.`;

async function mayGoOn({ confirm, print }: Terminal): Promise<boolean> {
	if (confirm === undefined) {
		print('Nobody can be asked whether to go on: add --yes.');
		return false;
	}
	const yes = await confirm('Go on? [y/N] ');
	if (!yes) print('Nothing was asked.');
	return yes;
}

/** Tells what went wrong at the end. */
function ending({ leftovers, stopped }: Recording, print: (line: string) => void): number {
	if (leftovers.length > 0) {
		print('These requests could not be cleaned up. Cancel them in the user panel:');
		for (const { id, why } of leftovers) print(`  ${id}: ${why}`);
	}
	if (stopped) print(`It ended too early: ${stopped.message}.`);
	return leftovers.length > 0 || stopped ? 1 : 0;
}
