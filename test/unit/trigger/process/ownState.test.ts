import fc from 'fast-check';
import { Recent, Slots } from '../../../../nodes/Signaturit/trigger/process/ownState';

describe('recent keys', () => {
	const clock = jest.spyOn(Date, 'now');
	beforeEach(() => clock.mockReturnValue(1_000));
	afterAll(() => clock.mockRestore());

	it('count for their lifetime, from the last time that they were added', () => {
		const recent = new Recent(100, 10);
		recent.add('a');
		clock.mockReturnValue(1_099);
		expect([recent.has('a'), recent.size]).toEqual([true, 1]);
		recent.add('a');
		clock.mockReturnValue(1_198);
		expect(recent.has('a')).toBe(true);
		clock.mockReturnValue(1_199);
		expect([recent.has('a'), recent.size]).toEqual([false, 0]);
	});

	it('are dropped when there are too many, the oldest first', () => {
		const recent = new Recent(Infinity, 2);
		for (const key of ['a', 'b', 'a', 'c']) recent.add(key);
		expect(['a', 'b', 'c'].map((key) => recent.has(key))).toEqual([true, false, true]);
		expect(recent.size).toBe(2);
	});

	it('can be forgotten, and others were never there', () => {
		const recent = new Recent(100, 10);
		recent.add('a');
		recent.delete('a');
		expect([recent.has('a'), recent.has('b')]).toEqual([false, false]);
	});
});

/** Tasks that end when told to. */
function controlled(slots: Slots) {
	const running: { name: string; end: () => void }[] = [];
	const run = (name: string, isPrivileged: boolean, fails = false) =>
		slots.run(isPrivileged, async () => {
			await new Promise<void>((end) => running.push({ name, end }));
			if (fails) throw new Error(name);
			return name;
		});
	const end = async (name: string) => {
		await new Promise(setImmediate);
		const index = running.findIndex((task) => task.name === name);
		running.splice(index, 1)[0]?.end();
		await new Promise(setImmediate);
	};
	return { run, end, names: () => running.map(({ name }) => name) };
}

describe('slots', () => {
	it('keep some for privileged tasks, which also go first', async () => {
		const { run, end, names } = controlled(new Slots(4, 2));
		const done = ['a', 'b', 'c', 'd'].map((name) => run(name, false));
		await new Promise(setImmediate);
		expect(names()).toEqual(['a', 'b']);
		done.push(...['P', 'Q', 'R'].map((name) => run(name, true)));
		await new Promise(setImmediate);
		expect(names()).toEqual(['a', 'b', 'P', 'Q']);
		await end('a');
		expect(names()).toEqual(['b', 'P', 'Q', 'R']);
		await end('b');
		expect(names()).toEqual(['P', 'Q', 'R', 'c']);
		for (const name of ['P', 'Q', 'R', 'c', 'd']) await end(name);
		expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd', 'P', 'Q', 'R']);
	});

	it('become free again after a task that fails', async () => {
		const { run, end, names } = controlled(new Slots(1, 0));
		const failing = run('a', false, true);
		const next = run('b', true);
		await end('a');
		await expect(failing).rejects.toThrow('a');
		expect(names()).toEqual(['b']);
		await end('b');
		expect(await next).toBe('b');
	});

	it('never let more run than there are, and leave nobody waiting', async () => {
		const tasks = fc.array(fc.record({ isPrivileged: fc.boolean(), turns: fc.nat(4) }));
		await fc.assert(
			fc.asyncProperty(tasks, async (plans) => {
				const slots = new Slots(4, 2);
				const running = { all: 0, ordinary: 0 };
				const task = (isPrivileged: boolean, turns: number) => async () => {
					running.all++;
					if (!isPrivileged) running.ordinary++;
					expect(running.all).toBeLessThanOrEqual(4);
					expect(running.ordinary).toBeLessThanOrEqual(2);
					for (let turn = 0; turn < turns; turn++) await Promise.resolve();
					running.all--;
					if (!isPrivileged) running.ordinary--;
				};
				await Promise.all(
					plans.map(({ isPrivileged, turns }) =>
						slots.run(isPrivileged, task(isPrivileged, turns)),
					),
				);
				expect(running).toEqual({ all: 0, ordinary: 0 });
			}),
		);
	});
});
