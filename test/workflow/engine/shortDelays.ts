// Makes the nodes' pauses between tries short, so that tests need not wait.

import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';

const { all } = delays.looks.post;

/** Short pauses between tries, so that tests need not wait. The time-outs stay as they are. */
const SHORT: Partial<typeof delays> = {
	repeats: [10, 20],
	busy: 10,
	files: [20],
	looks: {
		refused: delays.looks.refused,
		creation: { ...delays.looks.creation, times: [10, 20, 30] },
		post: delays.looks.post,
		execution: { ...delays.looks.execution, one: all },
		believed: { one: all, all },
		pauses: [10, 20],
		// It comes soon, and has all the time that is left.
		last: all - 100,
	},
};

const SHORT_OF_TRIGGER: Partial<typeof triggerDelays> = {
	gather: 0,
	testPosts: { first: 10, between: 20, all: 60_000 },
	// Each test is another start of n8n.
	start: 600_000,
	poll: { ...triggerDelays.poll, jitter: 0, next: 100 },
};

/** Registers the hooks that shorten the nodes' pauses during the tests of a file. */
export function shortDelays(): void {
	const original = [{ ...delays }, { ...triggerDelays }] as const;
	beforeAll(() => {
		Object.assign(delays, SHORT);
		Object.assign(triggerDelays, SHORT_OF_TRIGGER);
	});
	afterAll(() => {
		Object.assign(delays, original[0]);
		Object.assign(triggerDelays, original[1]);
	});
}
