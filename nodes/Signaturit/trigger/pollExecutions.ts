// Executions that polls start, and the wait for their answers.

import type { IDeferredPromise, IExecuteResponsePromiseData, IRun } from 'n8n-workflow';
import { readRegistration, writeRegistration } from '../events/registration';
import { within } from '../transport/deadline';
import { toHandover, type Handover } from './history';
import type { PollState } from './pollState';
import { processState } from './processState';

/** Starts an execution, and waits for its answer: at most this many milliseconds, and not beyond its end. */
export async function answerOf(
	state: PollState,
	handover: Handover,
	longest: number,
): Promise<unknown> {
	const { createDeferredPromise } = state.call.n8n.helpers;
	const answer = createDeferredPromise<IExecuteResponsePromiseData>();
	const end = createDeferredPromise<IRun>();
	startExecution(state, handover, answer, end);
	const ended = end.promise.then(() => undefined);
	return await within(longest, Promise.race([answer.promise, ended])).catch(() => undefined);
}

/**
 * Starts an execution. n8n stores the static data of a poll only then, and all of it as it was at the activation, over
 * the later changes of executions. So the poll sets it only when it cannot wait.
 */
export function startExecution(
	state: PollState,
	handover: Handover,
	answer?: IDeferredPromise<IExecuteResponsePromiseData>,
	end?: IDeferredPromise<IRun>,
): void {
	const { call, beginning } = state;
	const registration = readRegistration(call);
	if (registration && state.isUnsaved) {
		// The hooks may have written another one meanwhile.
		writeRegistration(call, { ...registration, ...beginning });
		state.noteSaved();
	}
	call.n8n.__emit([[{ json: toHandover(handover) }]], answer, end);
	processState(call).executionsRun ??= 'elsewhere';
}
