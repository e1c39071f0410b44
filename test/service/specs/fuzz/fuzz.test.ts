import fc from 'fast-check';

import { Description } from '../../description/description';
import { runSequence } from './sequence';
import { stepsOf } from './steps';
import { FuzzTally } from './tally';

/** How many steps a sequence has. About one in nine is no request, but what somebody does. */
const STEPS = 50;
/** How many steps are taken; `npm run prove -- --only=fuzz` takes many more. */
const ALL_STEPS = Number(process.env.FUZZ_STEPS ?? 500);

const description = new Description();
const tally = new FuzzTally();

afterAll(() => void process.stdout.write(`\nFuzz: ${tally.toString()}\n`));

describe('sequences of requests made from the description', () => {
	it(
		'are answered as described, and nothing is accepted that is not described',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(stepsOf(description), { minLength: STEPS, maxLength: STEPS }),
					async (steps) => await runSequence(description, steps, tally),
				),
				// The error names the request; to shorten a sequence takes long.
				{ numRuns: Math.ceil(ALL_STEPS / STEPS), endOnFailure: true },
			);
			// Requests that are all refused at the door would prove little.
			expect(tally.accepted / tally.requests).toBeGreaterThan(0.25);
			expect(tally.refused / tally.requests).toBeGreaterThan(0.1);
		},
		// It only ends what hangs.
		60_000 + ALL_STEPS * 100,
	);
});
