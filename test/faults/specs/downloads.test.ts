import { rows } from '../operations';
import { downloads } from '../operations/downloads';
import { nameOf } from '../operations/row';
import { forbiddenOf, record } from '../report/report';
import { surroundings } from '../rig/hooks';
import { judgeReadRow } from '../runs/readRow';
import { plannedReads } from '../runs/plan';

const around = surroundings();

describe('a download that meets a fault', () => {
	it.each(downloads.map((row) => ({ row, name: nameOf(row) })))(
		'gives the whole file or an error: $name',
		async ({ row }) => {
			const judged = await judgeReadRow(around, row, plannedReads(row, rows.indexOf(row)));
			record('downloads', judged);
			expect(forbiddenOf(judged)).toEqual([]);
		},
	);
});
