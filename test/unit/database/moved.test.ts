import type { DatabaseHelpers } from '../../../nodes/Signaturit/n8n/processedItems';
import type * as CallModule from '../../../nodes/Signaturit/transport/call';
import { moment } from '../moment';
import { newProcess, newTrigger, sharedDatabase } from '../trigger/processes';
import { LATEST, observer } from './lockTasks';

const database = sharedDatabase();

afterEach(() => {
	database.replacesRows = false;
});

/** n8n's helpers, some of them as another version of n8n could have them. */
type Moved = (n8n: DatabaseHelpers) => Partial<Record<keyof DatabaseHelpers, unknown>>;

/** What is asked of n8n's list, answered otherwise. */
const answering =
	(other: (answer: { new: unknown[]; processed: unknown[] }) => unknown): Moved =>
	({ checkProcessedAndRecord: record }) => ({
		checkProcessedAndRecord: async (...asked: Parameters<typeof record>) =>
			other(await record(...asked)),
	});

const refusing =
	(error: Error): Moved =>
	({ checkProcessedAndRecord: record }) => ({
		checkProcessedAndRecord: async (...asked: Parameters<typeof record>) => {
			if (asked[0].some((value) => typeof value === 'object')) throw error;
			return await record(...asked);
		},
	});

const moves: Array<[string, Moved, string]> = [
	['replaces a row that is there', () => ({}), 'inserts a row that is there'],
	[
		'checks what values are',
		refusing(new Error('Deduplication Failed: Invalid value')),
		'does not take their values ("Error: Deduplication Failed: Invalid value")',
	],
	[
		'fails at what values are',
		refusing(new TypeError('value.trim is not a function')),
		'does not take their values',
	],
	[
		'does not name what it has inserted',
		answering((answer) => ({ ...answer, new: [] })),
		'does not say which values are new',
	],
	['answers with something else', answering(() => []), 'does not say which values are new'],
	['answers nothing', answering(() => undefined), 'does not say which values are new'],
	['does not record', () => ({ checkProcessedAndRecord: undefined }), 'does not take their values'],
	[
		'does not clear its list',
		() => ({ clearAllProcessedItems: undefined }),
		'does not clear its list of processed items',
	],
	[
		'takes a bid for a number that is no higher',
		({ checkProcessedAndRecord: record }) => ({
			checkProcessedAndRecord: async (...asked: Parameters<typeof record>) =>
				await record(...asked).catch((error: unknown) => {
					if (!String(error).includes('Invalid value')) throw error;
					return { new: [], processed: asked[0] };
				}),
		}),
		'records what it should refuse',
	],
];

describe.each(moves)('in an n8n that %s', (name, moved, because) => {
	/** Processes of n8n, with what each has said. */
	const started = (count: number) => {
		const { helpers, row, context } = newTrigger();
		database.replacesRows = name.includes('replaces');
		const own = { ...helpers, ...moved(helpers) } as DatabaseHelpers;
		const processes = Array.from({ length: count }, () => ({
			...newProcess(60_000),
			log: jest.fn<undefined, [string, string]>(),
			hint: jest.fn<undefined, [string]>(),
		}));
		const locking = async (task: (helpers: DatabaseHelpers) => Promise<unknown>) =>
			await Promise.all(
				processes.map(
					async ({ lock, log, hint }) => await lock.withLock(own, row.workflow.id, task, log, hint),
				),
			);
		return { processes, locking, own, row, context };
	};

	it('tasks run without the lock, each execution shows why, and the log has it once for a process', async () => {
		const { processes, locking, row } = started(3);
		const { seen, task } = observer();
		let number = 0;
		for (let round = 0; round < 3; round++)
			await locking(async () => await task(++number, 3, false)());
		expect(seen.done).toHaveLength(9);
		const words = `${row.workflow.id} run without their lock. This version of n8n ${because}`;
		for (const { log, hint } of processes) {
			expect(log.mock.calls).toEqual([[expect.stringContaining(words), 'error']]);
			expect(hint.mock.calls).toEqual(Array(3).fill([expect.stringContaining(words)]));
			expect(String([log.mock.calls, hint.mock.calls])).not.toMatch(/Remove Duplicates/);
		}
	});

	it('no event is lost', async () => {
		const { processes, own, context } = started(1);
		const [process] = processes;
		const { Call } = jest.requireActual<typeof CallModule>(
			'../../../nodes/Signaturit/transport/call',
		);
		const call = new Call({ ...context, helpers: own, logger: { error: jest.fn() } } as never);
		expect(await process?.memory.take(call, 'a', 'token 1')).toBe(true);
		expect(call.hints.warning).toEqual([expect.stringContaining(because)]);
	});

	it('a question is answered as before, or not at all', async () => {
		const { processes, own, context } = started(1);
		const [process] = processes;
		const { Call } = jest.requireActual<typeof CallModule>(
			'../../../nodes/Signaturit/transport/call',
		);
		const call = new Call({ ...context, helpers: own, logger: { error: jest.fn() } } as never);
		await process?.memory.take(call, 'a', 'token 1');
		const [answer] = await Promise.allSettled([process?.memory.notGivenOut(call, ['a', 'b'])]);
		if (answer.status === 'fulfilled') expect(answer.value).toEqual([1]);
		else expect(String(answer.reason)).toContain('This version of n8n');
	});
});

describe('a row of a Remove Duplicates node', () => {
	it.each([
		['a date', { mode: 'latestDate' } as const, [1_700_000_000_000]],
		['values', { mode: 'entries' } as const, ['a', 'b']],
	])('that keeps %s is left alone, and each execution says so', async (_, mode, values) => {
		const { helpers, row } = newTrigger();
		await helpers.checkProcessedAndRecord(values, 'workflow', mode);
		const [log, hint] = [jest.fn(), jest.fn()];
		const { lock } = newProcess(100);
		for (const result of ['one', 'two']) {
			const task = async () => result;
			expect(await lock.withLock(helpers, row.workflow.id, task, log, hint)).toBe(result);
		}
		await moment(20);
		expect(database.values('workflow', row)).toEqual(values);
		const said = expect.stringContaining('set its scope to Node');
		expect(hint.mock.calls).toEqual([[said], [said]]);
		expect(log.mock.calls).toEqual([
			[said, 'warn'],
			[said, 'warn'],
		]);
	});

	it('that is gone is no reason any more', async () => {
		const { helpers, row } = newTrigger();
		await helpers.checkProcessedAndRecord(['a'], 'workflow', { mode: 'entries' });
		const { lock } = newProcess(60_000);
		const hint = jest.fn();
		const run = async () =>
			await lock.withLock(helpers, row.workflow.id, async () => undefined, jest.fn(), hint);
		await run();
		await helpers.clearAllProcessedItems('workflow', LATEST);
		await run();
		expect(hint).toHaveBeenCalledTimes(1);
	});
});
