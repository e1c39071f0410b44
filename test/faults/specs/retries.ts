// The tests of writes for one setting of n8n's retries, shared by several test files.

import { rows } from '../operations';
import { nameOf } from '../operations/row';
import { writes } from '../operations/writes';
import { problemsOf } from '../judge/problems';
import { surroundings } from '../rig/hooks';
import { judgeRetriedRow, type RetrySetting } from '../runs/retriedRow';
import { plannedRetries } from '../runs/plan';

/** Without a last chunk nothing is certified: a chunk before it may be sent again. */
const decisive = writes.filter(({ isStep }) => !isStep);

/** The tests of one setting. Each has a file, because these runs wait for minutes. */
export function testRetries(setting: RetrySetting): void {
	const around = surroundings();
	describe(`a write that meets a fault, with ${setting.name}`, () => {
		it.each(decisive.map((row) => ({ row, name: nameOf(row) })))(
			'is done once at most, for both of two items: $name',
			async ({ row }) => {
				const plan = plannedRetries(row, rows.indexOf(row), setting.faulted);
				const judged = await judgeRetriedRow(around, row, plan, setting);
				expect(problemsOf(judged)).toEqual([]);
			},
		);
	});
}
