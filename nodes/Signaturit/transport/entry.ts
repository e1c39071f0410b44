// Entries: what n8n takes from us, and how it is shown there.

import { Call, type ExecuteCall, type N8nContext, type PollCall } from './call';
import type { ItemError } from './errors/errors';

/**
 * Runs an entry, a function that n8n calls, with the `Call` that every function behind it takes first. What n8n
 * gets to show passes the filter of the call: errors and hints here, lines of log there.
 */
export async function enter<Context extends N8nContext, Result>(
	n8n: Context,
	run: (call: Call<Context>) => Result | Promise<Result>,
): Promise<Result> {
	const call = new Call(n8n);
	try {
		return await run(call);
	} catch (error) {
		throw await call.filtered(error);
	}
}

/** Makes an entry of a function that takes the call. */
export const entryTo = <Context extends N8nContext, Given extends unknown[], Result>(
	run: (call: Call<Context>, ...given: Given) => Result | Promise<Result>,
) =>
	async function (this: Context, ...given: Given): Promise<Result> {
		return await enter(this, async (call) => await run(call, ...given));
	};

/** Shows the hints of the run above the output: each warning in its own box, all infos in one box. */
export function showHints(call: ExecuteCall): void {
	const { warning, info } = call.hints;
	for (const message of warning) showHint(call, 'warning', message);
	const infoText = info.join(' ');
	if (infoText) showHint(call, 'info', infoText);
}

/** Shows a hint above the output, in a box of its own. */
export function showHint(
	{ n8n, conceal }: ExecuteCall,
	type: 'info' | 'warning',
	text: string,
): void {
	n8n.addExecutionHints({ message: conceal(text), type, location: 'outputPane' });
}

/** Makes a failed execution of an error of a poll. */
export function emitError(call: PollCall, error: ItemError): void {
	call.n8n.__emitError(call.shown(error));
}
