import { parseArgs } from 'node:util';

import { startService } from './index';

const USAGE = `Usage: npm run service -- [--port 8025] [--token my-token] [--control-token …]
                         [--allow-unknown-parameters] [--no-signature-id]`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8025' },
			token: { type: 'string' },
			'control-token': { type: 'string' },
			'allow-unknown-parameters': { type: 'boolean', default: false },
			'no-signature-id': { type: 'boolean', default: false },
		},
	});
	const service = await startService({
		port: Number(values.port),
		token: values.token,
		controlToken: values['control-token'],
		allowUnknownParameters: values['allow-unknown-parameters'],
		includeSignatureId: !values['no-signature-id'],
		log: (line) => console.log(`${new Date().toISOString()} ${line}`),
	});
	console.log(
		[
			'The local signature service is running. Nothing leaves this machine; memory is forgotten.',
			`  API            ${service.url}/v3 (and /v4)`,
			`  Access token   ${service.token}`,
			`  Inbox          ${service.url}/inbox`,
			`  Control token  ${service.controlToken}`,
			'Stop it with Ctrl+C.',
		].join('\n'),
	);
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
