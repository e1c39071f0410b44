// One poll of the trigger: finds happenings, and starts an execution for each.

import {
	NodeOperationError,
	type IDeferredPromise,
	type IExecuteResponsePromiseData,
	type IRun,
} from 'n8n-workflow';
import { z } from 'zod';
import { hearsOfPages } from '../embedded/reports';
import { isLookedFor, isStart } from '../events/beginning';
import { readRegistration, writeRegistration } from '../events/registration';
import type { PollCall } from '../transport/call';
import { emitError } from '../transport/entry';
import { mapBounded } from '../transport/concurrency';
import { within } from '../transport/deadline';
import { isMarked } from './counted';
import { triggerDelays } from './delays';
import { isItemError, isRefusal, textForLog, retryAfterOf } from '../transport/errors/errors';
import type { Delivery } from '../transport/shapes';
import { happeningsIn, type DatedHappening, toHandover, type Handover } from './history';
import { readSettings, type Settings } from './settings';
import { duringStart, processState } from './processState';
import type { PollState } from './pollState';
import { readChanges } from './readChanges';

/** How many executions one poll starts at most. */
const MAX_STARTED = 250;

/** How many of them are under way at most: it starts the next when the trigger has given one out. */
const AT_ONCE = 5;

/** How many keys one question asks for at most. */
const MAX_ASKED = 1_000;

/**
 * Looks at the histories of the trigger's deliveries, and starts an execution for each happening that may have to be
 * given out, beside the poll. `emit` says what it must pass.
 * It throws nothing, and its first look does not take long: n8n would not activate the workflow, or never poll.
 *
 * @param lookBeside makes another look at the Poll Times. It throws nothing either
 */
export async function poll(
	call: PollCall,
	lookBeside: (call: PollCall) => Promise<void>,
): Promise<null> {
	const settings = readSettings(call);
	if (call.n8n.getMode() === 'manual' || hearsOfPages(call)) return null;
	const difference = await call.clockDifference();
	const isPaused = performance.now() < (processState(call).pollsOf(call)?.pausedUntil ?? -Infinity);
	const lookAtAll = async () =>
		await Promise.all([
			!isPaused && within(triggerDelays.poll.first, lookBeside(call)),
			lookNow(call, settings, difference),
		]);
	if (isStart(call.n8n.getActivationMode()) && !processState(call).polls) {
		processState(call).beginPolls(call, settings, difference);
		// The next poll does the rest if there is not enough time.
		await duringStart(triggerDelays.poll.first, lookAtAll);
	} else await lookAtAll();
	return null;
}

/** Makes a look, unless it would find nothing. It throws nothing. */
async function lookNow(call: PollCall, settings: Settings, difference?: number): Promise<void> {
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
	const hasWaiting = state.progress.open.length > 0 && performance.now() >= state.askAt;
	if (arrival === 'polling' || !postsArrive || !witnesses || hasWaiting) return false;
	// The Poll Times are not exact, and the polls are spread.
	return now - state.lookedAt < triggerDelays.poll.relaxed - 2 * triggerDelays.poll.jitter;
}

async function handOverChanges(state: PollState, settings: Settings, reading: Promise<Delivery[]>) {
	try {
		const deliveries = await reading;
		state.lookedAt = performance.now();
		state.failures = 0;
		// After another activation, the polls of that one go on.
		if (!processState(state.call).isCurrent(state)) return;
		const found = happeningsIn(deliveries, settings, (type, time, delivery) =>
			isLookedFor(state.beginning, type, time, isMarked(state.call, delivery)),
		);
		await startExecutions(state, settings, found);
	} finally {
		// If n8n must not stop before it has stored the beginning, an execution is started that gives nothing out.
		const isCurrent = processState(state.call).isCurrent(state);
		const isUnsaved = isCurrent && state.isUnsaved && readRegistration(state.call);
		if (isUnsaved) start(state, { kind: 'question', asked: [] });
	}
}

/** Starts an execution for each happening that was not given out. If the memory does not answer for some, they wait. */
async function startExecutions(
	state: PollState,
	settings: Settings,
	found: readonly DatedHappening[],
) {
	const inProcess = processState(state.call);
	const { progress } = state;
	const open = state.openAmong(found);
	const isNew = ({ key }: DatedHappening) => !progress.wasStarted(key);
	const isElsewhere = () => inProcess.executionsRun === 'elsewhere';
	// The execution of a single new happening asks the memory itself.
	const isSingle = open.length === 1 && open.every(isNew) && !isElsewhere();
	const mayBeGiven = open.filter(
		(each) => !isSingle && inProcess.mayBeGiven(state, each, settings),
	);
	const notGivenOut = open.filter((each) => !mayBeGiven.includes(each));
	const isAsked = performance.now() >= state.askAt;
	for (let from = 0; isAsked && from < mayBeGiven.length; from += MAX_ASKED) {
		const asked = mayBeGiven.slice(from, from + MAX_ASKED);
		const answer = await askMemory(state, asked);
		if (!answer) break;
		notGivenOut.push(...answer);
		const given = asked.filter((each) => !answer.includes(each));
		if (given.some(isNew)) inProcess.postsArrive = true;
		for (const { key, time } of given) progress.noteGiven(key, time);
		const isLater = isElsewhere() && answer.length === 0;
		state.askAt = isLater ? performance.now() + triggerDelays.poll.askAgain : -Infinity;
		if (notGivenOut.length >= MAX_STARTED) break;
	}
	// A post would have told of it by now. Where executions run elsewhere, only the memory knows whether one has.
	const isOverdue = ({ time }: DatedHappening) => state.now - time > triggerDelays.poll.posted;
	const isKnown = !isSingle || inProcess.executionsRun === 'here';
	if (isKnown && notGivenOut.some((each) => isNew(each) && isOverdue(each))) {
		inProcess.postsArrive = false;
	}
	state.moveHorizon();

	const oldest = notGivenOut.sort((a, b) => a.time - b.time).slice(0, MAX_STARTED);
	// All at once would keep n8n's database busy until calls fail.
	await mapBounded(oldest.length, AT_ONCE, async (index) => {
		// It may have been deactivated meanwhile.
		if (!inProcess.isCurrent(state)) return;
		const { key, happening, delivery } = oldest[index] as DatedHappening;
		progress.lease(key, triggerDelays.poll.startAgain);
		await answerOf(
			state,
			{ kind: 'happenings', happenings: [happening], delivery },
			triggerDelays.poll.next,
		);
	});
}

const answerSchema = z.object({ body: z.object({ notGivenOut: z.array(z.number()) }) });

/** Asks the memory, by an execution, which of these were not given out; `undefined` if no answer comes. */
async function askMemory(state: PollState, open: DatedHappening[]) {
	const asked = open.map(({ key }) => key);
	const answer = await answerOf(state, { kind: 'question', asked }, triggerDelays.poll.answer);
	const { data } = answerSchema.safeParse(answer);
	return data?.body.notGivenOut.flatMap((index) => open[index] ?? []);
}

/** Starts an execution, and waits for its answer: at most this many milliseconds, and not beyond its end. */
async function answerOf(state: PollState, handover: Handover, longest: number): Promise<unknown> {
	const { createDeferredPromise } = state.call.n8n.helpers;
	const answer = createDeferredPromise<IExecuteResponsePromiseData>();
	const end = createDeferredPromise<IRun>();
	start(state, handover, answer, end);
	const ended = end.promise.then(() => undefined);
	return await within(longest, Promise.race([answer.promise, ended])).catch(() => undefined);
}

/**
 * Starts an execution. n8n stores the static data of a poll only then, and all of it as it was at the activation, over
 * the later changes of executions. So the poll sets it only when it cannot wait.
 */
function start(
	state: PollState,
	handover: Handover,
	answer?: IDeferredPromise<IExecuteResponsePromiseData>,
	end?: IDeferredPromise<IRun>,
): void {
	const { call, beginning } = state;
	const registration = readRegistration(call);
	if (registration && state.isUnsaved) {
		// The hooks may have written another one meanwhile.
		writeRegistration(call, { ...registration, ...beginning });
		state.noteSaved();
	}
	call.n8n.__emit([[{ json: toHandover(handover) }]], answer, end);
	processState(call).executionsRun ??= 'elsewhere';
}

/**
 * Remembers a failure, and makes it a failed execution if it may not pass by itself: a refusal, or a second failure
 * in a row. At the first look a refusal waits for the second: the user may still be setting things up.
 */
function reportFailure(call: PollCall, state: PollState, error: unknown): void {
	const now = performance.now();
	state.failures++;
	state.pausedUntil = now + Math.min(retryAfterOf(error) ?? 0, triggerDelays.poll.longestPause);
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
