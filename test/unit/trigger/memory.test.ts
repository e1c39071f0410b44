import fc from 'fast-check';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { MAX_ENTRIES } from '../../../nodes/Signaturit/trigger/memory';
import { until } from '../../workflow/engine/until';
import { moment } from '../moment';
import { propertyRuns } from '../propertyRuns';
import { newProcess, newTrigger, sharedDatabase } from './processes';

const database = sharedDatabase();
const processes = [newProcess(60_000), newProcess(60_000)] as const;
const [{ memory }, { memory: other }] = processes;

type Trigger = ReturnType<typeof newTrigger>;

afterEach(() => jest.restoreAllMocks());

/** The keys that the memory knows as given out. */
const known = ({ row }: Trigger) =>
	database
		.values('node', row)
		.filter((value) => /^given (?!.* by )/.test(String(value)))
		.map((value) => String(value).slice('given '.length));

/** The result of a task does not wait until the lock is given back. */
async function unlocked(row: Trigger['row']): Promise<void> {
	await until(() => database.values('workflow', row).length === 0);
}

let tokens = 0;

/** Whether something may be given out by a hand-over of its own, or by this one. */
const first = async (
	{ take }: typeof memory,
	context: Trigger['context'],
	key: string,
	token = `token ${++tokens}`,
) => await take(new Call(context), key, token);

describe('take', () => {
	it('is true exactly once for each key, whatever the copies and the processes, and loses none', async () => {
		const calls = fc.array(
			fc.record({ key: fc.constantFrom(...'abcdefgh'), process: fc.nat(1), delay: fc.nat(8) }),
			{ minLength: 1, maxLength: 40 },
		);
		await fc.assert(
			fc.asyncProperty(calls, async (plans) => {
				const trigger = newTrigger();
				const given: string[] = [];
				await Promise.all(
					plans.map(async ({ key, process, delay }) => {
						await moment(delay);
						const { memory: own } = processes[process] ?? processes[0];
						if (await first(own, trigger.context, key)) given.push(key);
					}),
				);
				const keys = [...new Set(plans.map(({ key }) => key))].sort();
				expect(given.sort()).toEqual(keys);
				expect(known(trigger).sort()).toEqual(keys);
			}),
			{ numRuns: propertyRuns(20) },
		);
	});

	it('is recorded for one or two executions in one write, for what is recorded may be lost in a crash', async () => {
		const { context } = newTrigger();
		const recorded = jest.spyOn(database, 'checkProcessedAndRecord');
		const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
		await Promise.all(keys.map((key) => first(memory, context, key)));
		const counts = recorded.mock.calls
			.filter(([, scope]) => scope === 'node')
			.map(([values]) => values.filter((value) => String(value).startsWith('seen ')).length);
		recorded.mockRestore();
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length);
		expect(Math.max(...counts)).toBe(2);
	});

	it('takes one write for what is new, and a second one to leave nothing of what came too late', async () => {
		const { context } = newTrigger();
		const writes: string[] = [];
		database.beforeWrite = (scope) => {
			if (scope === 'node') writes.push(scope);
		};
		expect(await first(memory, context, 'a')).toBe(true);
		expect(writes).toHaveLength(1);
		expect(await first(memory, context, 'a')).toBe(false);
		expect(writes).toHaveLength(3);
	});

	it('is true again for the retry of the same hand-over, and leaves nothing of one that came too late', async () => {
		const trigger = newTrigger();
		expect(await first(memory, trigger.context, 'a', 'first')).toBe(true);
		const before = database.values('node', trigger.row);
		expect(await first(other, trigger.context, 'a', 'second')).toBe(false);
		expect(await first(other, trigger.context, 'a', 'second')).toBe(false);
		expect(database.values('node', trigger.row)).toEqual(before);
		expect(await first(other, trigger.context, 'a', 'first')).toBe(false);
		const retry = Object.assign(Object.create(trigger.context), { getMode: () => 'retry' });
		expect(await first(other, retry, 'a', 'second')).toBe(false);
		expect(await first(other, retry, 'a', 'first')).toBe(true);
		expect(await first(other, retry, 'a', 'first')).toBe(true);
		expect(database.values('node', trigger.row)).toEqual(before);
	});

	it('records nothing for an execution that is stopped, and goes on with the one beside it', async () => {
		const trigger = newTrigger();
		const stopped = (): Trigger['context'] =>
			Object.assign(Object.create(trigger.context), {
				getExecutionCancelSignal: () => AbortSignal.abort(),
			});
		const take = async (context: Trigger['context'], key: string) =>
			await first(memory, context, key);
		const results = await Promise.allSettled([take(stopped(), 'a'), take(trigger.context, 'b')]);
		expect(results).toEqual([
			{ status: 'rejected', reason: new Error('The execution was stopped') },
			{ status: 'fulfilled', value: true },
		]);
		expect(known(trigger)).toEqual(['b']);
		const recorded = jest.spyOn(database, 'checkProcessedAndRecord');
		await expect(take(stopped(), 'c')).rejects.toThrow('The execution was stopped');
		const scopes = recorded.mock.calls.map(([, scope]) => scope);
		expect(scopes).not.toContain('node');
		expect(await take(trigger.context, 'a')).toBe(true);
	});

	it('is true for each trigger that takes the same at the same moment', async () => {
		const [one, two] = [newTrigger(), newTrigger()];
		const taken = [one, two].map(({ context }) => first(memory, context, 'a'));
		expect(await Promise.all(taken)).toEqual([true, true]);
		expect([one, two].map(known)).toEqual([['a'], ['a']]);
	});

	it('fails when the database fails, and is true afterwards', async () => {
		const { context, row } = newTrigger();
		await first(memory, context, 'before');
		await unlocked(row);
		let writes = 0;
		database.beforeWrite = () => {
			// The first write takes the lock.
			if (++writes === 2) throw new Error('The database fails');
		};
		await expect(first(memory, context, 'a')).rejects.toThrow('The database fails');
		expect(await first(memory, context, 'a')).toBe(true);
		expect(await first(memory, context, 'a')).toBe(false);
	});

	it('keeps a bounded number of values, the newest', async () => {
		const trigger = newTrigger();
		const keys = Array.from({ length: MAX_ENTRIES }, (_, index) => `k${index}`);
		await Promise.all(keys.map((key) => first(memory, trigger.context, key)));
		expect(database.values('node', trigger.row)).toHaveLength(MAX_ENTRIES);
		expect(known(trigger).at(-1)).toBe(keys.at(-1));
		expect(known(trigger).length).toBeGreaterThanOrEqual(MAX_ENTRIES / 3 - 1);
	});
});

describe('answerQuestion', () => {
	it('tells what was not given out, and changes nothing', async () => {
		const trigger = newTrigger();
		await first(memory, trigger.context, 'a');
		const before = database.values('node', trigger.row);
		expect(await other.answerQuestion(new Call(trigger.context), ['x', 'a', 'y', 'x'])).toEqual([
			0, 2, 3,
		]);
		expect(database.values('node', trigger.row)).toEqual(before);
		expect(await first(other, trigger.context, 'x')).toBe(true);
		expect(await first(other, trigger.context, 'a')).toBe(false);
	});

	it('knows nothing before anything was given out', async () => {
		const trigger = newTrigger();
		expect(await memory.answerQuestion(new Call(trigger.context), ['a'])).toEqual([0]);
		expect(database.values('node', trigger.row)).toEqual([]);
	});

	it('takes nothing for given out after it has broken down in the middle, and loses nothing', async () => {
		const trigger = newTrigger();
		await first(memory, trigger.context, 'given');
		await unlocked(trigger.row);
		let writes = 0;
		database.beforeWrite = () => {
			// The lock, the question, then its removal.
			if (++writes >= 3) throw new Error('n8n is killed');
		};
		const ask = async () =>
			await memory.answerQuestion(new Call(trigger.context), ['given', 'new']);
		await expect(ask()).rejects.toThrow('n8n is killed');
		expect(database.values('node', trigger.row)).toContain('asking');
		database.beforeWrite = () => undefined;
		await trigger.helpers.clearAllProcessedItems('workflow', { mode: 'latestIncrementalKey' });
		expect(await ask()).toEqual([0, 1]);
		expect(await ask()).toEqual([0, 1]);
		expect(await first(memory, trigger.context, 'given')).toBe(false);
		expect(await first(memory, trigger.context, 'new')).toBe(true);
		expect(await ask()).toEqual([]);
		expect(database.values('node', trigger.row)).not.toContain('asking');
	});

	it('tells of what the memory has forgotten as well, however old: polls do not ask for that', async () => {
		const { context } = newTrigger();
		await first(memory, context, 'a');
		expect(await memory.answerQuestion(new Call(context), ['b'])).toEqual([0]);
	});
});
