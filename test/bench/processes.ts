// Starts the local service or one of the bench's tasks in a process of its own.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Message, Service } from './protocol';
import type { Input, Output, TaskName } from './tasks';

/** A local service in a process of its own. */
export interface ServiceProcess {
	service: Service;
	/** The most requests that were in flight at the same time since the last call. */
	mostInFlight(): Promise<number>;
	stop(): Promise<void>;
}

/** Starts the local service in a process of its own, which ends with this one. */
export async function startService(): Promise<ServiceProcess> {
	const child = start('serviceProcess.ts');
	return {
		service: (await answerOf(child)) as Service,
		mostInFlight: async () => {
			child.send('in flight');
			return (await answerOf(child)) as number;
		},
		stop: async () => await stop(child),
	};
}

/** Runs a task in a process of its own, so that no earlier task has grown its memory. */
export async function inOwnProcess<Name extends TaskName>(
	name: Name,
	input: Input<Name>,
): Promise<Output<Name>> {
	const child = start('tasks.ts');
	try {
		child.send({ name, input });
		return (await answerOf(child)) as Output<Name>;
	} finally {
		await stop(child);
	}
}

function start(file: string): ChildProcess {
	return fork(join(__dirname, file), { execArgv: ['--import', 'tsx'] });
}

async function answerOf(child: ChildProcess): Promise<unknown> {
	const end = new AbortController();
	const ended = once(child, 'exit', end).then(([code]) => {
		throw new Error(`A process has ended early, with ${code}`);
	});
	try {
		const [message] = (await Promise.race([once(child, 'message', end), ended])) as [Message];
		if ('failure' in message) throw new Error(message.failure);
		return message.result;
	} finally {
		ended.catch(() => undefined);
		end.abort();
	}
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill();
	await once(child, 'exit');
}
