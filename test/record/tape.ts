// The requests and answers of one run in order, and why an answer may be missing.

import type { Answer, Call } from './client';

/** A call of the recorder and its answer. */
export interface Exchange {
	/** What the recorder calls it, e.g. `list of requests`. */
	name: string;
	call: Call;
	answer: Answer;
}

/** A question cannot be decided. */
export class StillOpen extends Error {}

/** An answer has another status or shape than it is read for. It refutes the question that is about this answer. */
export class OtherAnswer extends Error {}

/** The exchanges of one run, in their order. */
export class Tape {
	readonly exchanges: Exchange[] = [];
	private readonly failures = new Map<string, string>();

	/**
	 * @param host that was asked
	 * @param hint why a call may not have been made
	 */
	constructor(
		readonly host: string,
		readonly hint: string,
		exchanges: readonly Exchange[] = [],
	) {
		this.exchanges.push(...exchanges);
	}

	/** Keeps an exchange; a later one of the same name replaces it. */
	add(exchange: Exchange): void {
		const index = this.exchanges.findIndex(({ name }) => name === exchange.name);
		if (index >= 0) this.exchanges.splice(index, 1);
		this.exchanges.push(exchange);
	}

	/** Notes why a call has no answer. */
	addFailure(name: string, why: string): void {
		this.failures.set(name, why);
	}

	/** @throws StillOpen when the call has no answer */
	exchange(name: string): Exchange {
		const found = this.exchanges.find((exchange) => exchange.name === name);
		if (found) return found;
		throw new StillOpen(this.failures.get(name) ?? `"${name}" was not asked: ${this.hint}`);
	}

	/** @throws StillOpen when the call has no answer */
	answer(name: string): Answer {
		return this.exchange(name).answer;
	}
}
