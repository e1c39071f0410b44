// Runs a measurement on n8n's engine, and times a run of a node there.

import { startEngine, stopEngine, type NodeResult } from '../workflow/engine/engine';
import { storeInDatabase } from './databaseStore';

/** Where n8n keeps files: on disk by default, in its database in queue mode. */
export type Store = 'filesystem' | 'database';

/**
 * Runs a task on n8n's engine.
 *
 * @param store where files are kept
 * @param n8nFolder the folder of an installed n8n, for the database
 */
export async function onEngine<Result>(
	run: () => Promise<Result>,
	store: Store = 'filesystem',
	n8nFolder = '',
): Promise<Result> {
	await startEngine(store);
	const close = store === 'database' ? await storeInDatabase(n8nFolder) : undefined;
	try {
		return await run();
	} finally {
		await close?.();
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
