// A wrong way to lock with rising tickets, which the lock's model must find out.

import type { DatabaseHelpers } from '../../../nodes/Signaturit/n8n/processedItems';
import { LATEST, LOCKED } from './lockTasks';

// A lock as it must not be, which the model has to find out: each waiter sends its ticket with every try. Who takes the
// lock inserts the highest number, so the next ticket is often too low, and has to be a level higher. When no level is
// left, the task runs without the lock.

const TICKETS = 60_000_000;
/** How many minutes the ticket of each level is ahead of the time. */
const AHEAD = [0, ...Array.from({ length: 9 }, (_, power) => 10 ** power)];
const PAUSE = [5, 25] as const;
const SHARED = 1_000;

const sleep = async (time: number) => await new Promise((resolve) => setTimeout(resolve, time));
const between = ([least, most]: readonly [number, number]) =>
	least + Math.random() * (most - least);

/** Waits for the row with a ticket. Resolves to `false` if the row has a higher number from the beginning. */
async function waitWithTicket(helpers: DatabaseHelpers, ticket: number): Promise<boolean> {
	for (let isWritten = false; ;) {
		const asked = helpers.checkProcessedAndRecord([LOCKED, ticket], 'workflow', LATEST);
		const added = await asked.then(({ new: all }) => all.map(Number)).catch(() => undefined);
		if (added?.includes(LOCKED)) return true;
		if (added && !isWritten && !added.includes(ticket)) return false;
		isWritten ||= added !== undefined;
		await sleep(between(PAUSE));
	}
}

/** Resolves to whether there is a lock to be given back. */
async function waitForLock(helpers: DatabaseHelpers): Promise<boolean> {
	for (const ahead of AHEAD) {
		const minute = Math.floor(Date.now() / 60_000) + ahead;
		const ticket = LOCKED + Math.floor((minute + Math.random()) * TICKETS);
		if (await waitWithTicket(helpers, ticket)) return true;
	}
	return false;
}

/** What one process has loaded: its tasks share the lock for a while, as those of the nodes do. */
export function newLadder() {
	let turns: Array<() => Promise<void>> | undefined;
	const runAll = async (helpers: DatabaseHelpers, waiting: Array<() => Promise<void>>) => {
		while (waiting.length > 0) {
			const isLocked = await waitForLock(helpers);
			const end = Date.now() + SHARED;
			do {
				await waiting.shift()?.();
			} while (waiting.length > 0 && Date.now() < end);
			if (isLocked) await helpers.clearAllProcessedItems('workflow', LATEST);
			await sleep(PAUSE[1]);
		}
		turns = undefined;
	};
	const withLock = async <Result>(
		helpers: DatabaseHelpers,
		_: string,
		task: (helpers: DatabaseHelpers) => Promise<Result>,
	): Promise<Result> =>
		await new Promise<Result>((resolve, reject) => {
			const run = async () => await task(helpers).then(resolve, reject);
			if (turns) turns.push(run);
			else void runAll(helpers, (turns = [run]));
		});
	return { lock: { withLock } };
}
