// What is wrong with the node's verdict on a write, given how often the service has done it.

import type { WriteRow } from '../operations/row';
import type { Fault } from '../table/fault';
import type { Claim } from './claim';
import type { Problem, ProblemKind } from './problems';

/** What a run of a write has come to. */
export interface WriteOutcome {
	fault: Pick<Fault, 'verdict' | 'looksLike'>;
	row: Pick<WriteRow, 'isStep' | 'passesFor'>;
	claim: Claim;
	/** How many times the service has done it, by its own log and state. */
	times: number;
}

/**
 * What is wrong with the node's verdict on a write. `done` needs a service that did it once, `refused` one
 * that did nothing and could not have; everything else must be marked as unknown. An empty 2xx, or one like it, may
 * pass for a success where the endpoint documents nothing to tell it from one.
 */
export function judgeWrite({ fault, row, claim, times }: WriteOutcome): Problem[] {
	const problems: Problem[] = [];
	const add = (kind: ProblemKind, detail: string) => problems.push({ kind, detail });
	const words = claim.message ? `: "${claim.message}"` : '';

	if (times > 1) add('sent twice', `the service did it ${times} times`);
	for (const objection of claim.objections) add('wrong mark', `${objection}${words}`);
	if (claim.verdict === 'hangs') add('hang', 'the node does not end');
	if (claim.verdict === 'vanished') add('wrong success', 'no error, and no item');
	if (claim.verdict === 'done' && times === 0) {
		const isOpen = fault.looksLike !== undefined && row.passesFor?.includes(fault.looksLike);
		if (!isOpen) add('wrong success', 'the service did nothing');
	}
	if (claim.verdict === 'refused') {
		if (times > 0) add('unmarked unknown verdict', `the service did it${words}`);
		else if (fault.verdict === 'unknown' && !row.isStep) {
			add('unmarked unknown verdict', `the service could have done it${words}`);
		}
	}
	if (fault.verdict === 'done' && claim.verdict !== 'done') {
		add('success not believed', `${claim.verdict}${words}`);
	}
	return problems;
}
