import fc from 'fast-check';

import { Description } from '../../description/description';
import { runSequence } from './sequence';
import { stepsOf } from './steps';
import { FuzzTally } from './tally';

/** How many steps a sequence has. About one in nine is no request, but what somebody does. */
const STEPS = 50;
/** Fewer of them are no requests on average. */
const FEWEST = 42;
/** How many requests are made at least; `npm run prove -- --only=fuzz` makes 20,000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500);
/** So many make each operation succeed. */
const MANY = 20_000;

const description = new Description();
const tally = new FuzzTally();

afterAll(() => void process.stdout.write(`\nFuzz: ${tally.toString()}\n`));

describe('sequences of requests made from the description', () => {
	it('are answered as described, and nothing is accepted that is not described', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(stepsOf(description), { minLength: STEPS, maxLength: STEPS }),
				async (steps) => await runSequence(description, steps, tally),
			),
			// The error names the request; to shorten a sequence takes long.
			{ numRuns: Math.ceil(REQUESTS / FEWEST), endOnFailure: true },
		);
		// Requests that are all refused at once would prove little.
		expect(tally.requests).toBeGreaterThanOrEqual(REQUESTS);
		expect(tally.accepted / tally.requests).toBeGreaterThan(1 / 3);
		expect(tally.refused / tally.requests).toBeGreaterThan(0.1);
		const ids = description.operations.map(({ id }) => id);
		expect(REQUESTS < MANY ? [] : tally.neverAccepted(ids)).toEqual([]);
	});
});
