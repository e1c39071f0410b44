import type { GivenOut } from './catchUp/givenOut';
import { startScenario } from './catchUp/hooks';
import { describeLaterPolls } from './catchUp/laterPolls';
import type { CatchUpScenario } from './catchUp/scenario';
import { exactlyOnce, type Watched } from './catchUp/watched';
import { EVENTS } from './catchUp/workflows';
import type { Stack } from './lib/stack';
import { waitFor } from './lib/wait';

/** Requests of a workflow whose n8n is killed. */
const FEW = process.env.CATCH_UP === 'large' ? 50 : 10;
/** With so many executions at most, the others wait in n8n's queue. */
const AT_ONCE = 5;
const FEW_AT_ONCE = { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(AT_ONCE) };
/** Events that the memory records in one write. */
const RECORDED_AT_ONCE = 2;

const scenarioNow = startScenario();
let scenario: CatchUpScenario;
let stack: Stack;
let givenOut: GivenOut;

beforeAll(() => {
	scenario = scenarioNow();
	({ stack, givenOut } = scenario);
});

describe('events that have not reached the next node when n8n is killed', () => {
	beforeAll(async () => await stack.restartN8n(FEW_AT_ONCE));

	/**
	 * Signs all the requests of a new workflow, with the posts held back. No post tells of the first one: so some events
	 * are left when n8n is killed, however late that is noticed here.
	 */
	async function signed(name: string): Promise<Watched> {
		const one = await scenario.activate(name);
		await one.send(FEW);
		await stack.control.settings({ holdEvents: true });
		await one.sign(0, 1);
		await stack.control.takeEvents();
		await one.sign(1, FEW);
		return one;
	}

	/** Waits until all that run have reached the next node: nothing else can be on its way to it. */
	const untilHeld = async (one: Watched) => await givenOut.reaches(one.name, AT_ONCE);

	/**
	 * Kills n8n in the middle, and starts a new one.
	 *
	 * @returns how many events had reached the next node
	 */
	async function kill(one: Watched, settings = {}): Promise<number> {
		await stack.n8n.kill();
		const { length } = givenOut.by(one.name);
		givenOut.release();
		await stack.control.faults.clear();
		await stack.control.settled();
		// Otherwise n8n was not killed in the middle.
		expect(length).toBeLessThan(FEW * EVENTS.length);
		await stack.restartN8n(settings);
		return length;
	}

	/** Kills n8n in the middle; a new one gives out the rest. */
	async function killAndComplete(one: Watched): Promise<void> {
		await kill(one, FEW_AT_ONCE);
		await one.untilAllGiven();
		expect(await one.tally()).toEqual(exactlyOnce(FEW * EVENTS.length));
	}

	it('come once when they were being confirmed', async () => {
		const one = await signed('killed while confirming');
		await stack.control.faults.add({
			kind: 'latency',
			ms: 3_000,
			path: '/v3/signatures',
			times: 0,
		});
		await stack.control.clearRequests();
		await stack.control.releaseEvents({ parallel: true });
		await waitFor({ what: 'confirmations' }, async () => {
			const open = (await stack.control.requests()).filter(({ status }) => status === 0);
			return open.length > 0 ? { done: true } : { seen: 'none under way' };
		});
		await killAndComplete(one);
	});

	it('come once when executions were running and waiting in the queue', async () => {
		const one = await signed('killed while executing');
		givenOut.hold();
		await stack.control.releaseEvents({ parallel: true });
		await untilHeld(one);
		await waitFor({ what: 'executions to queue' }, async () => {
			const list = await stack.client.executions(one.workflow.id);
			const states = list.map(({ status }) => status);
			return states.includes('new') ? { done: true } : { seen: states.join(' ') };
		});
		await killAndComplete(one);
	});

	it('come once when a poll was giving them out', async () => {
		const one = await scenario.activate('killed while polling');
		await stack.control.settings({ unreachable: [one.webhookId] });
		await one.send(FEW);
		await stack.n8n.stop();
		await one.sign(0, FEW);
		givenOut.hold();
		// The first poll is at the start.
		await stack.restartN8n(FEW_AT_ONCE);
		await untilHeld(one);
		await killAndComplete(one);
	});

	it('come once in a flood of posts, but for those few that n8n shows as crashed between the two nodes', async () => {
		await stack.restartN8n();
		const one = await signed('killed in a flood');
		givenOut.hold();
		await stack.control.releaseEvents({ parallel: true });
		await givenOut.reaches(one.name, FEW);
		const reached = await kill(one);
		const page = { status: ['crashed'], limit: FEW * EVENTS.length };
		const crashed = await stack.client.executions(one.workflow.id, page);
		const between = crashed.length - reached;
		expect(between).toBeGreaterThanOrEqual(0);
		await one.untilAllGiven(Math.min(RECORDED_AT_ONCE, between));
		const { doubled, invented } = await one.tally();
		expect([doubled, invented]).toEqual([[], []]);
	});
});

describeLaterPolls(scenarioNow);
