import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { until } from '../../engine/until';
import { seams, type SenderKind, type Try } from './seams';

const { local, disturbances, otherAccount, newToken, ...rig } = seams();
const senders: SenderKind[] = ['automatic', 'Reference', 'Send and Wait', 'certified email'];

/** The first try of a sending, and n8n's Retry of its execution, both with these settings. */
async function firstTry(sender: SenderKind, items = [rig.item()], settings: Try = {}) {
	const execution = rig.newExecution();
	const tried = await rig.attempt(sender, { execution, items, ...settings });
	const retried = { ...rig.retryOf(execution), items, ...settings };
	const retry = async (more: Try = {}) => await rig.attempt(sender, { ...retried, ...more });
	return { tried, execution, retried, retry };
}

const settled = async () => {
	await local.control.faults.clear();
	await local.control.settings({ hideNew: 0 });
};

afterEach(async () => {
	jest.restoreAllMocks();
	await local.control.settings({ clockAhead: 0 });
});

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
			await disturb(sender);
			const { retry } = await firstTry(sender);
			if (name !== 'list late') await settled();
			// On a busy machine, time that is over leaves fewer looks than the list needs.
			const times = [10, 20, name === 'list late' ? 60_000 : 300];
			delays.looks = { ...delays.looks, creation: { ...delays.looks.creation, times } };
			const { error, items: given } = await retry();
			expect(error).toBeUndefined();
			expect(given).toHaveLength(1);
			expect((await rig.created()).here).toBe(1);
		},
	);

	it('is not sent while nobody can say what became of it, and is after that', async () => {
		await disturbances['look fails'](sender);
		const { retry } = await firstTry(sender);
		const { error } = await retry();
		expect(error?.message).toMatch(/^It is unknown whether|so nothing was sent/);
		expect(await posts()).toBe(1);
		await settled();
		expect((await retry()).error).toBeUndefined();
		expect((await rig.created()).here).toBe(1);
	});

	it('is there once when the execution was stopped in the middle and is retried', async () => {
		const stop = new AbortController();
		await local.control.faults.add({ kind: 'late_answer', method: 'POST', ms: 60_000 });
		const stopped = firstTry(sender, [rig.item()], { abortSignal: stop.signal });
		await struck();
		stop.abort();
		const { retry } = await stopped;
		await settled();
		expect((await retry({ abortSignal: undefined })).error).toBeUndefined();
		expect((await rig.created()).here).toBe(1);
	});

	it('is sent to the new account when the credential was changed before a Retry', async () => {
		const items = [rig.item(), rig.item({ reference: `${String(rig.item().reference)}-b` })];
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
		const { retry } = await firstTry(sender, items);
		const { error, items: given } = await retry({ credential: otherAccount() });
		expect(error).toBeUndefined();
		expect(given).toHaveLength(2);
		expect(await rig.created()).toEqual({ here: 1, there: 2 });
	});

	it.each(['done', 'look fails'] as const)(
		'is there once when the token was replaced before a Retry, %s',
		async (before) => {
			const items = [rig.item(), rig.item({ reference: `${String(rig.item().reference)}-b` })];
			if (before === 'done') {
				await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
			} else await disturbances[before](sender);
			const { retry } = await firstTry(sender, items);
			await settled();
			const { error, items: given } = await retry({ credential: await newToken() });
			expect(error).toBeUndefined();
			expect(given).toHaveLength(2);
			expect(await rig.created()).toEqual({ here: 2, there: 0 });
		},
	);

	it.each<[string, (json: IDataObject) => IDataObject]>([
		['retried twice', (json) => json],
		['retried twice with other References', (json) => ({ ...json, reference: randomUUID() })],
	])('is there once when the execution is %s', async (_, changed) => {
		const items = [rig.item(), rig.item({ reference: randomUUID() })];
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
		const { execution } = await firstTry(sender, items);
		for (const id of ['2', '3']) {
			const run = { ...rig.retryOf(execution, id), items: items.map(changed) };
			const { error, items: given } = await rig.attempt(sender, run);
			expect(error).toBeUndefined();
			expect(given).toHaveLength(2);
		}
		expect((await rig.created()).here).toBe(2);
	});

	it('is there once over tries whose Reference is always another one', async () => {
		await disturbances['look fails'](sender);
		const { execution } = await firstTry(sender, [rig.item({ reference: randomUUID() })]);
		await settled();
		const items = [rig.item({ reference: randomUUID() })];
		expect((await rig.attempt(sender, { execution, items })).error).toBeUndefined();
		expect((await rig.created()).here).toBe(1);
	});

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
			let run: Try = { execution: rig.newExecution(), items: [rig.item()] };
			await disturbances[disturbance]('Send and Wait');
			let tried = await rig.attempt('Send and Wait', run);
			await settled();
			if (tried.error) {
				run = { ...run, ...rig.retryOf(run.execution ?? rig.newExecution()) };
				tried = await rig.attempt('Send and Wait', run);
			}
			for (let runIndex = 1; runIndex < 3; runIndex++) {
				const { unanswered: items } = tried;
				tried = await rig.attempt('Send and Wait', { ...run, runIndex, items });
				expect(tried.error).toBeUndefined();
			}
			expect((await rig.created()).here).toBe(1);
		},
	);

	it('sends nothing when the look at what it has sent fails, in any try of the run', async () => {
		const { tried, execution } = await firstTry('Send and Wait');
		const { unanswered: items } = tried;
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		for (let tries = 0; tries < 3; tries++) {
			const { error } = await rig.attempt('Send and Wait', { execution, runIndex: 1, items });
			expect(error?.message).toContain(
				'which was sent before, could not be read, so it was not sent again',
			);
			expect(error?.context?.verdict).toBe('unknown');
		}
		await settled();
		const again = { ...rig.retryOf(execution), runIndex: 1, items };
		expect((await rig.attempt('Send and Wait', again)).error).toBeUndefined();
		expect(await posts()).toBe(1);
	});
});

describe("n8n's Retry of Send and Wait", () => {
	it('without a limit ends with an error that lists the requests, and sends nothing', async () => {
		const options = { limitWaitTime: undefined };
		const { retried, retry } = await firstTry('Send and Wait', [rig.item()], { options });
		const { error } = await retry();
		expect(error?.message).toBe(
			'This execution would wait for ever: another one has sent the request',
		);
		expect(error?.description).toMatch(
			/^• Row 1: [\w-]{36}\nThey were not sent again: .*\nAdd the option Limit Wait Time/,
		);
		expect(retried.execution.waitTill).toBeUndefined();
		expect(await posts()).toBe(1);
	});

	it('with a limit sleeps until then', async () => {
		const { retried, retry } = await firstTry('Send and Wait');
		expect((await retry()).error).toBeUndefined();
		expect(retried.execution.waitTill).toBeDefined();
		expect(await posts()).toBe(1);
	});
});

/** Sets n8n's clock: the service's, which runs in the same process, stays right. */
async function setClock(milliseconds: number): Promise<void> {
	await local.control.settings({ clockAhead: -milliseconds });
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
}

const HOUR = 3_600_000;

describe.each([
	['ahead', HOUR],
	['back', -HOUR],
])("n8n's clock set %s between a lost answer and the Retry", (_, change) => {
	it.each([false, true])(
		'changes nothing at how long it is looked for (another process: %s)',
		async (isOtherProcess) => {
			await disturbances['list late']();
			const { retry } = await firstTry('automatic');
			await setClock(change);
			const times = [10, 20, 30_000];
			delays.looks = { ...delays.looks, creation: { ...delays.looks.creation, times } };
			const node = isOtherProcess ? rig.otherProcess() : undefined;
			// It is listed at the sixth look.
			const { error, items: given } = await retry({ node });
			expect(error).toBeUndefined();
			expect(given).toMatchObject([{ reused: true }]);
			expect((await rig.created()).here).toBe(1);
		},
	);

	it('lets what is not there be sent as soon as it can no longer appear', async () => {
		await disturbances['answer missing']();
		const { retry } = await firstTry('automatic');
		await setClock(change);
		const { error, items: given } = await retry();
		expect(error).toBeUndefined();
		expect(given).toMatchObject([{ reused: false }]);
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
