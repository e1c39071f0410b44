import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { runContext } from './itemContext';

const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a hint on the output, once for all items of a run of the node. */
export function hintOnce(
	this: IExecuteFunctions,
	message: string,
	type: NodeExecutionHint['type'],
): void {
	const run = runContext(this);
	const messages = shown.get(run) ?? new Set();
	shown.set(run, messages);
	if (messages.has(message)) return;
	messages.add(message);
	this.addExecutionHints({ message, type, location: 'outputPane' });
}
