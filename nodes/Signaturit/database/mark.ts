/** The number in the row of a new holder. It is below every number that a Remove Duplicates node could keep there. */
const LOCKED = Number.MIN_SAFE_INTEGER;

/**
 * Milliseconds between two marks of a waiter. All other times of the lock follow from it: a holder may begin to write
 * for three of these steps, and counts as dead after eight. Only tests change it.
 */
export const lockDelays = { step: 4_000 };

/** When a row has stayed for this many steps, its holder has died. */
export const STEPS = 8;

/** The highest level of marks. */
const TOP = 15;

/**
 * A waiter's view of the row. n8n tells only which of the sent numbers are higher than the row's number, and puts the
 * highest of all there.
 *
 * A waiter sends `LOCKED` again and again. If that is new, there was no row, so it has inserted one and holds the lock.
 * Once in each step it marks the row with a number that nobody else has. If the row still has the mark of the last step, it
 * was not replaced. If it was not replaced for `STEPS`, its holder has died, and the waiter takes the row over. Only one
 * waiter can have its mark there, so only one takes it over.
 *
 * n8n writes back what it has read, even if nothing is new. A slow write can undo the last mark, so the one before it
 * counts as well; and a slow write can carry a mark into the row of the next holder, but not once in each step.
 */
export class Mark {
	private level = 0;
	private number = draw(0);
	private isWaiting = false;
	private isStep = false;
	private nextStep = -Infinity;
	/** The number of steps for which the row has stayed. */
	private stayed = 0;
	/** The number of steps in which the row had a higher number than the mark. */
	private outbid = 0;

	/** @param step milliseconds */
	constructor(private readonly step: number) {}

	/** The numbers to send now. */
	numbers(): number[] {
		this.isStep = this.isWaiting && performance.now() >= this.nextStep;
		return this.isStep ? [LOCKED, this.number - 1, this.number, this.number + 1] : [LOCKED];
	}

	/**
	 * Reads the answer to these numbers.
	 *
	 * @param added the sent numbers that are higher than the row's number, or all of them if there was no row
	 * @returns `free`: there was no row; `left behind`: its holder has died, and the row is this waiter's now; `held`:
	 * somebody else holds the lock
	 * @throws Error when no mark is high enough: then another node has the row
	 */
	read(added: readonly number[]): 'free' | 'left behind' | 'held' {
		if (added.includes(LOCKED)) return 'free';
		this.isWaiting = true;
		if (!this.isStep) return 'held';
		this.nextStep = performance.now() + this.step;
		if (!added.includes(this.number + 1)) this.waitForHigher();
		else {
			this.stayed = added.includes(this.number - 1) ? 0 : this.stayed + 1;
			this.outbid = 0;
			this.number++;
		}
		return this.stayed >= STEPS ? 'left behind' : 'held';
	}

	/** The call has failed, so nobody knows which mark the row has: either counts. */
	lost(): void {
		if (this.isStep) this.number++;
	}

	/** The waiter with the higher mark takes the row over within this time. If it does not, it has died as well. */
	private waitForHigher(): void {
		this.stayed = 0;
		if (++this.outbid <= STEPS + 1) return;
		if (this.level === TOP) {
			throw new Error(
				'A Remove Duplicates node of this workflow is in the way of the Signaturit nodes. Set its Scope to Node, and clear its history',
			);
		}
		this.level = 2 * this.level + 1;
		this.number = draw(this.level);
		this.outbid = 0;
		this.nextStep = -Infinity;
	}
}

/**
 * Draws a mark by lot. Within a level, later marks are lower, so the longest waiter is not disturbed. The seconds of 18
 * hours are enough: a disturbed waiter loses only time. The distance between two marks leaves room for the numbers of
 * many steps.
 */
function draw(level: number): number {
	const order = 0xffff - (Math.floor(Date.now() / 1_000) & 0xffff);
	const lot = Math.floor(Math.random() * 2 ** 20);
	return LOCKED + ((level * 2 ** 16 + order) * 2 ** 20 + lot) * 2 ** 14 + 2;
}
