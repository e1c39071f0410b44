import { judgeRow } from '../runs/writeRow';
import { rows } from '../operations';
import { nameOf } from '../operations/row';
import { writes } from '../operations/writes';
import { problemsOf } from '../judge/problems';
import { surroundings } from '../rig/hooks';
import { plannedWrites } from '../runs/plan';

const around = surroundings();

describe('a write that meets a fault', () => {
	it.each(writes.map((row) => ({ row, name: nameOf(row) })))(
		'ends as done, refused or unknown, as the service knows it: $name',
		async ({ row }) => {
			const judged = await judgeRow(around, row, plannedWrites(row, rows.indexOf(row)));
			expect(problemsOf(judged)).toEqual([]);
		},
	);
});
