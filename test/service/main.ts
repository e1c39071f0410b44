import { parseArgs } from 'node:util';

import { runWith } from './exec';
import type { RunningService } from './index';

const USAGE = `Usage: npm run service -- [options]                runs until Ctrl+C
       npm run service -- exec "command" [options] runs while the command does

  --port                      port to listen on (8025; a free one with exec)
  --public-url                address that links begin with, e.g. of a proxy in front
  --token, --control-token    made up unless given
  --allow-unknown-parameters  drop parameters that no documentation names
  --no-signature-id           leave document.signature.id out of event posts
  --creations-answer-200      answer 200 to a creation instead of 201

exec gives the command SIGNATURIT_BASE_URL, SIGNATURIT_ACCESS_TOKEN, SIGNATURIT_INBOX and
SIGNATURIT_CONTROL_TOKEN in its environment, and ends with its exit code.`;

/** What the command line asks for. Throws with the name of what it does not know. */
function readArguments() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			port: { type: 'string' },
			'public-url': { type: 'string' },
			token: { type: 'string' },
			'control-token': { type: 'string' },
			'allow-unknown-parameters': { type: 'boolean', default: false },
			'no-signature-id': { type: 'boolean', default: false },
			'creations-answer-200': { type: 'boolean', default: false },
		},
	});
	const [verb, command, ...more] = positionals;
	if (verb !== undefined && (verb !== 'exec' || command === undefined || more.length > 0)) {
		throw new Error(`It does not know "${positionals.join(' ')}"`);
	}
	const options = {
		port: Number(values.port ?? (command === undefined ? 8025 : 0)),
		publicUrl: values['public-url'],
		token: values.token,
		controlToken: values['control-token'],
		allowUnknownParameters: values['allow-unknown-parameters'],
		includeSignatureId: !values['no-signature-id'],
		creationsAnswer200: values['creations-answer-200'],
	};
	return { command, options };
}

function announce(service: RunningService): void {
	console.log(
		[
			'The local signature service is running. Nothing leaves this machine; memory is forgotten.',
			`  API            ${service.publicUrl}/v3 (and /v4)`,
			`  Access token   ${service.token}`,
			`  Inbox          ${service.publicUrl}/inbox`,
			`  Requests       ${service.publicUrl}/requests`,
			`  Description    ${service.publicUrl}/openapi`,
			`  Control token  ${service.controlToken}`,
			'Stop it with Ctrl+C.',
		].join('\n'),
	);
}

async function main(): Promise<void> {
	const { command, options } = readArguments();
	// Later than the arguments, because loading it takes longer than saying that one of them is wrong.
	const { startService } = await import('./index');
	if (command !== undefined) {
		const service = await startService(options);
		try {
			process.exitCode = await runWith(service, command);
		} finally {
			await service.close();
		}
		return;
	}
	const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
	const service = await startService({ ...options, log });
	announce(service);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close());
	}
}

main().catch((error: unknown) => {
	const message = error instanceof Error ? error.message : String(error);
	const busy = message.includes('EADDRINUSE') ? ' Choose another one with --port.' : '';
	console.error(`The service could not start: ${message}.${busy}\n${USAGE}`);
	process.exitCode = 1;
});
