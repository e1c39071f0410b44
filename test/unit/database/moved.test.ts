import type { DatabaseHelpers } from '../../../nodes/Signaturit/n8n/processedItems';
import type { IExecuteFunctions } from 'n8n-workflow';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { moment } from '../moment';
import { newProcess, newTrigger, sharedDatabase } from '../trigger/processes';
import { LATEST, observer } from './lockTasks';

const database = sharedDatabase();

afterEach(() => {
	database.replacesRows = false;
});

/** The call of an execution of its own. */
const callWith = (context: object) =>
	new Call({
		...context,
		logger: { warn: jest.fn(), error: jest.fn() },
	} as unknown as IExecuteFunctions);

/** n8n's helpers, some of them as another version of n8n could have them. */
type Moved = (n8n: DatabaseHelpers) => Partial<Record<keyof DatabaseHelpers, unknown>>;

/** What a question for what was given out gets there. */
type Answer = 'answered' | 'no answer';

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

const moves: Array<[string, Moved, string, Answer]> = [
	['replaces a row that is there', () => ({}), 'inserts a row that is there', 'answered'],
	[
		'checks what values are',
		refusing(new Error('Deduplication Failed: Invalid value')),
		'does not take their values ("Error: Deduplication Failed: Invalid value")',
		'answered',
	],
	[
		'fails at what values are',
		refusing(new TypeError('value.trim is not a function')),
		'does not take their values',
		'answered',
	],
	[
		'does not name what it has inserted',
		answering((answer) => ({ ...answer, new: [] })),
		'does not say which values are new',
		'no answer',
	],
	[
		'answers with something else',
		answering(() => []),
		'does not say which values are new',
		'no answer',
	],
	['answers nothing', answering(() => undefined), 'does not say which values are new', 'no answer'],
	[
		'does not record',
		() => ({ checkProcessedAndRecord: undefined }),
		'does not take their values',
		'no answer',
	],
	[
		'does not clear its list',
		() => ({ clearAllProcessedItems: undefined }),
		'does not clear its list of processed items',
		'answered',
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
		'answered',
	],
];

describe.each(moves)('in an n8n that %s', (name, moved, because, answer) => {
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

	/** A process, and the call of an execution in it. */
	const execution = () => {
		const { processes, own, context } = started(1);
		return { memory: processes[0]?.memory, call: callWith({ ...context, helpers: own }) };
	};

	it('no event is lost', async () => {
		const { memory, call } = execution();
		expect(await memory?.take(call, 'a', 'token 1')).toBe(true);
		expect(call.hints.warning).toEqual([expect.stringContaining(because)]);
	});

	it(`a question for what was given out gets ${answer}`, async () => {
		const { memory, call } = execution();
		await memory?.take(call, 'a', 'token 1');
		const asked = memory?.answerQuestion(call, ['a', 'b']);
		if (answer === 'answered') expect(await asked).toEqual([1]);
		else await expect(asked).rejects.toThrow(`This version of n8n ${because}`);
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

	it('is told to each execution that is recorded in one write', async () => {
		const { helpers, context } = newTrigger();
		await helpers.checkProcessedAndRecord(['a'], 'workflow', { mode: 'entries' });
		const { memory } = newProcess(60_000);
		const calls = [callWith(context), callWith(context)];
		const taken = calls.map(
			async (call, key) => await memory.take(call, String(key), `token ${key}`),
		);
		expect(await Promise.all(taken)).toEqual([true, true]);
		const said = expect.stringContaining('run without their lock');
		expect(calls.map(({ hints }) => hints.warning)).toEqual([[said], [said]]);
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
