import {
	answerTime,
	chooseAnswerTime,
	startDeadline,
} from '../../../nodes/Signaturit/transport/deadline';

beforeEach(() => {
	jest.useFakeTimers();
	// Jest does not know of these timers.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const timer = new AbortController();
		setTimeout(() => timer.abort(), milliseconds);
		return timer.signal;
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

describe('startDeadline', () => {
	it('aborts when the time is over, and not before', async () => {
		const deadline = startDeadline(1_000);
		await pass(990);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([false, false]);
		await pass(20);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([true, true]);
	});

	it('gives one second more for each 128 kB, also while the time runs', async () => {
		const deadline = startDeadline(1_000);
		deadline.extend(128 * 1024);
		await pass(1_500);
		deadline.extend(64 * 1024);
		await pass(990);
		expect(deadline.isOver()).toBe(false);
		await pass(20);
		expect(deadline.isOver()).toBe(true);
	});

	it('does not abort after the request has ended', async () => {
		const deadline = startDeadline(1_000);
		deadline.end();
		await pass(2_000);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([false, false]);
	});

	it('aborts without being over when someone stops the execution', () => {
		const execution = new AbortController();
		const running = startDeadline(1_000, execution.signal);
		const ended = startDeadline(1_000, execution.signal);
		ended.end();
		execution.abort();
		expect([running.signal.aborted, running.isOver()]).toEqual([true, false]);
		expect(ended.signal.aborted).toBe(false);
		expect(startDeadline(1_000, execution.signal).signal.aborted).toBe(true);
	});
});

describe('answerTime', () => {
	it('is a minute until another time is chosen for the context', () => {
		const context = {};
		expect(answerTime(context)).toBe(60_000);
		chooseAnswerTime(context, 5_000);
		expect(answerTime(context)).toBe(5_000);
		expect(answerTime({})).toBe(60_000);
	});
});
