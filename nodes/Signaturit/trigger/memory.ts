// Remembers in n8n's database what was given out, so that nothing comes twice.

import { locked } from '../database/lock';
import { unlessMoved, type DatabaseHelpers } from '../n8n/processedItems';
import type { ExecuteCall } from '../transport/call';
import { inBatches } from '../transport/concurrency';
import { nodeKey } from './processState';
import { REMEMBERED } from './progress';

/** How many values n8n's database keeps for a trigger: three for each event, the oldest are dropped first. */
export const MAX_ENTRIES = 3 * REMEMBERED;

/**
 * For how many executions one write records. More would be faster, but if n8n breaks down before the next node, the
 * recorded happenings do not come by themselves.
 */
const PER_WRITE = 2;

const OPTIONS = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/** Recorded while a question is being answered. If it is found later, n8n broke down in the middle of it. */
const ASKING = 'asking';

interface Claim {
	/** A stopped execution gives nothing out, so nothing is recorded for it. */
	call: ExecuteCall;
	key: string;
	handoverId: string;
}

/** The key may be given out if this value is recorded for the first time. */
const given = (key: string) => `given ${key}`;

/** Stays recorded only if `given` was recorded with it. n8n's Retry that finds it counts as the first time. */
const givenBy = ({ key, handoverId }: Claim) => `${given(key)} by ${handoverId}`;

/** The value that questions ask for. */
const seen = (key: string) => `seen ${key}`;

/**
 * Records in n8n's database, for all processes, that a happening or a report is given out.
 *
 * @param handoverId the ID of the hand-over: n8n's Retry of an execution has the same
 * @returns whether it may be given out: for the first time, or by the Retry of the execution that has recorded it
 * @throws what n8n throws when its database fails, and Error when the execution is stopped: nothing comes out then
 */
export async function take(call: ExecuteCall, key: string, handoverId: string): Promise<boolean> {
	const isFirst = await inBatches(
		`memory of ${nodeKey(call)}`,
		{ call, key, handoverId },
		async (all: () => Claim[]) =>
			await locked(
				call,
				async (helpers) => await recordAll(helpers, all()),
				() => all().map((claim) => claim.call),
			),
		PER_WRITE,
	);
	if (isFirst === undefined) throw new Error('The execution was stopped');
	return isFirst;
}

/** @returns for each whether it is the first time; `undefined` if its execution is stopped */
async function recordAll(
	{ checkProcessedAndRecord, removeProcessed }: DatabaseHelpers,
	all: readonly Claim[],
): Promise<Array<boolean | undefined>> {
	const claims = all.filter(({ call }) => !call.stop?.aborted);
	if (claims.length === 0) return all.map(() => undefined);
	const values = claims.flatMap((each) => [given(each.key), givenBy(each), seen(each.key)]);
	const recorded = checkProcessedAndRecord([...new Set(values)], 'node', OPTIONS);
	// An event twice is better than none.
	const result = await recorded.catch(unlessMoved({ new: values }));
	const added = new Set<unknown>(result.new);
	// If a batch has the same one twice, the first counts.
	const isFirst = (claim: Claim) =>
		added.delete(given(claim.key)) ||
		(claim.call.n8n.getMode() === 'retry' && !added.has(givenBy(claim)));
	const mayGive = new Map(claims.map((claim) => [claim, isFirst(claim)]));
	const left = claims.filter((claim) => !mayGive.get(claim)).map(givenBy);
	const surplus = left.filter((value) => added.has(value));
	if (surplus.length > 0) await removeProcessed(surplus, 'node', OPTIONS);
	return all.map((claim) => mayGive.get(claim));
}

/**
 * Tells which happenings were not given out. n8n can only look a value up by recording it, so the values are removed
 * again. They are not those by which `take` decides: if n8n breaks down in between, nothing is lost. The next question
 * then finds `ASKING`, trusts none of the values, and everything that it asks for counts as not given out.
 *
 * @param asked keys
 * @throws also when n8n has changed so that it does not tell: old events are not to come again all at once
 * @returns the indices of the keys that were not given out
 */
export async function answerQuestion(
	call: ExecuteCall,
	asked: readonly string[],
): Promise<number[]> {
	return await locked(call, async ({ checkProcessedAndRecord, removeProcessed }) => {
		const values = [ASKING, ...new Set(asked.map(seen))];
		// No bound: it would drop remembered values in favour of values that are only asked for.
		const result = await checkProcessedAndRecord(values, 'node', { mode: 'entries' });
		const absent = new Set(result.new);
		const isBroken = !absent.has(ASKING);
		await removeProcessed(isBroken ? values : [...absent].map(String), 'node', OPTIONS);
		return asked.flatMap((key, index) => (isBroken || absent.has(seen(key)) ? index : []));
	});
}
