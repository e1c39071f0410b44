// Tests that later polls give out nothing a second time.

import { waitFor } from '../lib/wait';
import type { CatchUpScenario } from './scenario';

/** Registers the last test of a file: a new process of n8n looks at all workflows of the scenario. */
export function describeLaterPolls(scenarioNow: () => CatchUpScenario): void {
	describe('the polls that follow', () => {
		it('give out no event a second time', async () => {
			const { stack, givenOut, watched } = scenarioNow();
			// A new process knows nothing of what was given out, and polls at once.
			await stack.restartN8n();
			const { ticks } = givenOut;
			await waitFor({ what: 'the next tick' }, async () =>
				givenOut.ticks > ticks ? { done: true } : { seen: 'no tick yet' },
			);
			for (const one of watched) {
				expect(await one.tally()).toMatchObject({ doubled: [], invented: [] });
			}
		});
	});
}
