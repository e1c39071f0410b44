import { sleep, type IExecuteResponsePromiseData, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { delays } from '../../transport/delays';
import { within } from '../../transport/deadline';
import type { Offered } from '../history/history';
import { ownState } from '../process/ownState';
import { start } from './beginning';
import type { PollState } from './pollState';

/** How many executions one poll starts at most. */
const MAX_OFFERS = 250;

/** How many things one question asks for at most. */
const MAX_ASKED = 1_000;

/**
 * Starts an execution for each offer that has not been given out. What this process does not know by
 * itself, one execution is asked for: only executions can read n8n's memory. While it does not answer, nothing is
 * offered; the next poll asks again.
 */
export async function offer(
	this: IPollFunctions,
	state: PollState,
	found: readonly Offered[],
): Promise<void> {
	const own = ownState.call(this);
	const { ledger } = state;
	const now = Date.now();
	const open = state.openAmong(found);
	const isNew = ({ key }: Offered) => !ledger.wasStarted(key);
	const unknown: Offered[] = [];
	for (let from = 0; from < open.length && unknown.length < MAX_OFFERS; from += MAX_ASKED) {
		const asked = open.slice(from, from + MAX_ASKED);
		const answer = await unknownAmong.call(this, state, asked);
		if (!answer) break;
		unknown.push(...answer);
		const known = asked.filter((each) => !answer.includes(each));
		if (known.some(isNew)) own.postsArrive = true;
		for (const { key, time } of known) ledger.give(key, time);
	}
	// A post would have told of it by now.
	const isOverdue = ({ time }: Offered) => now - time > delays.poll.posted;
	if (unknown.some((each) => isNew(each) && isOverdue(each))) own.postsArrive = false;
	state.moveHorizon();

	for (const { key, happening, delivery } of unknown.slice(0, MAX_OFFERS)) {
		ledger.start(key, delays.poll.offerAgain);
		start.call(this, state, { kind: 'known', happenings: [happening], delivery });
		await sleep(delays.poll.emission);
	}
}

const answerSchema = z.object({ body: z.object({ unknown: z.array(z.number()) }) });

/**
 * Asks the memory of n8n, by an execution that answers. A single one that was not offered before is not asked for: its
 * own execution finds out.
 *
 * @returns what was not given out; `undefined` if no answer comes, and nothing is known
 */
async function unknownAmong(
	this: IPollFunctions,
	state: PollState,
	open: Offered[],
): Promise<Offered[] | undefined> {
	if (open.length === 1 && open.every(({ key }) => !state.ledger.wasStarted(key))) return open;
	const answer = this.helpers.createDeferredPromise<IExecuteResponsePromiseData>();
	start.call(this, state, { kind: 'question', asked: open.map(({ key }) => key) }, answer);
	const answered = await within(delays.poll.answer, answer.promise).catch(() => undefined);
	const { data } = answerSchema.safeParse(answered);
	return data?.body.unknown.flatMap((index) => open[index] ?? []);
}
