import { delays } from '../../../nodes/Signaturit/transport/delays';

/** Short pauses between tries, so that tests need not wait. The time-outs stay as they are. */
const SHORT = { retries: [10, 20], secondLook: 20, files: [20] };

/** Registers the hooks that shorten the nodes' pauses during the tests of a file. */
export function shortDelays(): void {
	const original = { ...delays };
	beforeAll(() => Object.assign(delays, SHORT));
	afterAll(() => Object.assign(delays, original));
}
