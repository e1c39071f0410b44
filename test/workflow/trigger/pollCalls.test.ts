import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { ADA, CHARLES } from '../../people';
import { lookIsOver, pollsOf } from './looks';
import { triggerRig } from './rig';
import { callsOf, handovers, later, markOn, PARALLEL, sendMany, typesOf } from './scenes';

const rig = triggerRig();
const PATH = '/v3/signatures.json';
const LIST = `GET ${PATH}`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const events = ['document_completed', 'request_completed'];

beforeEach(async () => await rig.reset({ events }));

describe('the calls of a poll for the requests of its workflow', () => {
	it('are one for the newest page, and one for each 100 open ones that are not on it', async () => {
		await sendMany(rig, { count: 250, status: 'ready', spreadDays: 1 });
		await sendMany(rig, { count: 80, status: 'completed', spreadDays: 0.1 });
		const poll = rig.polls();
		await poll();
		expect(await callsOf(rig, poll)).toEqual(Array(4).fill(LIST));
		const queries = (await rig.control.requests()).map(({ query }) => query);
		const { n8n_trigger } = markOn(rig);
		expect(queries[0]).toMatchObject({ n8n_trigger, limit: '100', offset: '0' });
		for (const query of queries.slice(1)) {
			expect(query).toMatchObject({ n8n_trigger, ids: expect.stringMatching(/^[\w-]+(,|$)/) });
		}
	});

	it('are one when nothing is open', async () => {
		const poll = rig.polls();
		await poll();
		await sendMany(rig, { count: 50, status: 'completed' });
		await poll();
		expect(await callsOf(rig, poll)).toEqual([LIST]);
	});

	it('are at most 15 for everything in a window of 1,000 requests, once an hour', async () => {
		await sendMany(rig, { count: 1_000, status: 'completed', spreadDays: 80 });
		await sendMany(rig, {
			count: 40,
			status: 'completed',
			spreadDays: 0,
			data: { n8n_trigger: 'x' },
		});
		const poll = rig.polls();
		const first = await callsOf(rig, poll);
		expect(first.length).toBeGreaterThanOrEqual(10);
		expect(first.length).toBeLessThanOrEqual(15);
		expect(await callsOf(rig, poll)).toEqual([LIST]);
		const calls = await callsOf(rig, async () => await later(HOUR, poll));
		expect(calls.length).toBeGreaterThanOrEqual(10);
		expect(calls.length).toBeLessThanOrEqual(15);
	});

	it('reach as far back as Look Back says', async () => {
		rig.parameters = { events, options: { lookBack: 30 } };
		// Publishing asks for one entry before, to try the access token.
		await callsOf(rig, rig.polls('init'));
		const [request] = await rig.control.requests();
		const day = new Date(Date.now() - 30 * 24 * HOUR).toISOString().slice(0, 10);
		expect(request?.query).toMatchObject({ since: day });
	});

	it('find what has changed on a request of long ago', async () => {
		const [id = ''] = (await sendMany(rig, { count: 1, status: 'ready', spreadDays: 60 })).slice(
			-1,
		);
		await sendMany(rig, { count: 150, status: 'completed' });
		const poll = rig.polls();
		await poll();
		await rig.control.sign({ signatureId: id, email: 'signer1@example.com' });
		await poll();
		expect(await typesOf(rig, id)).toEqual(['document_completed', 'request_completed']);
	});

	it('go on to older pages when more than a page is new', async () => {
		rig.parameters = { events: ['request_completed'] };
		const poll = rig.polls();
		await poll();
		await sendMany(rig, { count: 230, status: 'completed' });
		expect(await callsOf(rig, poll)).toEqual([LIST, LIST, LIST]);
		expect(handovers(rig, 'happenings')).toHaveLength(230);
	});
});

describe('the calls of a poll that goes round a list', () => {
	const ACCOUNT = { listenTo: 'account', arrival: 'polling' };

	it.each([
		['signature', 'signatures', ACCOUNT, 10],
		['certifiedEmail', 'emails', ACCOUNT, 10],
		['certifiedSms', 'sms', ACCOUNT, 10],
		['certifiedEmail', 'emails', { listenTo: 'workflow' }, 2],
	] as const)(
		'for %s (%s, %j) are at most %d, and the next polls go on behind them',
		async (resource, kind, more, most) => {
			await rig.reset({ resource, events: [], ...more });
			const count = most * 110;
			await sendMany(rig, { kind, count, spreadDays: 0.1 });
			const poll = rig.polls('init');
			const read = new Set<number>();
			for (let round = 0; round < 3; round++) {
				const calls = await callsOf(rig, poll);
				expect(calls.length).toBeLessThanOrEqual(most);
				expect(new Set(calls)).toEqual(new Set([`GET /v3/${kind}.json`]));
				const queries = (await rig.control.requests()).map(({ query }) => query);
				const offsets = queries.map((query) => Number((query as { offset: string }).offset));
				expect(offsets[0]).toBe(0);
				offsets.forEach((offset) => read.add(offset));
			}
			const pages = [...read].sort((x, y) => x - y);
			const steps = pages.map((offset, index) => offset - (pages[index - 1] ?? 0));
			expect(Math.max(...steps)).toBeLessThan(100);
			expect(pages.length).toBeGreaterThan(most);
		},
	);
});

describe('a trigger whose events cannot be polled', () => {
	it('makes no call for embedded signing', async () => {
		await rig.reset({ resource: 'embeddedSigning', embeddedEvents: ['signed'] });
		const poll = rig.polls('init');
		expect(await callsOf(rig, poll)).toEqual([]);
		expect(await callsOf(rig, poll)).toEqual([]);
	});
});

describe("n8n's durable polling", () => {
	it('waits only for a first look at each poll, whose context is new, and gets all that it finds', async () => {
		await rig.reset({ events: ['request_completed'] });
		const activated = rig.pollContext();
		await rig.polls('activate', activated)();
		const lookedAt = pollsOf(activated)?.lookedAt;
		await sendMany(rig, { count: 1, status: 'completed' });
		await rig.control.faults.add({ kind: 'latency', ms: 2_000, path: '/v3/signatures.json' });
		const first = jest.replaceProperty(triggerDelays.poll, 'first', 10);
		const context = rig.pollContext('update');
		await rig.active.trigger.poll.call(context);
		expect(pollsOf(context)).toMatchObject({ isBusy: true, lookedAt });
		first.restore();
		await lookIsOver(context);
		expect(await typesOf(rig)).toEqual(['request_completed']);
	});
});

const fails = async (status: number, times = 0) =>
	await rig.control.faults.add({
		kind: 'status',
		status,
		path: PATH,
		times,
		message: 'The user ada@example.com is banned',
	});

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
