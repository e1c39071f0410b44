import { serially } from '../../../../nodes/Signaturit/trigger/emit/serially';

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

	it('does not make a task wait for tasks with another key', async () => {
		const never = serially('k', async () => await new Promise(() => undefined));
		expect(await serially('other', async () => 'done')).toBe('done');
		expect(never).toBeInstanceOf(Promise);
	});
});
