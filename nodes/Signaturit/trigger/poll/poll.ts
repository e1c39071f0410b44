import {
	NodeApiError,
	NodeOperationError,
	sleep,
	type IExecuteResponsePromiseData,
	type IPollFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { hearsOfPages } from '../../embedded/reports';
import { isLookedFor, isStart, readRegistration, register } from '../../events/registration';
import type { PollCall } from '../../transport/call';
import { within, delays } from '../../transport/deadline';
import { isRefusal, quietly, retryAfterOf } from '../../transport/errors/errors';
import type { Delivery } from '../../transport/shapes';
import { toHandover, type Handover } from '../handover/handover';
import { happeningsIn, type DatedHappening } from '../history/history';
import { readSettings, type Settings } from '../panel/settings';
import { processState } from '../process/processState';
import { duringStart } from '../process/startTime';
import { beginPolls, isCurrent, pollState, type PollState } from './pollState';
import { readChanges } from './readChanges';
import { retryWakings } from './wakings';

/** How many executions one poll starts at most. */
const MAX_STARTED = 250;

/** How many keys one question asks for at most. */
const MAX_ASKED = 1_000;

/**
 * Looks at the histories of what this trigger listens to, and starts an execution for each happening since its
 * activation. These are started one by one, beside the poll.
 *
 * It throws nothing, and its first look does not take long: n8n would not activate the workflow, or never poll.
 */
export async function poll(call: PollCall): Promise<null> {
	const settings = readSettings(call);
	if (call.n8n.getMode() === 'manual') return null;
	if (hearsOfPages(call)) return null;
	const isPaused = Date.now() < (pollState(call)?.pausedUntil ?? -Infinity);
	const lookAtAll = async () =>
		await Promise.all([
			!isPaused && within(delays.poll.first, retryWakings(call)),
			look(call, settings),
		]);
	if (isStart(call.n8n.getActivationMode()) && !processState(call).polls) {
		beginPolls(call, settings);
		// What there is no time for is left to the next poll.
		await duringStart(delays.poll.first, lookAtAll);
	} else await lookAtAll();
	return null;
}

/** Makes a look, unless it would find nothing. It throws nothing. */
async function look(call: PollCall, settings: Settings): Promise<void> {
	// The list of certified SMS takes no custom data, so those of one workflow cannot be found in it.
	if (settings.resource === 'certifiedSms' && settings.listenTo === 'workflow') return;
	const current = pollState(call);
	const state = current ?? beginPolls(call, settings);
	if (isIdle(state, settings)) return;
	state.isBusy = true;
	// Newer n8n evaluates parameters and credentials only until the poll returns.
	const reading = readChanges(call, state, settings);
	void handOverChanges(state, settings, reading)
		.catch((error: unknown) => reportFailure(call, state, error))
		.finally(() => {
			state.isBusy = false;
		});
	await (current ? reading : within(delays.poll.first, reading)).catch(() => undefined);
}

/**
 * Whether this poll need not look, or must not because another look is going on. While posts tell of everything, few
 * looks are enough: but not while happenings wait for an execution, and not before the account has witnesses.
 */
function isIdle(state: PollState, { arrival }: Settings): boolean {
	const now = Date.now();
	if (state.isStopped || state.isBusy || now < state.pausedUntil) return true;
	const { postsArrive } = processState(state.call);
	const { witnesses } = state.beginning;
	if (arrival === 'polling' || !postsArrive || !witnesses || state.progress.open.length > 0)
		return false;
	// The Poll Times are not exact, and the polls are spread.
	return now - state.lookedAt < delays.poll.relaxed - 2 * delays.poll.jitter;
}

async function handOverChanges(state: PollState, settings: Settings, reading: Promise<Delivery[]>) {
	try {
		const deliveries = await reading;
		state.lookedAt = Date.now();
		state.failures = 0;
		// After another activation, the polls of that one go on.
		if (!isCurrent(state)) return;
		const found = happeningsIn(deliveries, settings, (type, time) =>
			isLookedFor(state.beginning, type, time),
		);
		await startExecutions(state.call, state, found);
	} finally {
		// If n8n must not stop before it has stored the beginning, an execution is started that gives nothing out.
		if (isCurrent(state) && writeBeginning(state.call, state) && state.isUnsaved) {
			start(state.call, state, { kind: 'question', asked: [] });
		}
	}
}

/** Starts an execution for each happening that was not given out. Those that the memory does not tell of wait. */
async function startExecutions(call: PollCall, state: PollState, found: readonly DatedHappening[]) {
	const inProcess = processState(call);
	const { progress } = state;
	const now = Date.now();
	const open = state.openAmong(found);
	const isNew = ({ key }: DatedHappening) => !progress.wasStarted(key);
	const notGivenOut: DatedHappening[] = [];
	for (let from = 0; from < open.length && notGivenOut.length < MAX_STARTED; from += MAX_ASKED) {
		const asked = open.slice(from, from + MAX_ASKED);
		const answer = await askMemory(call, state, asked);
		if (!answer) break;
		notGivenOut.push(...answer);
		const given = asked.filter((each) => !answer.includes(each));
		if (given.some(isNew)) inProcess.postsArrive = true;
		for (const { key, time } of given) progress.give(key, time);
	}
	// A post would have told of it by now.
	const isOverdue = ({ time }: DatedHappening) => now - time > delays.poll.posted;
	if (notGivenOut.some((each) => isNew(each) && isOverdue(each))) inProcess.postsArrive = false;
	state.moveHorizon();

	for (const { key, happening, delivery } of notGivenOut.slice(0, MAX_STARTED)) {
		progress.start(key, delays.poll.startAgain);
		start(call, state, { kind: 'happenings', happenings: [happening], delivery });
		await sleep(delays.poll.emission);
	}
}

const answerSchema = z.object({ body: z.object({ notGivenOut: z.array(z.number()) }) });

/**
 * Asks the memory, by an execution, which of these were not given out; `undefined` if no answer comes. A single
 * happening that is new here is not asked for: the execution that it starts finds out.
 */
async function askMemory(call: PollCall, state: PollState, open: DatedHappening[]) {
	if (open.length === 1 && open.every(({ key }) => !state.progress.wasStarted(key))) return open;
	const answer = call.n8n.helpers.createDeferredPromise<IExecuteResponsePromiseData>();
	start(call, state, { kind: 'question', asked: open.map(({ key }) => key) }, answer);
	const answered = await within(delays.poll.answer, answer.promise).catch(() => undefined);
	const { data } = answerSchema.safeParse(answered);
	return data?.body.notGivenOut.flatMap((index) => open[index] ?? []);
}

/** Starts an execution. n8n stores the static data of a poll only then, so the beginning is written before. */
function start(
	call: PollCall,
	state: PollState,
	handover: Handover,
	answer?: Parameters<IPollFunctions['__emit']>[1],
): void {
	if (writeBeginning(call, state)) state.noteSaved();
	call.n8n.__emit([[{ json: toHandover(handover) }]], answer);
}

/** @returns whether there is a registration: newer n8n calls the hooks after the first poll */
function writeBeginning(call: PollCall, { beginning }: PollState): boolean {
	const registration = readRegistration(call);
	if (!registration) return false;
	// The hooks may have written another one meanwhile.
	const entry = { ...registration, ...beginning };
	register(call.n8n.getWorkflowStaticData('global'), call.node.id, entry);
	return true;
}

/**
 * Remembers a failure, and makes it a failed execution if it may not pass by itself: a refusal, or a second failure
 * in a row. At the first look a refusal waits for the second: who activates a workflow may still be setting things up.
 */
function reportFailure(call: PollCall, state: PollState, error: unknown): void {
	const now = Date.now();
	state.failures++;
	state.pausedUntil = now + Math.min(retryAfterOf(error) ?? 0, delays.poll.longestPause);
	call.log('warn', `Signaturit Trigger: a poll failed. ${quietly(error)}`);
	const isFirst = state.lookedAt === -Infinity && state.failures === 1;
	const isSerious = state.failures > 1 || (isRefusal(error) && !isFirst);
	if (!isSerious || now - state.reportedAt < delays.poll.report) return;
	state.reportedAt = now;
	const isReadable = error instanceof NodeApiError || error instanceof NodeOperationError;
	call.n8n.__emitError(
		isReadable
			? error
			: new NodeOperationError(call.node, error instanceof Error ? error : String(error)),
	);
}
