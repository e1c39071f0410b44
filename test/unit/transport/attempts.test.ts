import { NodeApiError, type INode } from 'n8n-workflow';
import { retried, unlessGone } from '../../../nodes/Signaturit/transport/attempts';
import { serially } from '../../../nodes/Signaturit/trigger/emit/serial';

const node = { name: 'Signaturit Trigger' } as INode;
const apiError = (httpCode: string) =>
	new NodeApiError(node, { message: 'no' }, { message: 'no', httpCode });

describe('retried', () => {
	it('tries until it succeeds, with the pauses it is given', async () => {
		const asked: number[] = [];
		let tries = 0;
		const attempt = async () => {
			if (++tries < 3) throw new Error(`try ${tries}`);
			return tries;
		};
		const pauseAfter = (before: number) => {
			asked.push(before);
			return 0;
		};
		expect(await retried(attempt, pauseAfter)).toBe(3);
		expect(asked).toEqual([0, 1]);
	});

	it('gives up with the last error when there is no pause, or it is canceled', async () => {
		let tries = 0;
		const attempt = async () => {
			throw new Error(`try ${++tries}`);
		};
		await expect(retried(attempt, (before) => (before < 2 ? 0 : undefined))).rejects.toThrow(
			'try 3',
		);
		await expect(retried(attempt, () => 0, AbortSignal.abort())).rejects.toThrow('try 4');
	});
});

describe('unlessGone', () => {
	it('takes 404 for nothing, and lets other errors pass', async () => {
		expect(await unlessGone(Promise.resolve(1))).toBe(1);
		expect(await unlessGone(Promise.reject(apiError('404')))).toBeUndefined();
		await expect(unlessGone(Promise.reject(apiError('403')))).rejects.toThrow('no');
		await expect(unlessGone(Promise.reject(new Error('other')))).rejects.toThrow('other');
	});
});

describe('serially', () => {
	it('runs tasks of one key one after the other, also after one that failed', async () => {
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

	it('does not hold up tasks of another key', async () => {
		const never = serially('k', async () => await new Promise(() => undefined));
		expect(await serially('other', async () => 'done')).toBe('done');
		expect(never).toBeInstanceOf(Promise);
	});
});
