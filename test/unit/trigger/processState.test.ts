import { Call } from '../../../nodes/Signaturit/transport/call';
import type * as ProcessState from '../../../nodes/Signaturit/trigger/processState';
import { processState } from '../../../nodes/Signaturit/trigger/processState';

beforeEach(() => {
	jest.useFakeTimers();
	// The timers of these signals are not those that Jest simulates.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const time = new AbortController();
		setTimeout(() => time.abort(), milliseconds);
		return time.signal;
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

/** What the process knows of the trigger with this id. */
const stateOf = (id: string) =>
	processState(
		new Call({
			getWorkflow: () => ({ id: 'workflow', active: true }),
			getNode: () => ({ id }),
		} as never),
	);

describe('what a process knows of a trigger', () => {
	it('is kept while at most 9,999 others are asked for, and dropped for the ten-thousandth', () => {
		const [idle, used] = [stateOf('idle'), stateOf('used')];
		for (let index = 0; index < 9_998; index++) stateOf(`other ${index}`);
		expect(stateOf('used')).toBe(used);
		stateOf('one more');
		expect(stateOf('used')).toBe(used);
		expect(stateOf('idle')).not.toBe(idle);
	});
});

const SECOND = 1_000;
const never = async () => await new Promise<void>(() => undefined);

/** As a process of n8n that has just started. */
function newStart(): typeof ProcessState.duringStart {
	let loaded: typeof ProcessState | undefined;
	jest.isolateModules(() => {
		loaded = jest.requireActual<typeof ProcessState>(
			'../../../nodes/Signaturit/trigger/processState',
		);
	});
	if (!loaded) throw new Error('The module was not loaded');
	return loaded.duringStart;
}

/** How long n8n's start waits, in simulated time, for so many triggers, each of which waits for this. */
async function waitedFor(count: number, longest: number, task: () => Promise<void>) {
	const duringStart = newStart();
	const began = performance.now();
	const begun = jest.fn(task);
	const all = (async () => {
		for (let trigger = 0; trigger < count; trigger++) await duringStart(longest, begun);
		return performance.now() - began;
	})();
	await jest.advanceTimersByTimeAsync(600 * SECOND);
	return { waited: await all, begun: begun.mock.calls.length };
}

describe("n8n's start, while the service hangs", () => {
	it.each([
		['first looks of 50 triggers', 3 * SECOND, 4],
		['subscriptions of 50 triggers', Infinity, 1],
	])('waits ten seconds for the %s together', async (_, longest, begun) => {
		expect(await waitedFor(50, longest, never)).toEqual({ waited: 10 * SECOND, begun });
	});

	it('waits for all of them when they are fast', async () => {
		const { begun, waited } = await waitedFor(50, 3 * SECOND, async () => undefined);
		expect({ begun, waited }).toEqual({ begun: 50, waited: 0 });
	});
});
