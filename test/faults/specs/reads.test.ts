import { problemsOf } from '../judge/problems';
import { rows } from '../operations';
import { downloads } from '../operations/downloads';
import { reads } from '../operations/reads';
import { nameOf } from '../operations/row';
import { surroundings } from '../rig/hooks';
import { judgeReadRow } from '../runs/readRow';
import { plannedReads } from '../runs/plan';

const around = surroundings();

describe('a read that meets a fault', () => {
	it.each([...reads, ...downloads].map((row) => ({ row, name: nameOf(row) })))(
		'gives the right data and the whole file, or an error: $name',
		async ({ row }) => {
			const judged = await judgeReadRow(around, row, plannedReads(row, rows.indexOf(row)));
			expect(problemsOf(judged)).toEqual([]);
		},
	);
});
