import { callsOf, later, sendMany, typesOf } from './pollScenes';
import { triggerRig } from './rig';
import { PARALLEL } from './scenes';
import { ADA, CHARLES } from '../../people';

const rig = triggerRig();
const LIST = 'GET /v3/signatures.json';
const MINUTE = 60_000;
const PATH = '/v3/signatures.json';

const fails = async (status: number, times = 0) =>
	await rig.control.faults.add({
		kind: 'status',
		status,
		path: PATH,
		times,
		message: 'The user ada@example.com is banned',
	});

beforeEach(async () => await rig.reset({ events: ['document_completed', 'request_completed'] }));

describe('a poll that fails', () => {
	it('throws nothing when n8n starts, is logged without an email address, and the next one gives out all', async () => {
		const context = rig.pollContext('init');
		const warnings = jest.spyOn(context.logger, 'warn').mockImplementation();
		const poll = rig.polls('init', context);
		await fails(403);
		await poll();
		expect(rig.pollErrors).toEqual([]);
		expect(warnings.mock.calls.flat().join()).toContain('a poll failed. The user … is banned');
		warnings.mockRestore();
		await rig.control.faults.clear();
		await sendMany(rig, { count: 1, status: 'completed' });
		await poll();
		expect(await typesOf(rig)).toEqual(['document_completed', 'request_completed']);
	});

	it('later makes one failed execution in a quarter of an hour, from the second failure on', async () => {
		const poll = rig.polls();
		await poll();
		await fails(500);
		const failed: number[] = [];
		for (const minutes of [0, 1, 2, 14, 15, 17, 20, 32]) {
			await later(minutes * MINUTE, poll);
			failed.push(rig.pollErrors.length);
		}
		expect(failed).toEqual([0, 1, 1, 1, 1, 2, 2, 3]);
		expect(rig.pollErrors[0]?.message).toBe('The user ada@example.com is banned');
	});

	it('makes a failed execution at once when it is refused, and none when a single failure has passed', async () => {
		const poll = rig.polls();
		await poll();
		// A request that reads is tried three times.
		await fails(502, 3);
		await poll();
		await poll();
		await fails(502, 3);
		await poll();
		expect(rig.pollErrors).toEqual([]);
		await fails(401, 1);
		await poll();
		expect(rig.pollErrors).toHaveLength(1);
	});

	it.each([
		['as long as Retry-After says', 120, 120],
		['an hour at most', 30 * 24 * 3_600, 3_600],
	])('pauses %s', async (_, retryAfterSeconds, seconds) => {
		const poll = rig.polls();
		await poll();
		const fault = { kind: 'status', status: 429, path: PATH, times: 1 } as const;
		await rig.control.faults.add({ ...fault, retryAfterSeconds });
		await poll();
		expect(await callsOf(rig, poll)).toEqual([]);
		const callsAfter = async (wait: number) =>
			await callsOf(rig, async () => await later(wait * 1_000, poll));
		expect(await callsAfter(seconds - 10)).toEqual([]);
		// After a quarter of an hour, it also looks for failed posts to sleeping executions.
		const calls = await callsAfter(seconds + 1);
		expect(calls.filter((one) => one !== 'GET /v3/event-hooks')).toEqual([LIST]);
	});
});

describe('how often a trigger polls', () => {
	/** Sends a request to both signers, who sign it, and lets the posts arrive or not. */
	async function signed(arePosted: boolean): Promise<void> {
		await rig.control.settings({ holdEvents: !arePosted });
		const { id } = await rig.send(PARALLEL);
		for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		await rig.settled();
	}

	it('is every five minutes while posts tell of all that it finds, and at each of the Poll Times when they do not', async () => {
		const poll = rig.polls();
		await poll();
		await signed(true);
		// If the account had nothing at the publication, it learns how to know it again.
		await poll();
		expect(await callsOf(rig, poll)).toEqual([]);
		expect(await callsOf(rig, async () => await later(4 * MINUTE, poll))).toEqual([]);
		expect(await callsOf(rig, async () => await later(5 * MINUTE, poll))).toEqual([LIST]);

		await signed(false);
		expect(await callsOf(rig, async () => await later(10 * MINUTE, poll))).toEqual([LIST]);
		expect(await typesOf(rig)).toHaveLength(6);
		expect(await callsOf(rig, async () => await later(11 * MINUTE, poll))).toEqual([LIST]);
	});

	it('is at each of the Poll Times while more was found than one poll gives out', async () => {
		const poll = rig.polls();
		await poll();
		await signed(true);
		const { length: posted } = await typesOf(rig);
		// Each brings an event of its document and the end of the request.
		await sendMany(rig, { count: 130 });
		await later(5 * MINUTE, async () => {
			await poll();
			expect(await typesOf(rig)).toHaveLength(posted + 250);
			await poll();
			expect(await typesOf(rig)).toHaveLength(posted + 260);
		});
	});

	it('is always at the Poll Times by polling only', async () => {
		rig.parameters = { events: ['document_completed'], arrival: 'polling' };
		const poll = rig.polls();
		await poll();
		await signed(true);
		expect(await callsOf(rig, poll)).toEqual([LIST]);
		expect(await callsOf(rig, poll)).toEqual([LIST]);
	});
});
