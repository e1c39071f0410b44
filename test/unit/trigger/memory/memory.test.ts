import fc from 'fast-check';
import { MAX_ENTRIES } from '../../../../nodes/Signaturit/trigger/memory/memory';
import { moment, newProcess, newTrigger, sharedDatabase } from './processes';

const database = sharedDatabase();
const processes = [newProcess(60_000), newProcess(60_000)] as const;
const [{ memory }, { memory: other }] = processes;

type Trigger = ReturnType<typeof newTrigger>;

/** The keys that the memory knows as given out. */
const known = ({ row }: Trigger) =>
	database
		.values('node', row)
		.filter((value) => /^given /.test(String(value)))
		.map((value) => String(value).slice('given '.length));

/** The result of a task does not wait until the lock is given back. */
async function unlocked(row: Trigger['row']): Promise<void> {
	while (database.values('workflow', row).length > 0) await moment();
}

const asked = (keys: readonly string[], time = Date.now()) => keys.map((key) => ({ key, time }));

describe('isFirstTime', () => {
	it('is true exactly once for each key, whatever the copies and the processes, and loses none', async () => {
		const calls = fc.array(
			fc.record({ key: fc.constantFrom(...'abcdefgh'), process: fc.nat(1), delay: fc.nat(8) }),
			{ minLength: 1, maxLength: 40 },
		);
		await fc.assert(
			fc.asyncProperty(calls, async (plans) => {
				const trigger = newTrigger();
				const first: string[] = [];
				await Promise.all(
					plans.map(async ({ key, process, delay }) => {
						await moment(delay);
						const { isFirstTime } = (processes[process] ?? processes[0]).memory;
						if (await isFirstTime.call(trigger.context, key)) first.push(key);
					}),
				);
				const keys = [...new Set(plans.map(({ key }) => key))].sort();
				expect(first.sort()).toEqual(keys);
				expect(known(trigger).sort()).toEqual(keys);
			}),
			{ numRuns: 50 },
		);
	});

	it('is recorded for one or two executions in one write, for what is recorded may be lost in a crash', async () => {
		const { context } = newTrigger();
		const recorded = jest.spyOn(database, 'checkProcessedAndRecord');
		const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
		await Promise.all(keys.map((key) => memory.isFirstTime.call(context, key)));
		const counts = recorded.mock.calls
			.filter(([, scope]) => scope === 'node')
			.map(([values]) => values.filter((value) => String(value).startsWith('given ')).length);
		recorded.mockRestore();
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length);
		expect(Math.max(...counts)).toBe(2);
	});

	it('fails when the database fails, and is true afterwards', async () => {
		const { context, row } = newTrigger();
		await memory.isFirstTime.call(context, 'before');
		await unlocked(row);
		let writes = 0;
		database.beforeWrite = () => {
			// The first write takes the lock.
			if (++writes === 2) throw new Error('The database fails');
		};
		await expect(memory.isFirstTime.call(context, 'a')).rejects.toThrow('The database fails');
		expect(await memory.isFirstTime.call(context, 'a')).toBe(true);
		expect(await memory.isFirstTime.call(context, 'a')).toBe(false);
	});

	it('keeps a bounded number of values, the newest', async () => {
		const trigger = newTrigger();
		const keys = Array.from({ length: MAX_ENTRIES }, (_, index) => `k${index}`);
		await Promise.all(keys.map((key) => memory.isFirstTime.call(trigger.context, key)));
		expect(database.values('node', trigger.row)).toHaveLength(MAX_ENTRIES);
		expect(known(trigger).at(-1)).toBe(keys.at(-1));
		expect(known(trigger).length).toBeGreaterThanOrEqual(MAX_ENTRIES / 2 - 1);
	});
});

describe('isUnclaimed', () => {
	it('is true for the first who asks in a period, and again in the next one', async () => {
		const { context, row } = newTrigger();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
		const claim = async (process: typeof memory) => {
			const isUnclaimed = await process.isUnclaimed.call(context, 'a', 1_000_000);
			await unlocked(row);
			return isUnclaimed;
		};
		expect(await claim(memory)).toBe(true);
		clock.mockReturnValue(1_999_999);
		expect(await claim(other)).toBe(false);
		clock.mockReturnValue(2_000_000);
		expect(await claim(other)).toBe(true);
		clock.mockRestore();
		expect(await memory.isFirstTime.call(context, 'a')).toBe(true);
	});
});

describe('unknownOf', () => {
	it('tells what was not given out, and changes nothing', async () => {
		const trigger = newTrigger();
		await memory.isFirstTime.call(trigger.context, 'a');
		const before = database.values('node', trigger.row);
		expect(await other.unknownOf.call(trigger.context, asked(['x', 'a', 'y', 'x']))).toEqual([
			0, 2, 3,
		]);
		expect(database.values('node', trigger.row)).toEqual(before);
		expect(await other.isFirstTime.call(trigger.context, 'x')).toBe(true);
		expect(await other.isFirstTime.call(trigger.context, 'a')).toBe(false);
	});

	it('knows nothing before anything was given out', async () => {
		const trigger = newTrigger();
		expect(await memory.unknownOf.call(trigger.context, asked(['a']))).toEqual([0]);
		expect(database.values('node', trigger.row)).toEqual([]);
	});

	it('takes everything for unknown after it has broken down in the middle, and loses nothing', async () => {
		const trigger = newTrigger();
		await memory.isFirstTime.call(trigger.context, 'given');
		await unlocked(trigger.row);
		let writes = 0;
		database.beforeWrite = () => {
			// The lock, the question, then its removal.
			if (++writes >= 3) throw new Error('n8n is killed');
		};
		const ask = async () => await memory.unknownOf.call(trigger.context, asked(['given', 'new']));
		await expect(ask()).rejects.toThrow('n8n is killed');
		expect(database.values('node', trigger.row)).toContain('asking');
		database.beforeWrite = () => undefined;
		await trigger.helpers.clearAllProcessedItems('workflow', { mode: 'latestIncrementalKey' });
		expect(await ask()).toEqual([0, 1]);
		expect(await ask()).toEqual([0, 1]);
		expect(await memory.isFirstTime.call(trigger.context, 'given')).toBe(false);
		expect(await memory.isFirstTime.call(trigger.context, 'new')).toBe(true);
		expect(await ask()).toEqual([]);
		expect(database.values('node', trigger.row)).not.toContain('asking');
	});

	it('does not tell of what is older than everything that is still remembered', async () => {
		const trigger = newTrigger();
		const DAY = 86_400_000;
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now');
		const keys = (day: string) => Array.from({ length: 2_000 }, (_, index) => `${day} ${index}`);
		for (const ago of [4, 3, 2, 1]) {
			clock.mockReturnValue(now - ago * DAY);
			const given = keys(`day ${ago}`);
			await Promise.all(given.map((key) => memory.isFirstTime.call(trigger.context, key)));
			await unlocked(trigger.row);
		}
		clock.mockReturnValue(now);
		const ask = async (key: string, ago: number) =>
			await memory.unknownOf.call(trigger.context, asked([key], now - ago * DAY));
		expect(known(trigger)).not.toContain('day 4 0');
		expect(await ask('day 4 0', 4)).toEqual([]);
		expect(await ask('day 1 0', 1)).toEqual([]);
		expect(await ask('lost while n8n was stopped', 0.5)).toEqual([0]);
		expect(database.values('node', trigger.row)).toHaveLength(MAX_ENTRIES);
		clock.mockRestore();
	});

	it('tells of what happened after thousands were given out within an hour', async () => {
		const trigger = newTrigger();
		const HOUR = 3_600_000;
		const now = Date.now();
		const burst = now - 72 * HOUR;
		const clock = jest.spyOn(Date, 'now').mockReturnValue(burst);
		for (let batch = 0; batch < 60; batch++) {
			const keys = Array.from({ length: 100 }, (_, index) => `${batch} ${index}`);
			await Promise.all(keys.map((key) => memory.isFirstTime.call(trigger.context, key)));
		}
		await unlocked(trigger.row);
		clock.mockReturnValue(now);
		const ask = async (time: number) =>
			await memory.unknownOf.call(trigger.context, asked(['x'], time));
		expect(await ask(burst - HOUR)).toEqual([]);
		expect(await ask(burst + 25 * HOUR)).toEqual([0]);
		clock.mockRestore();
	});

	it('tells of old things as long as nothing was forgotten', async () => {
		const { context } = newTrigger();
		await memory.isFirstTime.call(context, 'a');
		expect(await memory.unknownOf.call(context, asked(['b'], 0))).toEqual([0]);
	});
});
