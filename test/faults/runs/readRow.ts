// Runs a read with each of its planned faults and judges what comes out.

import { randomUUID } from 'node:crypto';
import { judgeRead } from '../judge/judgeRead';
import type { Judged } from '../judge/problems';
import { nameOf, type ExpectedRead, type ReadRow } from '../operations/row';
import type { Fault } from '../table/fault';
import type { Planned } from './plan';
import { disturbedRun } from './disturbedRun';
import type { Surroundings } from '../rig/hooks';
import { pool } from '../rig/pool';
import { WIDTH } from './writeRow';

/** Runs a read with each planned fault, and compares what comes out with what the service has. */
export async function judgeReadRow(
	{ truth, elsewhere }: Surroundings,
	row: ReadRow,
	plan: readonly Planned[],
): Promise<Judged[]> {
	const { parameters, expected } = await row.prepare(truth);
	return await pool(plan, WIDTH, async ({ when, ...disturbance }) => {
		const { fault } = disturbance;
		const { result, problems } = await disturbedRun(truth, elsewhere, {
			...disturbance,
			id: randomUUID(),
			place: row.place,
			parameters,
			items: [{ json: {} }],
			writes: false,
		});
		const more = await judgeRead(result, withFile(expected, fault, row.field), fault);
		return {
			name: `${nameOf(row)}, ${fault.name}, ${when}`,
			problems: [...problems, ...more],
		};
	});
}

/** Some faults change what the right file is. */
function withFile(expected: ExpectedRead, { file }: Fault, field = ''): ExpectedRead {
	const bytes = expected.files?.[field];
	if (!file || !bytes) return expected;
	return { ...expected, files: { ...expected.files, [field]: file(bytes) } };
}
