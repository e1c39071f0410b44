// The row that serves as a lock in n8n's database: to bid, mark and free it.

import {
	MovedError,
	NoLockError,
	recordIn,
	type DatabaseHelpers,
	type Item,
} from './processedItems';

/** The number in the row of a new holder. It is below every number that a Remove Duplicates node could keep there. */
export const LOCKED = Number.MIN_SAFE_INTEGER;

/** A mode that keeps one number for each workflow: the row of the lock. */
const MODE = { mode: 'latestIncrementalKey' } as const;

/**
 * What is sent to take the lock if it is free. If there is no row, n8n inserts this as `LOCKED`. If there is one, n8n
 * compares the two as numbers, which this is not: so n8n gives up, and does not write back what it has read.
 */
class Bid {
	hasFoundRow = false;
	isWritten = false;

	toJSON(): number {
		this.isWritten = true;
		return LOCKED;
	}

	valueOf(): number {
		this.hasFoundRow = true;
		return NaN;
	}
}

/**
 * Takes the lock of a workflow if it is free.
 *
 * n8n: inserts a row that it has not found, and the database refuses the second of two. It refuses a bid that finds the
 * row before it writes anything (2.8 and 2.41, n8n, `deduplication/deduplication-helper.js`).
 *
 * Without it, loud: as `recordIn`.
 *
 * @throws as `recordIn`. An error that is no NoLockError may mean that another process was faster to insert the row
 */
export async function bid(helpers: DatabaseHelpers): Promise<'inserted' | 'found'> {
	const sent = new Bid();
	if (typeof helpers.clearAllProcessedItems !== 'function') {
		throw new MovedError('does not clear its list of processed items');
	}
	// n8n's type knows numbers and texts only.
	const asked = recordIn(helpers, [sent as unknown as Item], 'workflow', MODE);
	const [answer] = await Promise.allSettled([asked]);
	const isRefused = answer.status === 'rejected';
	if (isRefused && sent.hasFoundRow && !sent.isWritten) return 'found';
	if (!isRefused && !sent.hasFoundRow && answer.value.length > 0) return 'inserted';
	const reason: unknown = isRefused
		? answer.reason
		: new MovedError('records what it should refuse');
	if (sent.isWritten && reason instanceof MovedError) await freeRow(helpers).catch(() => undefined);
	throw reason;
}

/**
 * `bid`, and a test of n8n. Two bids at once find no row: the second must be refused when it inserts one. A third finds
 * the row, and must be refused as well.
 *
 * @param isInTime whether the row is still that of who has inserted it
 * @returns also whether n8n was seen to refuse both
 */
export async function bidAndTest(helpers: DatabaseHelpers, isInTime: () => boolean) {
	const attempt = async () => await bid(helpers).catch((error: unknown) => ({ error }));
	const both = await Promise.all([attempt(), attempt()]);
	const errors = both.flatMap((answer) => (typeof answer === 'object' ? [answer] : []));
	const thrown = errors.find(isNoLock) ?? errors[1];
	if (thrown) throw thrown.error;
	if (!both.includes('inserted')) return { row: 'found', isSound: false } as const;
	const third = await attempt();
	const isTwice = [...both, third].filter((answer) => answer === 'inserted').length > 1;
	if (isInTime() && (isTwice || isNoLock(third))) {
		await freeRow(helpers).catch(() => undefined);
		throw isNoLock(third) ? third.error : new MovedError('inserts a row that is there');
	}
	return { row: 'inserted', isSound: errors.length > 0 && third === 'found' } as const;
}

const isNoLock = (answer: string | { error: unknown }): answer is { error: NoLockError } =>
	typeof answer === 'object' && answer.error instanceof NoLockError;

/**
 * Sends numbers, the highest of which stays in the row unless it has a higher one. n8n inserts it if there is no row.
 *
 * @returns those that are higher than the row's number, or all of them if there was no row
 * @throws as `recordIn`
 */
export async function markRow(helpers: DatabaseHelpers, numbers: number[]): Promise<number[]> {
	return (await recordIn(helpers, numbers, 'workflow', MODE)).map(Number);
}

/** Deletes the row, whosever it is. */
export async function freeRow(helpers: DatabaseHelpers): Promise<void> {
	await helpers.clearAllProcessedItems('workflow', MODE);
}
