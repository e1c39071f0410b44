import { handovers, later, postEnd, sendMany, typesOf } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const MINUTE = 60_000;

let minutes = 0;

/** Runs ten minutes after everything before, so that each poll looks. */
const next = async (run: () => Promise<unknown>) =>
	await later((minutes += 10) * MINUTE, async () => void (await run()));

const sign = async () => await sendMany(rig, { count: 1, status: 'completed' });

describe.each([['workflow'], ['account']])('a trigger for events of the %s', (listenTo) => {
	let poll: () => Promise<void>;
	beforeEach(async () => {
		await rig.reset({ events: ['document_completed'], listenTo });
		poll = rig.polls('init');
		await next(poll);
	});

	it('has one execution for each event that is posted, and one after a start for all of them', async () => {
		const stored = () => JSON.stringify(rig.active.staticData());
		const before = stored();
		for (let count = 0; count < 5; count++) {
			await next(async () => {
				const [id] = await sign();
				await postEnd(rig, id);
				await poll();
			});
		}
		for (let count = 0; count < 5; count++) await next(poll);
		expect(await typesOf(rig)).toHaveLength(5);
		expect(rig.started).toBe(5);
		// n8n would store its whole copy, over what other nodes have set meanwhile.
		expect(stored()).toBe(before);
		rig.stopN8n();
		poll = rig.polls('init');
		await next(poll);
		await next(poll);
		expect(rig.started).toBe(6);
		expect(handovers(rig, 'question').map(({ asked }) => asked.length)).toEqual([5]);
		expect(await typesOf(rig)).toHaveLength(5);
	});

	it('asks for nothing that no other process can have given out', async () => {
		// In queue mode, workers run the executions.
		await next(sign);
		await next(poll);
		await next(async () => await sendMany(rig, { count: 3, status: 'completed' }));
		await next(poll);
		await next(poll);
		expect(rig.started).toBe(4);
		expect(handovers(rig, 'question')).toEqual([]);
	});

	it('has one execution for an event that a poll finds, and none after a start without events', async () => {
		rig.stopN8n();
		poll = rig.polls('init');
		await next(poll);
		expect(rig.started).toBe(0);
		await next(sign);
		await next(poll);
		await next(poll);
		expect(rig.started).toBe(1);
		expect(await typesOf(rig)).toHaveLength(1);
	});
});
