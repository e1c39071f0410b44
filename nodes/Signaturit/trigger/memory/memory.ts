import type { IExecuteFunctions } from 'n8n-workflow';
import type { Asked } from '../history/happening';
import { inBatches } from '../../database/batches';
import { cancelSignal } from '../../transport/exchange';
import { nodeKey } from '../process/nodeKey';
import { horizonOf, markersAt, possibleMarkers } from './horizon';
import { withLock, type DatabaseHelpers } from '../../database/lock';

/**
 * How many values n8n's database keeps for a trigger: two for each event, three for one with files. The oldest
 * are dropped first.
 */
export const MAX_ENTRIES = 10_000;

/**
 * After so many keys on average, the markers of the time are recorded anew, so that they stay in the memory as
 * long as anything that was recorded in their time.
 */
const KEYS_PER_MARKER = 250;

/**
 * For how many executions values are recorded in one write. Larger writes would be faster, but what is recorded
 * for an execution that has not reached the next node when n8n breaks down does not come by itself.
 */
const PER_WRITE = 2;

const OPTIONS = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/** Recorded while a question is being answered. Found later, n8n broke down in the middle of it. */
const ASKING = 'asking';

const given = (key: string) => `given ${key}`;
const seen = (key: string) => `seen ${key}`;

/** Values to record together; whether `deciding` was recorded for the first time is the result. */
interface Entry {
	deciding: string;
	values: string[];
	/** That of the execution: what is stopped gives nothing out, so nothing is recorded for it. */
	stop?: AbortSignal;
}

/**
 * Records in n8n's database that something is given out. All processes of n8n share this memory.
 *
 * @returns whether it is the first time
 * @throws what n8n throws when its database fails, and Error when the execution is stopped; then nothing may be given
 * out
 */
export async function isFirstTime(this: IExecuteFunctions, key: string): Promise<boolean> {
	return await record(this, { deciding: given(key), values: [seen(key), given(key)] });
}

/**
 * Records that an execution is about to do slow work for something. Whoever comes later, in the same
 * period, leaves it to that execution. If that one dies, another may do it in the next period.
 *
 * @param period milliseconds
 * @returns whether nobody else does it
 */
export async function isUnclaimed(
	this: IExecuteFunctions,
	key: string,
	period: number,
): Promise<boolean> {
	const claim = `claim ${key} ${Math.floor(Date.now() / period)}`;
	return await record(this, { deciding: claim, values: [claim] });
}

async function record(context: IExecuteFunctions, entry: Entry): Promise<boolean> {
	const isNew = await inBatches(
		`memory of ${nodeKey.call(context)}`,
		{ ...entry, stop: cancelSignal(context) },
		async (take: () => Entry[]) =>
			await locked(context, async (helpers) => await recordAll(helpers, take())),
		PER_WRITE,
	);
	if (isNew === undefined) throw new Error('The execution was stopped');
	return isNew;
}

/** @returns for each entry whether it is new; `undefined` if its execution is stopped */
async function recordAll(
	{ checkProcessedAndRecord, removeProcessed }: DatabaseHelpers,
	all: readonly Entry[],
): Promise<Array<boolean | undefined>> {
	const entries = all.filter(({ stop }) => !stop?.aborted);
	if (entries.length === 0) return all.map(() => undefined);
	const markers = markersAt(Date.now());
	if (Math.random() < entries.length / KEYS_PER_MARKER) {
		await removeProcessed(markers, 'node', OPTIONS);
	}
	const values = [...new Set(entries.flatMap((each) => each.values)), ...markers];
	const added = new Set<unknown>((await checkProcessedAndRecord(values, 'node', OPTIONS)).new);
	// Of the same in one batch, the first one counts.
	return all.map((entry) => (entries.includes(entry) ? added.delete(entry.deciding) : undefined));
}

/**
 * Finds out what has not been given out yet. What happened before everything that is still remembered
 * counts as given out.
 *
 * n8n can only look a value up by recording it, so the values are removed again. They are not those by
 * which `isFirstTime` decides: if n8n breaks down in between, nothing is lost. The next question then finds
 * `ASKING`, trusts none of the values, and everything that it asks for counts as unknown.
 *
 * @returns the indices of what was not given out
 */
export async function unknownOf(
	this: IExecuteFunctions,
	asked: readonly Asked[],
): Promise<number[]> {
	return await locked(this, async (helpers) => await answer(helpers, asked));
}

async function answer(helpers: DatabaseHelpers, asked: readonly Asked[]): Promise<number[]> {
	const now = Date.now();
	const isFull = (await helpers.getProcessedDataCount('node', OPTIONS)) >= MAX_ENTRIES;
	const markers = isFull ? possibleMarkers(now).map(({ value }) => value) : [];
	const values = [ASKING, ...markers, ...new Set(asked.map(({ key }) => seen(key)))];
	// No bound: it would drop what is remembered in favour of what is only asked for.
	const result = await helpers.checkProcessedAndRecord(values, 'node', { mode: 'entries' });
	const absent = new Set(result.new);
	const isBroken = !absent.has(ASKING);
	await helpers.removeProcessed(isBroken ? values : [...absent].map(String), 'node', OPTIONS);
	const horizon = isFull && !isBroken ? horizonOf(now, (marker) => !absent.has(marker)) : -Infinity;
	return asked.flatMap(({ key, time }, index) =>
		isBroken || (absent.has(seen(key)) && time >= horizon) ? index : [],
	);
}

async function locked<Result>(
	context: IExecuteFunctions,
	task: (helpers: DatabaseHelpers) => Promise<Result>,
): Promise<Result> {
	const { helpers } = context;
	const { id = '' } = context.getWorkflow();
	return await withLock(helpers, id, task);
}
