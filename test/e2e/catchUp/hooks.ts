// Gives a file of tests a scenario of catching up on missed events.

import { CatchUpScenario } from './scenario';

/** Registers the hooks that start it, prepare each test, and stop it. */
export function startScenario(): () => CatchUpScenario {
	let scenario: CatchUpScenario;
	beforeAll(async () => {
		scenario = await CatchUpScenario.start();
	});
	afterEach(async () => await scenario?.reset());
	afterAll(async () => await scenario?.stop());
	return () => scenario;
}
