import { documentIdsIn } from '../../engine/fixtures';
import { seams } from './seams';

const { local, memory, disturbances, otherAccount, newToken, ...rig } = seams();

describe.each(['Reference', 'certified email'] as const)('%s', (sender) => {
	it.each(['answer lost', 'look fails', 'list late'] as const)(
		'is there once when a new execution runs after %s',
		async (disturbance) => {
			const items = [rig.item()];
			await disturbances[disturbance](sender);
			await rig.attempt(sender, { items });
			await local.control.faults.clear();
			const { error, items: given } = await rig.attempt(sender, { items, executionId: '2' });
			expect(error).toBeUndefined();
			expect(given[0]?.reused).toBe(true);
			expect((await rig.created()).here).toBe(1);
		},
	);

	it.each([0, 3])(
		'is sent once by two processes at the same moment, the list %d looks late',
		async (hideNew) => {
			const items = [rig.item()];
			await local.control.faults.add({ kind: 'late_answer', method: 'POST', ms: 200, times: 0 });
			await local.control.settings({ hideNew });
			const results = await Promise.all([
				rig.attempt(sender, { items, executionId: '1' }),
				rig.attempt(sender, { items, executionId: '2', node: rig.otherProcess() }),
			]);
			expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
			expect(results.map(({ items: [item] }) => item?.reused).sort()).toEqual([false, true]);
			expect((await rig.created()).here).toBe(1);
		},
	);

	it('is known to a new token of one of two accounts, also while the list is late', async () => {
		const execution = rig.newExecution();
		const send = async (credential = local.credential, runIndex = 0) =>
			await rig.attempt(sender, { execution, credential, runIndex, items: [rig.item()] });
		await send(otherAccount());
		await send(local.credential, 1);
		const credential = await newToken();
		await local.control.settings({ hideNew: 9 });
		expect((await send(credential, 2)).items).toMatchObject([{ reused: true }]);
		expect(await rig.created()).toEqual({ here: 1, there: 1 });
	});

	it('leaves the marks of others alone when two processes send different ones', async () => {
		const [first, second] = ['a', 'b'].map((name) =>
			rig.item({ reference: `${String(rig.item().reference)}-${name}` }),
		);
		const node = rig.otherProcess();
		await Promise.all([
			rig.attempt(sender, { items: [first ?? {}] }),
			rig.attempt(sender, { items: [second ?? {}], executionId: '2', node }),
		]);
		// A list that does not show them yet: only the marks tell.
		await local.control.settings({ hideNew: 2 });
		for (const item of [first, second]) {
			const { items } = await rig.attempt(sender, { items: [item ?? {}], executionId: '3' });
			expect(items[0]?.reused).toBe(true);
		}
		expect((await rig.created()).here).toBe(2);
	});

	it('is sent at once after it was refused', async () => {
		const items = [rig.item()];
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		expect((await rig.attempt(sender, { items })).error?.context?.verdict).toBe('refused');
		const { items: given } = await rig.attempt(sender, { items, executionId: '2' });
		expect(given[0]?.reused).toBe(false);
	});

	it('is sent where n8n has no database for it, and known to the next item, which has another token', async () => {
		const tokens = [local.credential, await newToken()].map(({ accessToken }) => accessToken);
		const items = tokens.map((token) => rig.item({ token: String(token) }));
		const credential = { ...local.credential, accessToken: '={{ $json.token }}' };
		await local.control.settings({ hideNew: 9 });
		memory.beforeWrite = () => {
			throw new Error('FOREIGN KEY constraint failed');
		};
		try {
			const { items: given } = await rig.attempt(sender, { items, credential });
			expect(given.map(({ reused }) => reused)).toEqual([false, true]);
		} finally {
			memory.beforeWrite = () => undefined;
		}
		expect((await rig.created()).here).toBe(1);
	});
});

describe('a request that is over by its history, but not yet by its status', () => {
	const items = () => [rig.item()];

	beforeEach(async () => {
		const [first] = (await rig.attempt('Reference', { items: items() })).items;
		await local.control.settled();
		await local.control.emit({
			target: { documentId: documentIdsIn(first)[0] ?? '' },
			type: 'document_expired',
		});
	});

	it('does not count as sent', async () => {
		const again = await rig.attempt('Reference', { items: items(), executionId: '2' });
		expect(again.items[0]?.reused).toBe(false);
	});

	it('is sent once more by two processes at the same moment', async () => {
		await local.control.faults.add({ kind: 'late_answer', method: 'POST', ms: 200, times: 0 });
		const results = await Promise.all([
			rig.attempt('Reference', { items: items(), executionId: '2' }),
			rig.attempt('Reference', { items: items(), executionId: '3', node: rig.otherProcess() }),
		]);
		expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(results.map(({ items: [item] }) => item?.reused).sort()).toEqual([false, true]);
		expect((await rig.created()).here).toBe(2);
	});
});
