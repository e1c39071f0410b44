import type { NodeResult } from '../workflow/engine/engine';
import { startEngine, stopEngine } from '../workflow/engine/engine';

/** Runs something on n8n's engine, with files kept on disk, as n8n in production keeps them. */
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
 * @throws Error when it failed or gave another number of items than it should
 */
export async function timed(run: () => Promise<NodeResult>, items: number): Promise<number> {
	const started = performance.now();
	const result = await run();
	const milliseconds = performance.now() - started;
	if (result.error) throw result.error;
	if (result.items.length !== items) {
		throw new Error(`${items} items were expected, ${result.items.length} have come`);
	}
	return milliseconds;
}
