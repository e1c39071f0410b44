import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { until } from '../../engine/until';
import { seams, type SenderKind } from './seams';

const { local, memory, otherAccount, newToken, ...rig } = seams();
const senders: SenderKind[] = ['automatic', 'Reference', 'Send and Wait', 'certified email'];

/** What may be wrong while the first try sends. */
const disturbances = {
	/** The service creates it, and nobody hears of it. */
	'answer lost': async () =>
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' }),
	/** As before, and the service cannot be asked either. */
	'look fails': async (sender: SenderKind) => {
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		// With a Reference, it looks before it sends.
		const skip = hasReference(sender) ? 1 : 0;
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0, skip });
	},
	/** As before, and the list shows it later than anybody looks. */
	'list late': async () => {
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		// `shortDelays` has three looks.
		await local.control.settings({ hideNew: 5 });
	},
	'answer missing': async () =>
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' }),
};

const hasReference = (sender: SenderKind) => sender === 'Reference' || sender === 'certified email';

const settled = async () => {
	await local.control.faults.clear();
	await local.control.settings({ hideNew: 0 });
};

describe.each(senders)('%s', (sender) => {
	it.each(Object.entries(disturbances))('is sent once over tries, %s', async (_, disturb) => {
		const execution = rig.newExecution();
		const run = { execution, items: [rig.item()] };
		await disturb(sender);
		for (let tries = 0; tries < 3; tries++) {
			if (!(await rig.attempt(sender, run)).error) break;
		}
		expect(await posts()).toBe(1);
	});

	it.each(Object.entries(disturbances).filter(([name]) => name !== 'answer lost'))(
		"is there once after n8n's Retry, %s, although it was looked for in vain",
		async (name, disturb) => {
			const execution = rig.newExecution();
			const items = [rig.item()];
			await disturb(sender);
			await rig.attempt(sender, { execution, items });
			const again = { execution: rig.stored(execution), executionId: '2', items };
			if (name !== 'list late') await settled();
			// On a busy machine, time that is over leaves fewer looks than the list needs.
			const times = [10, 20, name === 'list late' ? 60_000 : 300];
			delays.looks = { ...delays.looks, creation: { ...delays.looks.creation, times } };
			const { error, items: given } = await rig.attempt(sender, again);
			expect(error).toBeUndefined();
			expect(given).toHaveLength(1);
			expect((await rig.created()).here).toBe(1);
		},
	);

	it('is not sent while nobody can say what became of it, and is after that', async () => {
		const execution = rig.newExecution();
		const items = [rig.item()];
		await disturbances['look fails'](sender);
		await rig.attempt(sender, { execution, items });
		const again = { execution: rig.stored(execution), executionId: '2', items };
		const { error } = await rig.attempt(sender, again);
		expect(error?.message).toMatch(/^It is unknown whether|so nothing was sent/);
		expect(await posts()).toBe(1);
		await settled();
		expect((await rig.attempt(sender, again)).error).toBeUndefined();
		expect((await rig.created()).here).toBe(1);
	});

	it('is there once when the execution was stopped in the middle and is retried', async () => {
		const execution = rig.newExecution();
		const items = [rig.item()];
		const stop = new AbortController();
		await local.control.faults.add({ kind: 'late_answer', method: 'POST', ms: 60_000 });
		const stopped = rig.attempt(sender, { execution, items, abortSignal: stop.signal });
		await struck();
		stop.abort();
		await stopped;
		await settled();
		const retried = { execution: rig.stored(execution), executionId: '2', items };
		expect((await rig.attempt(sender, retried)).error).toBeUndefined();
		expect((await rig.created()).here).toBe(1);
	});

	it('is sent to the new account when the credential was changed before a Retry', async () => {
		const execution = rig.newExecution();
		const items = [rig.item(), rig.item({ reference: `${String(rig.item().reference)}-b` })];
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
		await rig.attempt(sender, { execution, items });
		const retried = { execution: rig.stored(execution), executionId: '2', items };
		const { error, items: given } = await rig.attempt(sender, {
			...retried,
			credential: otherAccount(),
		});
		expect(error).toBeUndefined();
		expect(given).toHaveLength(2);
		expect(await rig.created()).toEqual({ here: 1, there: 2 });
	});

	it.each(['done', 'look fails'] as const)(
		'is there once when the token was replaced before a Retry, %s',
		async (before) => {
			const execution = rig.newExecution();
			const items = [rig.item(), rig.item({ reference: `${String(rig.item().reference)}-b` })];
			if (before === 'done') {
				await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
			} else await disturbances[before](sender);
			await rig.attempt(sender, { execution, items });
			await settled();
			const retried = { execution: rig.stored(execution), executionId: '2', items };
			const { error, items: given } = await rig.attempt(sender, {
				...retried,
				credential: await newToken(),
			});
			expect(error).toBeUndefined();
			expect(given).toHaveLength(2);
			expect(await rig.created()).toEqual({ here: 2, there: 0 });
		},
	);

	it('is sent with the credential of its item', async () => {
		const { accessToken, baseUrl, ...more } = otherAccount();
		const credential = {
			...more,
			accessToken: `={{ $json.mine ? "${local.service.token}" : "${String(accessToken)}" }}`,
			baseUrl: `={{ $json.mine ? "${local.service.url}" : "${String(baseUrl)}" }}`,
		};
		const items = [rig.item({ mine: false }), rig.item({ mine: true })];
		const { error } = await rig.attempt(sender, { credential, items });
		expect(error).toBeUndefined();
		expect(await rig.created()).toEqual({ here: 1, there: 1 });
	});
});

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

	it('is sent where n8n has no database for it', async () => {
		memory.beforeWrite = () => {
			throw new Error('FOREIGN KEY constraint failed');
		};
		try {
			expect((await rig.attempt(sender, { items: [rig.item()] })).error).toBeUndefined();
		} finally {
			memory.beforeWrite = () => undefined;
		}
		expect((await rig.created()).here).toBe(1);
	});
});

describe('a Reference while n8n stands still', () => {
	const { lock } = delays;
	afterEach(() => {
		delays.lock = lock;
	});

	it('is not sent, because another execution may be sending the same', async () => {
		delays.lock = { ...lock, held: 0 };
		const { error } = await rig.attempt('Reference', { items: [rig.item()] });
		expect(error?.message).toMatch(/so nothing was sent: n8n stood still/);
		expect(error?.context?.verdict).toBe('refused');
		expect((await rig.created()).here).toBe(0);
	});
});

describe('a request that is over by its history, but not yet by its status', () => {
	const items = () => [rig.item()];

	beforeEach(async () => {
		const [first] = (await rig.attempt('Reference', { items: items() })).items;
		await local.control.settled();
		await local.control.emit({
			target: { documentId: (first?.documentIds as string[])[0] ?? '' },
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

describe.each(['automatic', 'certified email'] as const)('%s in a loop', (sender) => {
	it('is sent by each run', async () => {
		const execution = rig.newExecution();
		for (let runIndex = 0; runIndex < 3; runIndex++) {
			const reference = `${String(rig.item().reference)}-${runIndex}`;
			await rig.attempt(sender, { execution, runIndex, items: [rig.item({ reference })] });
		}
		expect((await rig.created()).here).toBe(3);
	});
});

describe('Send and Wait in a loop', () => {
	it.each(['answer lost', 'look fails', 'list late', 'answer missing'] as const)(
		'sends once, although its subject changes, %s',
		async (disturbance) => {
			const execution = rig.newExecution();
			await disturbances[disturbance]('Send and Wait');
			for (let runIndex = 0; runIndex < 3; runIndex++) {
				await rig.attempt('Send and Wait', { execution, runIndex, items: [rig.item()] });
				if (runIndex === 0) await settled();
			}
			expect(await posts()).toBe(1);
		},
	);

	it('sends nothing when the look at what it has sent fails, in any try of the run', async () => {
		const execution = rig.newExecution();
		const items = [rig.item()];
		await rig.attempt('Send and Wait', { execution, items });
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		for (let tries = 0; tries < 3; tries++) {
			const { error } = await rig.attempt('Send and Wait', { execution, runIndex: 1, items });
			expect(error?.message).toContain(
				'which was sent before, could not be read, so it was not sent again',
			);
			expect(error?.context?.verdict).toBe('unknown');
		}
		await settled();
		const again = { execution: rig.stored(execution), executionId: '2', runIndex: 1, items };
		expect((await rig.attempt('Send and Wait', again)).error).toBeUndefined();
		expect(await posts()).toBe(1);
	});
});

describe("n8n's Retry of Send and Wait", () => {
	it('without a limit ends with an error that lists the requests, and sends nothing', async () => {
		const execution = rig.newExecution();
		const items = [rig.item()];
		const options = { limitWaitTime: undefined };
		await rig.attempt('Send and Wait', { execution, items, options });
		const retried = { execution: rig.stored(execution), executionId: '2', items, options };
		const { error } = await rig.attempt('Send and Wait', retried);
		expect(error?.message).toBe(
			'This execution would never wake: another one has sent the request',
		);
		expect(error?.description).toMatch(
			/^• Item 1: [\w-]{36}\nThey were not sent again\..*Limit Wait Time/,
		);
		expect(retried.execution.waitTill).toBeUndefined();
		expect(await posts()).toBe(1);
	});

	it('with a limit sleeps until then', async () => {
		const execution = rig.newExecution();
		const items = [rig.item()];
		await rig.attempt('Send and Wait', { execution, items });
		const retried = { execution: rig.stored(execution), executionId: '2', items };
		expect((await rig.attempt('Send and Wait', retried)).error).toBeUndefined();
		expect(retried.execution.waitTill).toBeDefined();
		expect(await posts()).toBe(1);
	});
});

/** Waits until a fault has struck. */
async function struck(): Promise<void> {
	await until(async () => (await local.control.faults.list()).some(({ hits }) => hits > 0));
}

/** How many creations the service has received in this test. */
async function posts(): Promise<number> {
	return (await local.control.requests()).filter(({ method }) => method === 'POST').length;
}
