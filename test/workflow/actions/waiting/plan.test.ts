import { earliestLimit, hasLimit, planOf } from '../../../../nodes/Signaturit/actions/waiting/plan';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { executeContext } from '../../engine/executeContext';

const HOUR = 3_600_000;

/** A call whose items have these limits, in hours. */
function callWith(hours: ReadonlyArray<number | undefined>) {
	const limits = hours.map((resumeAmount) =>
		resumeAmount === undefined ? null : { limitType: 'afterTimeInterval', resumeAmount },
	);
	const read = limits.map(
		(limit, item) => [`${item} options.limitWaitTime.values`, limit] as const,
	);
	const call = new Call(executeContext({ items: limits.map(() => ({})) }), {
		parameters: new Map<string, unknown>(read),
	});
	for (const item of limits.keys()) planOf(call, item);
	return call;
}

/** The limit of these items in hours, and the rows that would wait longer. */
function limitOf(hours: ReadonlyArray<number | undefined>, items: number[]) {
	const call = callWith(hours);
	const end = earliestLimit(call, new Set(items));
	const [, row, longer] =
		/that of row (\d+), .*Z\. (.*) would wait longer$/.exec(call.hints.warning[0] ?? '') ?? [];
	return [end === undefined ? undefined : Math.round((end - Date.now()) / HOUR), row, longer];
}

describe('the earliest limit', () => {
	it.each([
		['of one row', [2], [0], [2, undefined, undefined]],
		['of rows with the same one', [2, 2, 2], [0, 1, 2], [2, undefined, undefined]],
		['of rows that differ by seconds', [2.01, 2], [0, 1], [2, undefined, undefined]],
		['of a row beside longer ones', [5, 2, 9], [0, 1, 2], [2, '2', 'Rows 1, 3']],
		['of a row beside one without any', [undefined, 2], [0, 1], [2, '2', 'Row 1']],
		['of the rows that wait', [1, 5, 9], [1, 2], [5, '2', 'Row 3']],
		['of another row, if none that waits has one', [undefined, 2], [0], [2, '2', 'Row 1']],
		['of no row', [undefined, undefined], [0, 1], [undefined, undefined, undefined]],
	])('is that %s', (_, hours, items, expected) => {
		expect(limitOf(hours, items)).toEqual(expected);
		expect(hasLimit(callWith(hours))).toBe(expected[0] !== undefined);
	});

	it('has a short hint for many rows', () => {
		const call = callWith([...Array.from({ length: 500 }, () => 2), 1]);
		earliestLimit(call, new Set(Array.from({ length: 501 }, (_, item) => item)));
		const [hint] = call.hints.warning;
		expect(hint).toMatch(
			/^The execution sleeps once, .* that of row 501, .* Rows 1, 2, 3, .*… would/,
		);
		expect(hint?.length).toBeLessThan(300);
	});
});
