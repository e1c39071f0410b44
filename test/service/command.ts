// The command `npm run service`: its options, what it prints, and its exit code.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';

import type { RunningService } from './index';

const USAGE = `Usage: npm run service -- [options]                runs until Ctrl+C
       npm run service -- exec "command" [options] runs while the command does

An offline Signaturit for any client: nothing leaves this machine. Mails and SMS that it would send are at
http://127.0.0.1:8025/inbox.

  --port                      port to listen on (8025; a free one with exec)
  --public-url                address that links begin with, e.g. of a proxy in front
  --token, --control-token    made up unless given
  --allow-unknown-parameters  drop parameters that no documentation names
  --no-signature-id           leave document.signature.id out of event posts
  --creations-answer-200      answer 200 to a creation instead of 201
  --help                      show this

exec gives the command SIGNATURIT_BASE_URL, SIGNATURIT_ACCESS_TOKEN, SIGNATURIT_INBOX and
SIGNATURIT_CONTROL_TOKEN in its environment, and ends with its exit code.`;

const OPTIONS = {
	port: { type: 'string' },
	'public-url': { type: 'string' },
	token: { type: 'string' },
	'control-token': { type: 'string' },
	'allow-unknown-parameters': { type: 'boolean', default: false },
	'no-signature-id': { type: 'boolean', default: false },
	'creations-answer-200': { type: 'boolean', default: false },
	help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What the words after the command ask for; undefined for help. Throws with what is wrong with them. */
function readArguments(args: string[]) {
	const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
	if (values.help || positionals[0] === 'help') return undefined;
	const command = commandOf(positionals);
	const options = {
		port: portOf(values.port ?? (command === undefined ? '8025' : '0')),
		publicUrl: values['public-url'],
		token: values.token,
		controlToken: values['control-token'],
		allowUnknownParameters: values['allow-unknown-parameters'],
		includeSignatureId: !values['no-signature-id'],
		creationsAnswer200: values['creations-answer-200'],
	};
	return { command, options };
}

/** The command that `exec` is to run; undefined without `exec`. */
function commandOf([verb, command, ...more]: string[]): string | undefined {
	if (verb === undefined) return undefined;
	if (verb !== 'exec') throw new Error(`"${verb}" is unknown`);
	if (command === undefined) throw new Error('exec needs a command to run, e.g. exec "npm test"');
	if (more.length > 0) {
		const whole = [command, ...more].join(' ');
		throw new Error(`Put the whole command into quotes: exec "${whole}"`);
	}
	return command;
}

function portOf(text: string): number {
	if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
	throw new Error(`"${text}" is no port: that is a number from 0 to 65535, and 0 takes a free one`);
}

function announcement(service: RunningService): string {
	return [
		'The local signature service is running. Nothing leaves this machine; memory is forgotten.',
		`  API            ${service.publicUrl}/v3 (and /v4)`,
		`  Access token   ${service.token}`,
		`  Inbox          ${service.publicUrl}/inbox`,
		`  Requests       ${service.publicUrl}/requests`,
		`  Description    ${service.publicUrl}/openapi`,
		`  Control token  ${service.controlToken}`,
		'Stop it with Ctrl+C.',
	].join('\n');
}

/** Where the command prints, e.g. the console. */
type Printer = Record<'log' | 'error', (text: string) => void>;

/**
 * Runs the command `npm run service`.
 *
 * @param args the words after it
 * @returns its exit code. Without `exec`, a service that has started goes on until the process gets a signal.
 */
export async function runCommand(args: string[], printer: Printer): Promise<number> {
	try {
		return await obey(readArguments(args), printer);
	} catch (error) {
		printer.error(`The service could not start. ${wordsOf(error)}.\nSee --help for how to use it.`);
		return 1;
	}
}

async function obey(wanted: ReturnType<typeof readArguments>, printer: Printer): Promise<number> {
	if (!wanted) {
		printer.log(USAGE);
		return 0;
	}
	const { command, options } = wanted;
	// Later than the arguments, because loading it takes longer than saying that one of them is wrong.
	const { startService } = await import('./index');
	if (command !== undefined) {
		const service = await startService(options);
		try {
			return await runWith(service, command);
		} finally {
			await service.close();
		}
	}
	const log = (line: string) => printer.log(`${new Date().toISOString()} ${line}`);
	const service = await startService({ ...options, log });
	printer.log(announcement(service));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close());
	}
	return 0;
}

/**
 * Runs a command of the shell with a service's address and tokens in its environment. Signals to end it are
 * passed on.
 *
 * @returns its exit code; 128 and the signal's number when a signal has ended it, as shells do
 */
async function runWith(service: RunningService, command: string): Promise<number> {
	const child = spawn(command, {
		shell: true,
		stdio: 'inherit',
		env: {
			...process.env,
			SIGNATURIT_BASE_URL: service.publicUrl,
			SIGNATURIT_ACCESS_TOKEN: service.token,
			SIGNATURIT_INBOX: `${service.publicUrl}/inbox`,
			SIGNATURIT_CONTROL_TOKEN: service.controlToken,
		},
	});
	const pass = (signal: NodeJS.Signals) => child.kill(signal);
	// Ctrl+C in a terminal reaches the command too; this process waits for it.
	const ignore = () => undefined;
	process.on('SIGTERM', pass).on('SIGINT', ignore);
	try {
		const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
		return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
	} finally {
		process.off('SIGTERM', pass).off('SIGINT', ignore);
	}
}

/** What went wrong, for people. */
function wordsOf(error: unknown): string {
	const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
	if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port`;
	// Node.js goes on about words that begin with a hyphen.
	return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? (message.split('. ')[0] ?? '') : message;
}
