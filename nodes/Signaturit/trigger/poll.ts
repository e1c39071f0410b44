// One poll of the trigger: finds happenings, and starts an execution for each.

import { NodeOperationError } from 'n8n-workflow';
import { hearsOfSigningPages } from '../embedded/reports';
import { isStart } from '../events/beginning';
import { readRegistration } from '../events/registration';
import type { PollCall } from '../transport/call';
import { emitError } from '../transport/entry';
import { mapBounded } from '../transport/concurrency';
import { within } from '../transport/deadline';
import { triggerDelays } from './delays';
import { isItemError, isRefusal, textForLog, problemOf } from '../transport/errors/errors';
import type { Delivery } from '../transport/shapes';
import { walk } from './gates';
import type { DatedHappening } from './history';
import { pollLimits } from './memoryGate';
import { answerOf, startExecution } from './pollExecutions';
import { readSettings, type Settings } from './settings';
import { duringStart, processState } from './processState';
import { repeatMissedPosts } from './missedPosts';
import type { PollState } from './pollState';
import { readChanges } from './readChanges';

/** How many of them are under way at most: it starts the next when the trigger has given one out. */
const AT_ONCE = 5;

/**
 * Looks at the histories of the trigger's deliveries, and starts an execution for each happening that may have to be
 * given out, beside the poll (`gates`).
 * Beside it, posts that sleeping executions have missed are made again.
 * It throws nothing, and its first look does not take long: n8n would not activate the workflow, or never poll.
 */
export async function poll(call: PollCall): Promise<null> {
	const settings = readSettings(call);
	if (call.n8n.getMode() === 'manual' || hearsOfSigningPages(call)) return null;
	const difference = await call.clockDifference();
	const isPaused = performance.now() < (processState(call).pollsOf(call)?.pausedUntil ?? -Infinity);
	const lookAtAll = async () =>
		await Promise.all([
			!isPaused && within(triggerDelays.poll.first, repeatMissedPosts(call)),
			lookIfDue(call, settings, difference),
		]);
	if (isStart(call.n8n.getActivationMode()) && !processState(call).polls) {
		processState(call).beginPolls(call, settings, difference);
		// The next poll does the rest if there is not enough time.
		await duringStart(triggerDelays.poll.first, lookAtAll);
	} else await lookAtAll();
	return null;
}

/** Makes a look if one is due. It throws nothing. */
async function lookIfDue(call: PollCall, settings: Settings, difference?: number): Promise<void> {
	const inProcess = processState(call);
	const current = inProcess.pollsOf(call);
	const state = current ?? inProcess.beginPolls(call, settings, difference);
	if (isIdle(state, settings)) return;
	state.isBusy = true;
	// Newer n8n evaluates parameters and credentials only until the poll returns.
	const reading = readChanges(call, state, settings);
	void handOverChanges(state, settings, reading)
		.catch((error: unknown) => reportFailure(call, state, error))
		.finally(() => {
			state.isBusy = false;
		});
	await (current ? reading : within(triggerDelays.poll.first, reading)).catch(() => undefined);
}

/**
 * Whether this poll need not look, or must not because another look is going on. While posts report everything, few
 * looks are enough: but not while happenings wait for an execution, and not before the account has witnesses.
 */
function isIdle(state: PollState, { arrival }: Settings): boolean {
	const now = performance.now();
	if (state.isStopped || state.isBusy || now < state.pausedUntil) return true;
	const { postsArrive } = processState(state.call);
	const { witnesses } = state.beginning;
	const hasWaiting = state.progress.needingExecution.length > 0 && performance.now() >= state.askAt;
	if (arrival === 'polling' || !postsArrive || !witnesses || hasWaiting) return false;
	// The Poll Times are not exact, and the polls are spread.
	return now - state.lookedAt < triggerDelays.poll.relaxed - 2 * triggerDelays.poll.jitter;
}

async function handOverChanges(polls: PollState, settings: Settings, reading: Promise<Delivery[]>) {
	const state = processState(polls.call);
	try {
		const deliveries = await reading;
		polls.lookedAt = performance.now();
		polls.failures = 0;
		// After another activation, the polls of that one go on.
		if (!state.isCurrent(polls)) return;
		const { passing } = await walk('poll', { settings, state, polls, deliveries, happenings: [] });
		polls.moveHorizon();
		await startExecutions(polls, passing.happenings);
	} finally {
		// If n8n must not stop before it has stored the beginning, an execution is started that gives nothing out.
		const isUnsaved =
			state.isCurrent(polls) && polls.isUnsaved && readRegistration(polls.call) !== undefined;
		if (isUnsaved) startExecution(polls, { kind: 'question', asked: [] });
	}
}

/** Starts an execution for each happening that has passed the gates, the oldest first. */
async function startExecutions(polls: PollState, passed: readonly DatedHappening[]) {
	const state = processState(polls.call);
	const oldest = [...passed].sort((a, b) => a.time - b.time).slice(0, pollLimits.started);
	// All at once would keep n8n's database busy until calls fail.
	await mapBounded(oldest.length, AT_ONCE, async (index) => {
		// It may have been deactivated meanwhile.
		if (!state.isCurrent(polls)) return;
		const { key, happening, delivery } = oldest[index] as DatedHappening;
		polls.progress.lease(key, triggerDelays.poll.startAgain);
		await answerOf(
			polls,
			{ kind: 'happenings', happenings: [happening], delivery },
			triggerDelays.poll.next,
		);
	});
}

/**
 * Remembers a failure, and makes it a failed execution if it may not pass by itself: a refusal, or a second failure
 * in a row. At the first look a refusal waits for the second: the user may still be setting things up.
 */
function reportFailure(call: PollCall, state: PollState, error: unknown): void {
	const now = performance.now();
	state.failures++;
	state.pausedUntil =
		now + Math.min(problemOf(error).retryAfter ?? 0, triggerDelays.poll.longestPause);
	call.log('warn', `Signaturit Trigger: a poll failed. ${textForLog(error)}`);
	const isFirst = state.lookedAt === -Infinity && state.failures === 1;
	const isSerious = state.failures > 1 || (isRefusal(error) && !isFirst);
	if (!isSerious || now - state.reportedAt < triggerDelays.poll.report) return;
	state.reportedAt = now;
	emitError(
		call,
		isItemError(error)
			? error
			: new NodeOperationError(call.node, error instanceof Error ? error : String(error)),
	);
}
