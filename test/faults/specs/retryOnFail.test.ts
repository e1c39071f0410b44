import { rows } from '../operations';
import { nameOf } from '../operations/row';
import { writes } from '../operations/writes';
import { forbiddenOf, record } from '../report/report';
import { surroundings } from '../rig/hooks';
import { judgeRetriedRow, retrySettings } from '../runs/retriedRow';
import { plannedRetries } from '../runs/plan';

const around = surroundings();
/** Without a last chunk nothing is certified: a chunk before it may be sent again. */
const decisive = writes.filter(({ isStep }) => !isStep);

describe.each(retrySettings)('a write that meets a fault, with $name', (setting) => {
	it.each(decisive.map((row) => ({ row, name: nameOf(row) })))(
		'is done once at most, for both of two items: $name',
		async ({ row }) => {
			const plan = plannedRetries(row, rows.indexOf(row), setting.faulted);
			const judged = await judgeRetriedRow(around, row, plan, setting);
			record('retries', judged);
			expect(forbiddenOf(judged)).toEqual([]);
		},
	);
});
