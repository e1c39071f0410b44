import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

import type { RunningService } from './index';

/**
 * Runs a command of the shell with a service's address and tokens in its environment. Signals to end it are
 * passed on.
 *
 * @returns its exit code; 128 and the signal's number when a signal has ended it, as shells do
 */
export async function runWith(service: RunningService, command: string): Promise<number> {
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
