import { delays } from '../../../nodes/Signaturit/transport/deadline';

/** Short pauses between tries, so that tests need not wait. The time-outs stay as they are. */
const SHORT: Partial<typeof delays> = {
	retries: [10, 20],
	doubt: [10, 20, 30],
	gather: 0,
	testPost: 10,
	files: [20],
	looks: [10, 20],
	failedLooks: [10, 20],
	looksOn: [20],
	// The last look comes soon, and has all the time that is left.
	lastLook: delays.confirmation - 100,
	lookUp: delays.confirmation,
	poll: { ...delays.poll, jitter: 0, emission: 0 },
};

/** Registers the hooks that shorten the nodes' pauses during the tests of a file. */
export function shortDelays(): void {
	const original = { ...delays };
	beforeAll(() => Object.assign(delays, SHORT));
	afterAll(() => Object.assign(delays, original));
}
