// How a waiting process learns, by marks in the lock's row, whether the holder has died.

import { LOCKED } from '../n8n/lockRow';
import { OtherNodeError } from '../n8n/processedItems';

/**
 * Milliseconds between two marks of a waiter. All other times of the lock follow from it: a holder may begin to write
 * for three of these steps, and counts as dead after eight. Only tests change it.
 */
export const lockDelays = { step: 4_000 };

/** When a row has stayed for this many steps, its holder has died. */
export const STEPS = 8;

/** The highest level of marks. */
const TOP = 15;

/** So many marks of a waiter may be late and not count: a holder that has died is to be followed within two minutes. */
const LATE = 3;

/**
 * A waiter's view of the row. n8n tells only which of the sent numbers are higher than the row's number, and puts the
 * highest of all there.
 *
 * A waiter bids again and again. If n8n inserts it, there was no row, and the waiter holds the lock. Once in each
 * step it marks the row with a number that nobody else has. If the row still has the mark of the last step, it was not
 * replaced. If it was not replaced for `STEPS`, its holder has died, and the waiter takes the row over. Only one waiter can
 * have its mark there, so only one takes it over.
 *
 * To mark the row, n8n reads it and writes it back. A slow write can undo the last mark, so the one before it counts as
 * well. A slow write can also carry a mark into the row of the next holder. That is why a waiter marks once in a step
 * only, unless the mark was lost. And a mark that took more than half a step does not count, nor do those before it.
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
	/** How many marks were late. */
	private late = 0;

	/** @param step milliseconds */
	constructor(private readonly step: number) {}

	/** The numbers to mark the row with; `undefined` between two steps. */
	numbers(): number[] | undefined {
		if (performance.now() < this.nextStep) return undefined;
		return [LOCKED, this.number - 1, this.number, this.number + 1];
	}

	/** Reads the answer to a bid: whether it was inserted. If not, marks are due from now on. */
	readBid(row: 'inserted' | 'found'): 'free' | 'held' {
		if (row === 'inserted') return 'free';
		if (this.nextStep === Infinity) this.nextStep = -Infinity;
		return 'held';
	}

	/**
	 * Reads the answer to these numbers.
	 *
	 * @param added the sent numbers that are higher than the row's number, or all of them if there was no row
	 * @param took how long the answer took, in milliseconds
	 * @returns `free`: there was no row; `left behind`: its holder has died, and the row is this waiter's now; `held`:
	 * somebody else holds the lock
	 * @throws OtherNodeError when no mark is high enough
	 */
	read(added: readonly number[], took: number): 'free' | 'left behind' | 'held' {
		if (added.includes(LOCKED)) return 'free';
		this.nextStep = performance.now() + this.step;
		if (!added.includes(this.number + 1)) this.waitForHigher();
		else {
			this.stayed = added.includes(this.number - 1) ? 0 : this.stayed + 1;
			this.outbid = 0;
			this.number++;
			this.countLate(took);
		}
		return this.stayed >= STEPS ? 'left behind' : 'held';
	}

	/** The call has failed, so nobody knows which mark the row has: either counts. */
	lost(took: number): void {
		this.number++;
		this.countLate(took);
	}

	private countLate(took: number): void {
		if (took > this.step / 2 && this.late++ < LATE) this.stayed = 0;
	}

	/** The waiter with the higher mark takes the row over within this time. If it does not, it has died as well. */
	private waitForHigher(): void {
		this.stayed = 0;
		if (++this.outbid <= STEPS + 1) return;
		if (this.level === TOP) {
			throw new OtherNodeError('a number');
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
 * many steps. All are far below zero: a number of a Remove Duplicates node stays as it is.
 */
function draw(level: number): number {
	const order = 0xffff - (Math.floor(Date.now() / 1_000) & 0xffff);
	const lot = Math.floor(Math.random() * 2 ** 20);
	return LOCKED + ((level * 2 ** 16 + order) * 2 ** 20 + lot) * 2 ** 12 + 2;
}
