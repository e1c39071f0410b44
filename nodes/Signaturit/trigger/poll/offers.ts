import { sleep, type IExecuteResponsePromiseData, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { delays } from '../../transport/delays';
import { within } from '../../transport/pause';
import type { Delivery } from '../../transport/shapes';
import { toHandover, type Handover } from '../handover/handover';
import { happeningsOf, type Asked } from '../history/happening';
import { instant } from '../../events/time';
import type { Settings } from '../panel/settings';
import { ownState } from '../process/ownState';
import type { Offered, PollState } from './pollState';

/** How many executions one poll starts at most. */
const MAX_OFFERS = 250;

/** How many things one question asks for at most. */
const MAX_ASKED = 5_000;

/**
 * Everything in these deliveries that starts the workflow, the oldest first.
 *
 * @param since since when a type counts, in milliseconds since 1970
 */
export function offersIn(
	deliveries: readonly Delivery[],
	settings: Settings,
	since: (type: string) => number,
): Offered[] {
	return deliveries
		.flatMap((delivery) =>
			happeningsOf(delivery, settings, since).map((happening) => ({
				key: happening.key,
				time: instant(happening.createdAt),
				happening,
				delivery,
			})),
		)
		.sort((a, b) => a.time - b.time);
}

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
	const now = Date.now();
	const all = new Map([...state.pending, ...found.map((each) => [each.key, each] as const)]);
	const open = [...all.values()].filter(({ key }) => state.isOpen(key, now));
	const givenHere = open.filter(({ key }) => own.given.has(key));
	const others = open.filter(({ key }) => !own.given.has(key));
	const asked = others.slice(0, MAX_ASKED);
	const answer = await unknownAmong.call(this, state, asked);
	const unknown = new Set(answer);
	const known = [...givenHere, ...(answer ? asked.filter((each) => !unknown.has(each)) : [])];

	const isNew = ({ key }: Offered) => !state.wasOffered(key);
	if ([...unknown].some((each) => isNew(each) && isOverdue(each, now))) state.postsArrive = false;
	else if (known.some(isNew)) state.postsArrive = true;
	for (const { key } of known) state.settle(key);

	const due = [...unknown].slice(0, MAX_OFFERS);
	state.keep([...(answer?.slice(MAX_OFFERS) ?? asked), ...others.slice(MAX_ASKED)]);
	for (const { key, happening, delivery } of due) {
		start.call(this, { kind: 'known', happenings: [happening], delivery });
		state.offer(key, Date.now());
		await sleep(delays.poll.emission);
	}
}

/** Whether a post would have told of it by now. */
function isOverdue({ time }: Offered, now: number): boolean {
	return now - time > delays.poll.posted;
}

/**
 * A single thing that has just happened is not asked for: its own execution finds out. An old one may be
 * forgotten, and only the answer to a question takes that into account.
 *
 * @returns `undefined` if no answer comes; then nothing is known
 */
async function unknownAmong(
	this: IPollFunctions,
	state: PollState,
	open: Offered[],
): Promise<Offered[] | undefined> {
	const isRecent = ({ key, time }: Offered) =>
		Date.now() - time < delays.poll.recent && !state.wasOffered(key);
	if (open.length === 0 || (open.length === 1 && open.every(isRecent))) return open;
	const unknown = await ask.call(
		this,
		open.map(({ key, time }) => ({ key, time })),
	);
	return unknown?.flatMap((index) => open[index] ?? []);
}

const answerSchema = z.object({ body: z.object({ unknown: z.array(z.number()) }) });

/**
 * Asks the memory of n8n, by an execution that answers.
 *
 * @returns the indices of what was not given out; `undefined` if no answer comes
 */
async function ask(this: IPollFunctions, asked: Asked[]): Promise<number[] | undefined> {
	const answer = this.helpers.createDeferredPromise<IExecuteResponsePromiseData>();
	start.call(this, { kind: 'question', asked }, answer);
	const [answered] = await Promise.allSettled([within(delays.poll.answer, answer.promise)]);
	return answered.status === 'fulfilled'
		? answerSchema.safeParse(answered.value).data?.body.unknown
		: undefined;
}

function start(
	this: IPollFunctions,
	handover: Handover,
	answer?: Parameters<IPollFunctions['__emit']>[1],
): void {
	this.__emit([[{ json: toHandover(handover) }]], answer);
}
