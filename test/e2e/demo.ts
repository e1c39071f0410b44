// The command `npm run demo`, which shows the example workflow in a real n8n.

/**
 * Runs the example workflow in a real n8n against the local Signaturit, for people to watch:
 * `npm run demo`. With `-- --keep`, everything runs on afterwards until Ctrl-C.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Cleanup } from './lib/cleanup';
import { seconds } from './lib/progress';
import type { Report } from './lib/report';
import { SetupError } from './lib/setupError';
import { startStack, type Stack } from './lib/stack';
import {
	pagesOf,
	prepare,
	send,
	signAndCollect,
	type ArchivedFile,
	type Prepared,
} from './mainJob';

const USAGE = `Usage: npm run demo -- [--keep] [--n8n-port <port>] [--service-port <port>]

  --keep           leave n8n and the local Signaturit running until Ctrl-C
  --n8n-port       port for n8n (a free one by default)
  --service-port   port for the local Signaturit (a free one by default)`;

const OUTPUT = resolve(__dirname, '..', '..', 'demo-output');
const KEPT_LOG_LINES = 12;

interface Options {
	keep: boolean;
	n8nPort?: number;
	servicePort?: number;
}

function port(text: string | undefined, option: string): number | undefined {
	if (text === undefined) return undefined;
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1 || value > 65_535) {
		throw new SetupError(`${option} needs a port between 1 and 65535, not "${text}".`);
	}
	return value;
}

function readOptions(): Options | undefined {
	try {
		const { values } = parseArgs({
			options: {
				keep: { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
				'n8n-port': { type: 'string' },
				'service-port': { type: 'string' },
			},
		});
		if (values.help) return undefined;
		return {
			keep: values.keep,
			n8nPort: port(values['n8n-port'], '--n8n-port'),
			servicePort: port(values['service-port'], '--service-port'),
		};
	} catch (error) {
		throw new SetupError(`${(error as Error).message}\n\n${USAGE}`);
	}
}

/** Prints steps with their times; on a terminal, progress lines replace each other. */
function printer(): Report {
	const out = process.stdout;
	const erase = out.isTTY ? '\r\x1b[K' : '';
	const print = (text: string) => out.write(`${erase}${text}\n`);
	return {
		line: (text) => print(`    ${text}`),
		tick: (text) => (out.isTTY ? out.write(`${erase}    ${text}`) : print(`    ${text}`)),
		step: async (title, work) => {
			print(`\n> ${title}`);
			const started = Date.now();
			const result = await work();
			print(`    done in ${seconds(Date.now() - started)}`);
			return result;
		},
	};
}

const slug = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');

async function writeFiles(files: ArchivedFile[], report: Report): Promise<void> {
	await report.step('Check the PDFs and write them to demo-output/', async () => {
		await rm(OUTPUT, { recursive: true, force: true });
		await mkdir(OUTPUT);
		for (const { signer, kind, bytes } of files) {
			const path = join(OUTPUT, `${slug(signer.name)}-${kind}.pdf`);
			const pages = await pagesOf(bytes);
			await writeFile(path, bytes);
			const size = `${(bytes.length / 1024).toFixed(1)} kB`;
			report.line(`${relative(process.cwd(), path)} (${pages} pages, ${size})`);
		}
	});
}

function instructions({ n8n, owner, service }: Stack, { workflow, formUrl }: Prepared): string {
	return `
Everything is running. Press Ctrl-C to stop it and remove its data.

  n8n                  ${n8n.url}
    sign in with       ${owner.email}
    password           ${owner.password}
  the workflow         ${n8n.url}/workflow/${workflow.id}
  its form             ${formUrl}
  the signers' inbox   ${service.url}/inbox
  the local Signaturit ${service.url}
    access token       ${service.token}
    for a credential   Environment: Custom, Base URL and Access Token: these two

What to click:
  1. Open the form, choose examples/contract.pdf, enter two names and emails, send it.
  2. Open the inbox: the first signer's email is at the top. Open its signing page, sign.
     Then the second signer's email arrives; sign that one too.
  3. In n8n, open the workflow's "Executions": one for the form, and one for the signatures.
     Open that one and double-click its last node: the signed PDFs and audit trails are its output.
`;
}

async function demo(
	{ keep, ...ports }: Options,
	cleanup: Cleanup,
	interrupted: AbortSignal,
): Promise<void> {
	const report = printer();
	const started = Date.now();
	const serviceLog: string[] = [];
	let stack: Stack | undefined;
	try {
		stack = await startStack({
			report,
			...ports,
			cleanup,
			serviceLog: (line) => serviceLog.push(line),
		});
		const prepared = await prepare(stack, {}, report);
		const { signatureId } = await send(stack, prepared, report);
		const { files } = await signAndCollect(stack, prepared, signatureId, report);
		await writeFiles(files, report);
		console.log(`\nSent, signed twice and archived, in ${seconds(Date.now() - started)}.`);
		if (keep) {
			console.log(instructions(stack, prepared));
			await stack.n8n.ended;
			throw new Error('n8n has ended by itself.');
		}
	} catch (error) {
		// After Ctrl-C, whatever was still running fails; that is no failure of the demo.
		if (interrupted.aborted) return;
		if (stack) {
			console.error(`\nThe end of n8n's log:\n${await stack.n8n.logTail()}`);
			console.error(
				`\nThe last requests to the local Signaturit:\n${serviceLog.slice(-KEPT_LOG_LINES).join('\n')}`,
			);
		}
		throw error;
	}
}

async function main(): Promise<void> {
	const cleanup = new Cleanup();
	const interruption = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => {
			console.log('\nStopping …');
			interruption.abort();
			void cleanup.run().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
		});
	}
	try {
		const options = readOptions();
		if (options) await demo(options, cleanup, interruption.signal);
		else console.log(USAGE);
	} catch (error) {
		process.exitCode = 1;
		const known = error instanceof SetupError;
		console.error(`\nThe demo failed. ${known ? error.message : String((error as Error).stack)}`);
	}
	await cleanup.run();
}

void main();
