import { serially } from '../../../../nodes/Signaturit/trigger/memory/serially';

describe('serially', () => {
	it('runs tasks with the same key one after the other, also after one has failed', async () => {
		const log: string[] = [];
		const task =
			(name: string, fails = false) =>
			async () => {
				log.push(`${name} begins`);
				await new Promise(setImmediate);
				log.push(`${name} ends`);
				if (fails) throw new Error(name);
				return name;
			};
		const results = await Promise.allSettled([
			serially('k', task('a', true)),
			serially('k', task('b')),
			serially('k', task('c')),
		]);
		expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
	});

	it('makes a task wait for the last one that was added, also after earlier ones have ended', async () => {
		const log: string[] = [];
		let release: () => void = () => undefined;
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		const first = serially('q', async () => log.push('first'));
		const second = serially('q', async () => {
			await held;
			log.push('second');
		});
		await first;
		await new Promise(setImmediate);
		const third = serially('q', async () => log.push('third'));
		await new Promise(setImmediate);
		release();
		await Promise.all([second, third]);
		expect(log).toEqual(['first', 'second', 'third']);
	});

	it('does not make a task wait for tasks with another key', async () => {
		const never = serially('k', async () => await new Promise(() => undefined));
		expect(await serially('other', async () => 'done')).toBe('done');
		expect(never).toBeInstanceOf(Promise);
	});
});
