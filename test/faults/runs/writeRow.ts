// Runs a write once with each planned fault, counts what the service did, and judges.

import { randomUUID } from 'node:crypto';
import { claimOf } from '../judge/claim';
import { judgeWrite } from '../judge/judgeWrite';
import type { Judged } from '../judge/problems';
import { nameOf, type Subject, type WriteRow } from '../operations/row';
import type { Planned } from './plan';
import { disturbedRun } from './disturbedRun';
import type { Surroundings } from '../rig/hooks';
import { pool } from '../rig/pool';
import type { Evidence } from '../rig/truth';

/** Runs at once: enough to hide the waiting, few enough for a small machine. */
export const WIDTH = 6;

/** Runs a write with each planned fault, then asks the service what it did, and judges. */
export async function judgeRow(
	{ truth, elsewhere }: Surroundings,
	row: WriteRow,
	plan: readonly Planned[],
): Promise<Judged[]> {
	const subjects = await row.subjects(truth, plan.length);
	const runs = await pool(plan, row.width ?? WIDTH, async ({ when: _, ...disturbance }, index) => {
		const { parameters, item = { json: {} } } = subjects[index] as Subject;
		return await disturbedRun(truth, elsewhere, {
			...disturbance,
			id: randomUUID(),
			place: row.place,
			parameters,
			items: [item],
			writes: true,
		});
	});
	const evidence = await truth.evidence(idsOf(subjects));
	return plan.map(({ fault, when }, index) => {
		const { result, problems } = runs[index] as (typeof runs)[number];
		const claim = claimOf(result);
		const times = timesDone(row, evidence, subjects[index] as Subject);
		return {
			name: `${nameOf(row)}, ${fault.name}, ${when}`,
			problems: [...problems, ...judgeWrite({ fault, row, claim, times })],
		};
	});
}

export function idsOf(subjects: readonly Subject[]): string[] {
	return subjects.flatMap(({ signatureId }) => signatureId ?? []);
}

/**
 * How many times the service has done it.
 *
 * @throws Error when its log and its state contradict each other
 */
export function timesDone(row: WriteRow, evidence: Evidence, subject: Subject): number {
	const counts = row.timesDone(evidence, subject);
	if (Math.min(...counts) === 0 && Math.max(...counts) > 0) {
		throw new Error(`The service contradicts itself on ${nameOf(row)}: ${counts.join(', ')}`);
	}
	return Math.max(...counts);
}
