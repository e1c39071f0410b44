import type { NodeResult } from '../workflow/engine/engine';
import { startEngine, stopEngine } from '../workflow/engine/engine';

/** Runs a task on n8n's engine, with files kept on disk as in production. */
export async function onEngine<Result>(run: () => Promise<Result>): Promise<Result> {
	await startEngine('filesystem');
	try {
		return await run();
	} finally {
		stopEngine();
	}
}

/**
 * How long a run of a node takes, in milliseconds.
 *
 * @throws Error when the run fails or outputs another number of items
 */
export async function timed(run: () => Promise<NodeResult>, items: number): Promise<number> {
	const started = performance.now();
	const result = await run();
	const milliseconds = performance.now() - started;
	if (result.error) throw result.error;
	if (result.items.length !== items) {
		throw new Error(`Expected ${items} items, got ${result.items.length}`);
	}
	return milliseconds;
}
