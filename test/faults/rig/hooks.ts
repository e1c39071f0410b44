// Starts n8n's engine, the other host, and a local service for each test, and ends them.

import { startEngine, stopEngine } from '../../workflow/engine/engine';
import { shortDelays } from '../../workflow/engine/shortDelays';
import { Elsewhere } from './elsewhere';
import { Truth } from './truth';

/** What the runs of a row use: a service of their own, and the other host. */
export interface Surroundings {
	readonly truth: Truth;
	readonly elsewhere: Elsewhere;
}

/** Registers the hooks that start n8n's engine and the other host for a file, and a service for each test. */
export function surroundings(): Surroundings {
	const elsewhere = new Elsewhere();
	let truth: Truth;
	shortDelays();
	beforeAll(async () => {
		await startEngine();
		await elsewhere.start();
	});
	beforeEach(async () => {
		truth = await Truth.start();
	});
	afterEach(async () => await truth.stop());
	afterAll(async () => {
		await elsewhere.stop();
		stopEngine();
	});
	return {
		get truth() {
			return truth;
		},
		elsewhere,
	};
}
