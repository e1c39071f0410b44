import { startScenario } from './catchUp/hooks';
import { describeLaterPolls } from './catchUp/laterPolls';
import type { CatchUpScenario } from './catchUp/scenario';
import { exactlyOnce, type Watched } from './catchUp/watched';
import { EVENTS } from './catchUp/workflows';
import type { Stack } from './lib/stack';

/** Requests of a workflow while n8n is stopped, and while the service has faults. */
const REQUESTS = process.env.CATCH_UP === 'large' ? 250 : 25;

const scenarioNow = startScenario();
let scenario: CatchUpScenario;
let stack: Stack;

beforeAll(() => {
	scenario = scenarioNow();
	({ stack } = scenario);
});

const eachDoes = async (some: Watched[], work: (one: Watched) => Promise<void>) => {
	for (const one of some) await work(one);
};

/** Each request has all events in the end. */
const ALL = exactlyOnce(REQUESTS * EVENTS.length);

describe('events, half of which happen while n8n is stopped', () => {
	it('are given out exactly once, with posts, without any and by polling only', async () => {
		const posts = await scenario.activate('with posts');
		const withoutPosts = await scenario.activate('without posts');
		const pollingOnly = await scenario.activate('by polling only', { arrival: 'polling' });
		const all = [posts, withoutPosts, pollingOnly];
		await stack.control.settings({ unreachable: [withoutPosts.webhookId] });
		await eachDoes(all, async (one) => await one.send(REQUESTS));
		const third = Math.floor(REQUESTS / 3);

		// A third signs completely, and a third without its documents being sealed.
		await eachDoes(all, async (one) => await one.sign(0, third));
		await stack.control.settings({ hold: ['sealing'] });
		await eachDoes(all, async (one) => await one.sign(third, 2 * third));
		await stack.control.settled();
		await eachDoes(all, async (one) => await one.untilAllGiven());

		await stack.n8n.stop();
		await stack.control.settings({ hold: [] });
		await eachDoes(all, async (one) => await one.sign(2 * third, REQUESTS));
		await stack.control.settled();
		await stack.restartN8n();
		await eachDoes(all, async (one) => await one.untilAllGiven());
		for (const one of all) expect(await one.tally()).toEqual(ALL);
	});
});

describe('events that are posted while the service has faults', () => {
	it('are given out exactly once, whether it answers 429, 502 or late', async () => {
		const one = await scenario.activate('with faults');
		await one.send(REQUESTS);
		const faults = [
			{ kind: 'status', status: 429, retryAfterSeconds: 5 },
			{ kind: 'status', status: 502 },
			{ kind: 'latency', ms: 12_000 },
		] as const;
		for (const [index, fault] of faults.entries()) {
			await stack.control.settings({ holdEvents: true });
			await one.sign(
				Math.floor((REQUESTS * index) / faults.length),
				Math.floor((REQUESTS * (index + 1)) / faults.length),
			);
			await stack.control.faults.add({ ...fault, path: '/v3/signatures', times: 0 });
			await stack.control.releaseEvents({ parallel: true });
			await stack.control.settled();
			await stack.control.faults.clear();
		}
		await one.untilAllGiven();
		expect(await one.tally()).toEqual(ALL);
	});
});

describeLaterPolls(scenarioNow);
