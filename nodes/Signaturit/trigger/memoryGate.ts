// The gate at which a poll asks n8n's memory, by an execution, what was given out before.

import { z } from 'zod';
import { triggerDelays } from './delays';
import type { Gate } from './gate';
import type { DatedHappening } from './history';
import { answerOf } from './pollExecutions';
import type { PollState } from './pollState';

/** How much a poll does at most. Tests change it. */
export const pollLimits = {
	/** How many executions it starts. */
	started: 250,
	/** For how many keys one question asks. */
	asked: 1_000,
};

/** If the memory does not answer for some, they wait. */
export const memory: Gate = {
	name: 'memory',
	passes:
		'no other process has given it out; where one may have, an execution looks into the memory',

	async poll({ settings, state, polls, happenings: open }) {
		const { progress } = polls;
		const isNew = ({ key }: DatedHappening) => !progress.wasStarted(key);
		const isElsewhere = () => state.executionsRun === 'elsewhere';
		// The execution of a single new happening asks the memory itself.
		const isSingle = open.length === 1 && open.every(isNew) && !isElsewhere();
		const mayHaveBeenGivenOut = open.filter(
			(each) => !isSingle && state.mayHaveBeenGivenOut(polls, each, settings),
		);
		const toStart = open.filter((each) => !mayHaveBeenGivenOut.includes(each));
		const isAsked = performance.now() >= polls.askAt;
		for (let from = 0; isAsked && from < mayHaveBeenGivenOut.length; from += pollLimits.asked) {
			const asked = mayHaveBeenGivenOut.slice(from, from + pollLimits.asked);
			const answer = await askMemory(polls, asked);
			if (!answer) break;
			toStart.push(...answer);
			const given = asked.filter((each) => !answer.includes(each));
			if (given.some(isNew)) state.postsArrive = true;
			for (const { key, time } of given) progress.noteGiven(key, time);
			const isLater = isElsewhere() && answer.length === 0;
			polls.askAt = isLater ? performance.now() + triggerDelays.poll.askAgain : -Infinity;
			if (toStart.length >= pollLimits.started) break;
		}
		// A post would have told of it by now. Where executions run elsewhere, only the memory knows whether one has.
		const isOverdue = ({ time }: DatedHappening) => polls.now - time > triggerDelays.poll.posted;
		const isKnown = !isSingle || state.executionsRun === 'here';
		if (isKnown && toStart.some((each) => isNew(each) && isOverdue(each))) {
			state.postsArrive = false;
		}
		return { happenings: toStart };
	},
};

const answerSchema = z.object({ body: z.object({ notGivenOut: z.array(z.number()) }) });

/** Asks the memory, by an execution, which of these were not given out; `undefined` if no answer comes. */
async function askMemory(polls: PollState, open: DatedHappening[]) {
	const asked = open.map(({ key }) => key);
	const answer = await answerOf(polls, { kind: 'question', asked }, triggerDelays.poll.answer);
	const { data } = answerSchema.safeParse(answer);
	return data?.body.notGivenOut.flatMap((index) => open[index] ?? []);
}
