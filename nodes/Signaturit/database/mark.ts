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
 * What is sent to take the lock if it is free. If there is no row, n8n inserts this as `LOCKED`. If there is one, n8n
 * compares the two as numbers, which this is not: so n8n gives up, and does not write back what it has read.
 */
export class Bid {
	/** Whether there was a row. */
	hasFoundRow = false;

	toJSON(): number {
		return LOCKED;
	}

	valueOf(): number {
		this.hasFoundRow = true;
		return NaN;
	}
}

/**
 * A waiter's view of the row. n8n tells only which of the sent numbers are higher than the row's number, and puts the
 * highest of all there.
 *
 * A waiter sends a `Bid` again and again. If n8n inserts it, there was no row, and the waiter holds the lock. Once in each
 * step it marks the row with a number that nobody else has. If the row still has the mark of the last step, it was not
 * replaced. If it was not replaced for `STEPS`, its holder has died, and the waiter takes the row over. Only one waiter can
 * have its mark there, so only one takes it over.
 *
 * To mark the row, n8n reads it and writes it back. A slow write can undo the last mark, so the one before it counts as
 * well. And a slow write can carry a mark into the row of the next holder: that is why a waiter marks once in a step only,
 * unless the mark was lost.
 */
export class Mark {
	private level = 0;
	private number = draw(0);
	/** When the row is marked next: not before the lock was found held. */
	private nextStep = Infinity;
	/** The number of steps for which the row has stayed. */
	private stayed = 0;
	/** The number of steps in which the row had a higher number than the mark. */
	private outbid = 0;

	/** @param step milliseconds */
	constructor(private readonly step: number) {}

	/** The numbers to mark the row with; `undefined` between two steps. */
	numbers(): number[] | undefined {
		if (performance.now() < this.nextStep) return undefined;
		return [LOCKED, this.number - 1, this.number, this.number + 1];
	}

	/** Reads the answer to a bid: whether it was inserted. If not, marks are due from now on. */
	readBid(isNew: boolean): 'free' | 'held' {
		if (isNew) return 'free';
		if (this.nextStep === Infinity) this.nextStep = -Infinity;
		return 'held';
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
		this.number++;
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
