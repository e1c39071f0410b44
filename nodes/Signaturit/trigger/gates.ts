// The gates that an event must pass before it is given out, in their order.

import { isLookedFor } from '../events/beginning';
import { isFromAccount } from '../events/tracking';
import { isFromSignaturit, SENDER } from '../transport/hosts';
import { countedOf, isMarked } from './counted';
import { triggerDelays } from './delays';
import type { Gate, Stages, Questions } from './gate';
import { isOurs, knownToSignaturit, NOT_FOUND } from './knownGate';
import { take } from './memory';
import { memory } from './memoryGate';
import { NO_EVENT } from './post';
import { mayBringOutcome, startsWorkflow } from './settings';
import { starts } from './starts';

/** How many unconfirmed posts are looked for at once. Few if anybody may have posted them: each starts an execution. */
const MOST_UNCONFIRMED = { ours: 20, anybodys: 3 };

const BEFORE = [200, 'Event received before'] as const;

/** What costs nothing comes before Signaturit is asked (`known`), and `take` last: it alone lets an event out. */
export const gates: readonly Gate[] = [
	{
		name: 'address',
		passes: "Signaturit's address has posted it, where only that is allowed",
		answer: [403, `Only events from ${SENDER} are accepted`],
		webhook: ({ call, settings }) =>
			!settings.onlyFromSignaturit || isFromSignaturit(call.n8n.getRequestObject()),
	},
	{
		name: 'event',
		passes: 'it can be read as an event',
		answer: [400, 'The body is not a Signaturit event'],
		webhook: ({ post }) => post.posted !== NO_EVENT,
	},
	{
		name: 'chosen',
		passes:
			'its resource and its type are chosen, or the type may bring an end of a request that is chosen',
		answer: [200, 'Event received, not among the chosen ones'],
		webhook: ({ settings, post: { posted } }) =>
			posted.resource === settings.resource &&
			(startsWorkflow(settings, posted.type) || mayBringOutcome(settings, posted.type)),
	},
	{
		// The subscription could not be ended when the trigger began to listen to its workflow only.
		name: 'subscription',
		passes:
			'it does not come from a subscription that is left over from *Everything in the Account*',
		answer: [200, 'Event received, not from this workflow'],
		webhook: ({ call, settings }) =>
			settings.listenTo === 'account' || !isFromAccount(call.n8n.getQueryData()),
	},
	{
		name: 'confirm',
		passes: '*Confirm Events With Signaturit* is on; else only its execution asks further gates',
		webhook: ({ settings }) => settings.confirm || { later: true },
	},
	{
		name: 'refused',
		passes: 'no copy of it was refused in the last minute',
		answer: NOT_FOUND,
		webhook: ({ state, post }) => !state.refused.has(post.postKey),
	},
	{
		name: 'copy',
		passes: 'no execution is asking Signaturit about a copy of it',
		answer: BEFORE,
		webhook: ({ state, post }) => !state.unconfirmed.has(post.postKey),
	},
	knownToSignaturit,
	{
		name: 'room',
		passes: `Signaturit has confirmed it, or executions ask about fewer than ${MOST_UNCONFIRMED.ours} others (${MOST_UNCONFIRMED.anybodys} if anybody may have posted it), or about a copy`,
		answer: [503, 'Too many events cannot be confirmed with Signaturit now'],
		webhook({ call, state: { unconfirmed }, post, finding }) {
			if (finding.kind === 'confirmed' || unconfirmed.has(post.postKey)) return true;
			return unconfirmed.count < MOST_UNCONFIRMED[isOurs(call, post) ? 'ours' : 'anybodys'];
		},
	},
	{
		name: 'claim',
		passes:
			'Signaturit has confirmed it; or no copy has passed here while it was asked: then only its execution asks further gates',
		answer: BEFORE,
		webhook({ state: { unconfirmed }, post: { postKey }, finding }) {
			if (finding.kind === 'confirmed') return true;
			if (unconfirmed.has(postKey)) return false;
			unconfirmed.add(postKey);
			return { later: true, undo: () => unconfirmed.delete(postKey) };
		},
	},
	starts,
	{
		name: 'since',
		passes: 'it happened since events count; in a poll, also not before the horizon',
		answer: [200, 'Event received, older than the publication of the workflow'],
		async webhook({ call, post, finding, happenings }) {
			const counted = await countedOf(call, post.begun, happenings, finding.delivery);
			return counted.length > 0 && { happenings: counted };
		},
		async execution({ call, post, finding, happenings }) {
			const counted = await countedOf(call, post.begun, happenings, finding.delivery);
			if (counted.length === happenings.length) return true;
			const says = 'What happened before the workflow was published is not given out.';
			return { happenings: counted, says };
		},
		poll: ({ polls: { beginning, call }, happenings }) => ({
			happenings: happenings.filter(({ time, happening: { type }, delivery }) =>
				isLookedFor(beginning, type, time, isMarked(call, delivery)),
			),
		}),
	},
	{
		name: 'open',
		passes: 'this process has not given it out, and no execution is about to',
		answer: BEFORE,
		webhook({ state: { progress }, happenings }) {
			const open = happenings.filter(({ key }) => progress.needsExecution(key));
			open.forEach(({ key }) => progress.lease(key, triggerDelays.handedOver));
			const undo = () => open.forEach(({ key }) => progress.fail(key));
			return open.length > 0 && { happenings: open, undo };
		},
		poll: ({ polls, happenings }) => ({ happenings: polls.noteFound(happenings) }),
	},
	memory,
	{
		name: 'take',
		passes:
			"n8n's database has not recorded it, or did so for the execution of which this is the Retry; a test is not asked",
		end: async ({ call, key, handoverId }) =>
			call.n8n.getMode() === 'manual' || (await take(call, key, handoverId)),
	},
];

/** Asks the gates of a stage, in their order. Returns what is known of what passes, or which gate has stopped it. */
export async function walk<Stage extends keyof Stages>(stage: Stage, arrived: Stages[Stage]) {
	let passing = arrived;
	for (const gate of gates) {
		const questions: Questions = gate;
		const said = questions[stage]?.(passing) ?? true;
		// No other post comes between two gates that answer at once: what one has counted holds when the next one claims it.
		const ruling = said instanceof Promise ? await said : said;
		if (ruling === false) return { passing, stoppedBy: gate };
		if (ruling === true) continue;
		passing = { ...passing, ...ruling };
		if (ruling.later) break;
	}
	return { passing, stoppedBy: undefined };
}
