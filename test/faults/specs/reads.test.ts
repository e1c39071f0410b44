import { rows } from '../operations';
import { reads } from '../operations/reads';
import { nameOf } from '../operations/row';
import { forbiddenOf, record } from '../report/report';
import { surroundings } from '../rig/hooks';
import { judgeReadRow } from '../runs/readRow';
import { plannedReads } from '../runs/plan';

const around = surroundings();

describe('a read that meets a fault', () => {
	it.each(reads.map((row) => ({ row, name: nameOf(row) })))(
		'gives the right data or an error: $name',
		async ({ row }) => {
			const judged = await judgeReadRow(around, row, plannedReads(row, rows.indexOf(row)));
			record('reads', judged);
			expect(forbiddenOf(judged)).toEqual([]);
		},
	);
});
