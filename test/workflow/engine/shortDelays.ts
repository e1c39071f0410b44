import { delays } from '../../../nodes/Signaturit/transport/delays';

/** Pauses between tries that tests need not wait for. How long to wait for an answer stays as it is. */
const SHORT = { retries: [10, 20], secondLook: 20, files: [20] };

/** Registers the hooks that shorten the nodes' pauses during the tests of a file. */
export function shortDelays(): void {
	const usual = { ...delays };
	beforeAll(() => Object.assign(delays, SHORT));
	afterAll(() => Object.assign(delays, usual));
}
