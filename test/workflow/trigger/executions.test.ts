import { newModules } from './newModules';
import { handovers, later, postEnd, sendMany, typesOf } from './scenes';
import { lookIsOver } from './looks';
import { triggerRig } from './rig';

const rig = triggerRig();
const MINUTE = 60_000;

let minutes = 0;

/** Runs so many minutes after everything before. After ten, each poll looks. */
const next = async (run: () => Promise<unknown>, pause = 10) =>
	await later((minutes += pause) * MINUTE, async () => void (await run()));

const sign = async () => await sendMany(rig, { count: 1, status: 'completed' });

describe.each([
	['workflow', 100],
	['account', 10],
])('a trigger for events of the %s', (listenTo, posts) => {
	let poll: () => Promise<void>;
	beforeEach(async () => {
		await rig.reset({ events: ['document_completed'], listenTo });
		poll = rig.polls('init');
		await next(poll);
	});

	it('has one execution for each event that is posted, and one after a start for all of them', async () => {
		const stored = () => JSON.stringify(rig.active.staticData());
		const before = stored();
		for (let count = 0; count < posts; count++) {
			await next(async () => {
				const [id] = await sign();
				await postEnd(rig, id);
				await poll();
			});
		}
		for (let count = 0; count < 5; count++) await next(poll);
		expect(await typesOf(rig)).toHaveLength(posts);
		expect(rig.started).toBe(posts);
		// n8n would store its whole copy, over what other nodes have set meanwhile.
		expect(stored()).toBe(before);
		rig.stopN8n();
		poll = rig.polls('init');
		await next(poll);
		await next(poll);
		expect(rig.started).toBe(posts + 1);
		expect(handovers(rig, 'question').map(({ asked }) => asked.length)).toEqual([posts]);
		expect(await typesOf(rig)).toHaveLength(posts);
	});

	it('has at most one more in a quarter of an hour in which something has happened, where workers run them', async () => {
		// Main shares nothing with the process that takes the posts and runs the executions.
		const main = newModules();
		const context = rig.pollContext('init');
		poll = async () => {
			await new main.SignaturitTrigger().poll.call(context);
			await lookIsOver(context, main.processState);
			await rig.settled();
		};
		await next(poll);
		for (let count = 0; count < 24; count++) {
			await next(async () => {
				const [id] = await sign();
				await postEnd(rig, id);
				await rig.settled();
			}, 3);
			await next(poll, 2);
		}
		expect(await typesOf(rig)).toHaveLength(24);
		// Two hours have eight quarters. The first event after a start is found out without a question.
		expect(rig.started - 24).toBeLessThanOrEqual(8 + 1);
		await next(sign, 3);
		for (let count = 0; count < 3; count++) await next(poll, 5);
		expect(await typesOf(rig)).toHaveLength(25);
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

	it('says in its output and in the log what an execution was', async () => {
		const info = jest.spyOn(rig.workflow().hook('trigger').logger, 'info');
		info.mockClear();
		await next(async () => {
			const [id] = await sign();
			await postEnd(rig, id);
			await rig.settled();
		});
		// Another process takes a copy of the post, and another one is started, which asks what came before.
		const [[copy] = []] = rig.inputs;
		rig.restart();
		if (copy) await rig.run([copy], 'webhook');
		rig.restart();
		poll = rig.polls('init');
		await next(poll);
		const lines = info.mock.calls.map(([line]) => String(line));
		// Each names the event that it takes, before the memory says whether it came before.
		const telling = (part: string) => lines.filter((line) => line.includes(part)).length;
		expect(telling(' takes the event "') - telling(' came before, nothing is given out')).toBe(1);
		const outputs = (await rig.settled()).map(({ items, hints }) =>
			hints.length > 0 ? hints.map(({ message }) => message).join() : items.length,
		);
		expect(outputs).toEqual([
			1,
			expect.stringMatching(/^The event ".*" came before, nothing is given out\.$/),
			expect.stringMatching(/^(The event ".*" came before|Nothing is given out here)/),
		]);
		for (const output of outputs.slice(1))
			expect(lines.some((line) => line.includes(`says: ${output}`))).toBe(true);
	});
});
