import { type GivenOut } from './catchUp/givenOut';
import { startScenario } from './catchUp/hooks';
import type { CatchUpScenario } from './catchUp/scenario';
import { exactlyOnce, type Watched } from './catchUp/watched';
import { EVENTS } from './catchUp/workflows';
import { credentialData, type Stack } from './lib/stack';
import { waitFor } from './lib/wait';

/** Requests of a workflow. */
const REQUESTS = 3;
const ALL = exactlyOnce(REQUESTS * EVENTS.length);

const scenarioNow = startScenario();
let scenario: CatchUpScenario;
let stack: Stack;
let givenOut: GivenOut;

beforeAll(() => {
	scenario = scenarioNow();
	({ stack, givenOut } = scenario);
});

/** Waits for so many ticks, each between two polls. */
async function ticked(count: number): Promise<void> {
	const wanted = givenOut.ticks + count;
	await waitFor({ what: 'ticks' }, async () =>
		givenOut.ticks >= wanted ? { done: true } : { seen: `${givenOut.ticks} of ${wanted}` },
	);
}

/** The requests of a workflow are signed, and their events are given out but for those of the last one. */
async function withOnePending(one: Watched): Promise<void> {
	await one.send(REQUESTS);
	await one.sign(0, REQUESTS - 1);
	await one.untilAllGiven();
	await stack.control.settings({ holdEvents: true });
	await one.sign(REQUESTS - 1, REQUESTS);
	// Times of the service are whole seconds, and what happened in the second of a publication counts for it.
	const later = Date.now() + 2_000;
	await waitFor({ what: 'two seconds', everyMs: 50 }, async () =>
		Date.now() >= later ? { done: true } : { seen: 'a time before' },
	);
}

async function expectAllOnce(one: Watched): Promise<void> {
	await one.untilAllGiven();
	expect(await one.tally()).toEqual(ALL);
}

describe('events that happen before a workflow is published again', () => {
	it.each([
		['posts and polling', {}],
		['polling only', { arrival: 'polling' }],
	])('are given out once, by %s', async (way, parameters) => {
		const one = await scenario.activate(`published again, ${way}`, parameters);
		await withOnePending(one);
		const { id } = one.workflow;
		const { nodes, connections } = await stack.client.workflow(id);
		await stack.client.http.patch(`/workflows/${id}`, {
			nodes,
			connections,
			name: 'Published Again',
		});
		await stack.client.activate(id);
		await expectAllOnce(one);
	});
});

describe('events that happen while the access token is replaced', () => {
	it('are given out once, by posts and polling and by polling only', async () => {
		const all = [
			await scenario.activate('token, with posts'),
			await scenario.activate('token, by polling only', { arrival: 'polling' }),
		];
		for (const one of all) {
			await one.send(REQUESTS);
			await one.sign(0, REQUESTS - 1);
			await one.untilAllGiven();
		}
		// Between them, polls have seen requests of the account.
		await ticked(2);
		const { id, name, type } = stack.credential;
		const accessToken = await stack.control.addUser({ administrator: true });
		const data = credentialData(stack.service, accessToken);
		await stack.client.http.patch(`/credentials/${id}`, { name, type, data });
		await stack.n8n.stop();
		for (const one of all) await one.sign(REQUESTS - 1, REQUESTS);
		await stack.control.settled();
		await stack.restartN8n();
		for (const one of all) await expectAllOnce(one);
	});
});

describe('an event whose execution is stopped while it fetches files', () => {
	const parameters = { attachFiles: ['signed'] };

	/** Signs a request, and waits until its execution fetches the signed PDF. */
	async function fetching(one: Watched): Promise<void> {
		await one.send(1);
		await stack.control.faults.add({ kind: 'latency', ms: 120_000, path: '/download', times: 0 });
		await one.sign(0, 1);
		await waitFor({ what: 'a download' }, async () => {
			const open = (await stack.control.requests()).filter(
				({ path, status }) => status === 0 && path.includes('/download'),
			);
			return open.length > 0 ? { done: true } : { seen: 'none under way' };
		});
	}

	/** Waits until an execution of the workflow has been stopped; a poll of a new n8n then gives the event out. */
	async function expectGivenAfterStop(one: Watched): Promise<void> {
		await waitFor({ what: 'the execution to be stopped' }, async () => {
			const list = await stack.client.executions(one.workflow.id);
			const states = list.map(({ status }) => status);
			return states.includes('canceled') ? { done: true } : { seen: states.join(' ') };
		});
		await stack.control.faults.clear();
		await stack.restartN8n();
		await one.untilAllGiven();
		expect(await one.tally()).toEqual(exactlyOnce(EVENTS.length));
	}

	it('is given out later when it was stopped by hand', async () => {
		const one = await scenario.activate('stopped by hand', parameters);
		await fetching(one);
		const running = { status: ['running'] };
		for (const { id } of await stack.client.executions(one.workflow.id, running)) {
			await stack.client.http.post(`/executions/${id}/stop`);
		}
		await expectGivenAfterStop(one);
	});

	it('is given out later when it was stopped by a time limit', async () => {
		const limit = { executionTimeout: 5 };
		const one = await scenario.activate('stopped by a limit', parameters, limit);
		await fetching(one);
		await expectGivenAfterStop(one);
	});
});

describe('after all of this', () => {
	it('no event comes a second time, though posts are late and a new n8n knows nothing', async () => {
		await stack.restartN8n();
		await ticked(1);
		for (const one of scenario.watched) {
			expect(await one.tally()).toMatchObject({ doubled: [], invented: [] });
		}
	});
});
