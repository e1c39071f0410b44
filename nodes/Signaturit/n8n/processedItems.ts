// Records values in n8n's database of processed items, and names the errors of that.

import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** The part of n8n's helpers that keeps values in its database. */
export type DatabaseHelpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems'
>;

type Question = Parameters<DatabaseHelpers['checkProcessedAndRecord']>;
export type Item = Question[0][number];

/** There can be no lock. The message says why, and what to do. */
export class NoLockError extends Error {}

/** The row is that of another node. */
export class OtherNodeError extends NoLockError {
	/** @param what it keeps there */
	constructor(what: string) {
		super(
			`n8n keeps ${what} of another node in its place. A Remove Duplicates node with the scope Workflow does that: set its scope to Node, and clear its history`,
		);
	}
}

/** n8n does not do what the nodes need of it. */
export class MovedError extends NoLockError {
	/** @param what completes "This version of n8n …" */
	constructor(what: string) {
		super(
			`This version of n8n ${what}. Update n8n-nodes-signaturit, or go back to the last version of n8n without this message`,
		);
	}
}

const answerSchema = z.object({ new: z.array(z.custom<Item>()), processed: z.array(z.unknown()) });

/**
 * Records values in n8n's database.
 *
 * n8n: reads a row, then writes it whole. Each value is in one of the two lists of its answer (2.8 and 2.41, n8n,
 * `deduplication/deduplication-helper.js`).
 *
 * Without it, loud: `MovedError`. The nodes go on without a lock, and say so (`database/lock.ts`). What is recorded counts
 * as new, and what is only asked for gets no answer.
 *
 * @returns the values that were not there
 * @throws OtherNodeError when the row has another mode; MovedError; and what n8n throws when its database fails
 */
export async function recordIn(helpers: DatabaseHelpers, ...question: Question): Promise<Item[]> {
	const asked = async () => await helpers.checkProcessedAndRecord(...question);
	const { data } = answerSchema.safeParse(await asked().catch(explain));
	if (data && data.new.length + data.processed.length === question[0].length) return data.new;
	throw new MovedError('does not say which values are new');
}

/** Throws an error of n8n's helpers as what it means. Other words than these count as a failure of the database. */
export function explain(error: unknown): never {
	const said = String(error);
	if (said.includes('incompatible setting')) throw new OtherNodeError('the values');
	if (!/Deduplication Failed|^TypeError/.test(said)) throw error;
	throw new MovedError(`does not take their values ("${said}")`);
}

/** Puts a value in the place of a `MovedError`, and throws any other error. */
export const unlessMoved =
	<Value>(value: Value) =>
	(error: unknown): Value => {
		if (error instanceof MovedError) return value;
		throw error;
	};

/**
 * Whether an error will not pass: a workflow that was never saved has no rows, nor has an n8n without its service for
 * them (the slip is n8n's). Without these words: falls back to trying for half a minute.
 */
export const isFinal = (error: unknown): boolean =>
	/foreign key|needs to initialized/i.test(String(error));

/**
 * Values that n8n does not write when it is too late.
 *
 * n8n: makes their text between its reading and its writing (as `recordIn`).
 *
 * Without it: falls back to the time before the call. What a process then reads in time it writes, however late.
 */
export class Punctual {
	hasStopped = false;

	constructor(private readonly isLate: () => boolean) {}

	/** These values, as n8n is to be given them. */
	all(values: Item[]): Item[] {
		const text = (value: Item) => {
			this.hasStopped = this.isLate();
			if (this.hasStopped) throw new Error('It is too late to write');
			return String(value);
		};
		// n8n's type knows numbers and texts only.
		return values.map((value) => ({ value, toString: () => text(value) }) as unknown as Item);
	}

	/** The values, of those that n8n was given. */
	static valuesOf(given: Item[]): Item[] {
		return given.map((each) => (each as unknown as { value: Item }).value);
	}
}
