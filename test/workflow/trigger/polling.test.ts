import { pollLimits } from '../../../nodes/Signaturit/trigger/memoryGate';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { fromHandover } from '../../../nodes/Signaturit/trigger/history';
import { ADA, CHARLES } from '../../people';
import { until } from '../engine/until';
import { published } from './lifecycle';
import { newModules } from './newModules';
import { lookIsOver } from './looks';
import { triggerRig } from './rig';
import {
	breakMemory,
	activatedAt,
	callsOf,
	handovers,
	later,
	PARALLEL,
	sendMany,
	signTogether,
	typesOf,
	unpublish,
} from './scenes';
import { sendContract } from './sendContract';

const rig = triggerRig();
const events = ['document_completed', 'request_completed'];

/** Both sign a request of this workflow; nothing is posted. */
async function signSilently(): Promise<string> {
	await rig.control.settings({ holdEvents: true });
	const { id } = await rig.send(PARALLEL);
	for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
	return id;
}

/** The types of the events that were given out, sorted, although executions may have failed. */
const typesGiven = async () =>
	(await rig.settled())
		.flatMap(({ items }) => items.map(({ json }) => (json.event as { type: string }).type))
		.sort();

/** The errors of the executions that have failed. */
const errors = async () => (await rig.settled()).flatMap(({ error }) => error?.message ?? []);

describe('a poll', () => {
	beforeEach(async () => await rig.reset({ events }));
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['of its own requests', { events }],
		['of its own requests, by polling only', { events, arrival: 'polling' }],
		['of the account, by polling only', { events, arrival: 'polling', listenTo: 'account' }],
	])('%s gives out what no post has told, each event once', async (_, parameters) => {
		await rig.reset(parameters);
		const poll = rig.polls();
		await poll();
		const id = await signSilently();
		await poll();
		// In the account there may be events of other tests in the same second.
		expect(await typesOf(rig, id)).toEqual([
			'document_completed',
			'document_completed',
			'request_completed',
		]);
		const item = (await rig.items()).at(-1);
		expect(item).toMatchObject({ json: { signatureId: id, data: {} }, pairedItem: { item: 0 } });
		for (const { happenings } of handovers(rig, 'happenings')) expect(happenings).toHaveLength(1);
		await poll();
		await later(3_600_000, poll);
		expect(await typesOf(rig, id)).toHaveLength(3);
	});

	it('makes the same item as a post', async () => {
		const poll = rig.polls();
		await poll();
		await signSilently();
		await poll();
		const polled = await rig.items();
		rig.memory.forget();
		rig.restart();
		await rig.control.releaseEvents({});
		const both = await rig.items();
		expect(both.length).toBe(2 * polled.length);
		const sorted = (items: typeof both) => items.map((item) => JSON.stringify(item)).sort();
		expect(sorted(both.slice(polled.length))).toEqual(sorted(polled));
	});

	it('gives nothing out that posts have told, in three copies and at the same moment', async () => {
		const poll = rig.polls();
		await poll();
		const sent = await rig.send(PARALLEL);
		await Promise.all([signTogether(rig, sent, { copies: 3, parallel: true }), poll()]);
		await poll();
		expect(await typesOf(rig)).toHaveLength(3);
	});

	it('does not count what happened before the activation', async () => {
		await signSilently();
		await unpublish(rig);
		await later(120_000, async () => {
			await rig.activate();
			const poll = rig.polls();
			await poll();
			await poll();
		});
		expect(await typesOf(rig)).toEqual([]);
	});

	it('gives out what happened while n8n was stopped, and nothing twice, after asking the memory', async () => {
		const since = Date.now();
		activatedAt(rig, since);
		await rig.polls()();
		await signSilently();
		activatedAt(rig, since);
		await rig.polls('init')();
		expect(await typesOf(rig)).toHaveLength(3);
		expect(handovers(rig, 'question')).toHaveLength(1);

		rig.restart();
		await signSilently();
		await rig.polls('init')();
		expect(await typesOf(rig)).toHaveLength(6);
		expect(handovers(rig, 'question')).toHaveLength(2);
		expect(handovers(rig, 'happenings')).toHaveLength(6);
	});

	it('goes on when the package is updated in a running n8n', async () => {
		await rig.activate();
		const context = rig.pollContext();
		await rig.active.trigger.poll.call(context);
		await signSilently();
		// n8n calls what it has loaded anew with the context that it has.
		const { processState: updated, SignaturitTrigger } = newModules();
		await later(5_000, async () => {
			await new SignaturitTrigger().poll.call(context);
			await lookIsOver(context, updated);
		});
		expect(await typesGiven()).toEqual(['document_completed', ...events]);
	});

	it('starts another execution for what the first one has not given out', async () => {
		rig.parameters = { events: ['document_completed'] };
		const poll = rig.polls();
		await poll();
		await sendMany(rig, { count: 1, status: 'completed' });
		const mend = breakMemory(rig, 'The database fails');
		await poll();
		mend();
		expect(await errors()).toEqual(['The database fails']);
		await poll();
		expect(await typesGiven()).toEqual([]);
		await later(600_000, poll);
		expect(await typesGiven()).toEqual(['document_completed']);
	});

	it('starts nothing while its question is not answered, and asks it again at the next poll', async () => {
		const poll = rig.polls();
		await poll();
		await sendMany(rig, { count: 1, status: 'completed' });
		const mend = breakMemory(rig, 'The database fails');
		const limit = jest.replaceProperty(triggerDelays.poll, 'answer', 100);
		await poll();
		limit.restore();
		mend();
		expect(await errors()).toEqual(['The database fails']);
		expect(handovers(rig, 'happenings')).toEqual([]);
		await poll();
		expect(handovers(rig, 'question')).toHaveLength(2);
		expect(await typesGiven()).toEqual(events);
	});

	it('starts at most 250 executions, and the others at the next polls', async () => {
		expect(pollLimits.started).toBe(250);
		jest.replaceProperty(pollLimits, 'started', 20);
		rig.parameters = { events: ['request_completed'] };
		const started: string[] = [];
		// Questions are answered by real executions; those of the events would take long.
		const context = rig.active.polls(
			([items = []], answer) => {
				const [item] = items;
				const handover = item && fromHandover(item.json);
				if (handover?.kind === 'happenings') started.push(handover.happenings[0]?.key ?? '');
				else void rig.run(items, 'trigger', rig.active, (response) => answer?.resolve(response));
			},
			(error) => rig.pollErrors.push(error),
		);
		const poll = rig.polls('activate', context);
		await poll();
		await sendMany(rig, { count: 48, status: 'completed' });
		for (const expected of [20, 40, 48, 48]) {
			await poll();
			expect(started).toHaveLength(expected);
		}
		expect(new Set(started).size).toBe(48);
	});

	it('does not look while another one does', async () => {
		activatedAt(rig, Date.now());
		const context = rig.pollContext();
		const { poll } = rig.active.trigger;
		await poll.call(context);
		await lookIsOver(context);
		const calls = await callsOf(rig, async () => {
			await Promise.all([1, 2, 3].map(() => poll.call(context)));
			await lookIsOver(context);
		});
		expect(calls).toEqual(['GET /v3/signatures.json']);
	});

	it('starts nothing when the workflow was published again meanwhile, and the new one does', async () => {
		const since = Date.now();
		const old = rig.polls();
		await old();
		await signSilently();
		activatedAt(rig, since);
		await Promise.all([old(), rig.polls('update')()]);
		expect(await typesOf(rig)).toHaveLength(3);
		expect(handovers(rig, 'happenings')).toHaveLength(3);
	});

	it.each(['automatic', 'url'])(
		'gives out what happens to a request that was sent before there was a trigger, with Events %s',
		async (chosen) => {
			const options = { events: chosen, eventsUrl: 'https://crm.example.com/events.json' };
			const sent = await sendContract(rig.service, {}, { ...PARALLEL, options }, 1);
			const poll = rig.polls();
			await poll();
			for (const { email } of [ADA, CHARLES])
				await rig.control.sign({ signatureId: sent.id, email });
			await poll();
			expect(await typesOf(rig)).toHaveLength(3);
		},
	);

	it('gives out nothing of a request whose workflow was told not to report it', async () => {
		const options = { events: 'none' };
		const sent = await sendContract(rig.service, {}, { ...PARALLEL, options }, 1);
		const poll = rig.polls();
		await poll();
		await rig.control.sign({ signatureId: sent.id, email: ADA.email });
		await poll();
		expect(await typesOf(rig)).toEqual([]);
	});
});

/** Lets nothing be recorded until the result is called. */
function holdMemory(): () => void {
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	rig.memory.beforeWrite = async (scope) => {
		if (scope === 'node' && handovers(rig, 'happenings').length > 0) await released;
	};
	return () => release();
}

describe('the executions that a poll starts', () => {
	const EVENTS = { events: ['document_completed'] };
	const COUNT = 12;
	const { next } = triggerDelays.poll;
	beforeEach(async () => {
		await rig.reset(EVENTS);
		// However slow the machine is, the polls wait for answers.
		triggerDelays.poll.next = 60_000;
	});
	afterEach(() => {
		triggerDelays.poll.next = next;
		jest.restoreAllMocks();
		rig.memory.beforeWrite = () => undefined;
	});

	it('are five at a time, until all were given out', async () => {
		let [underWay, most] = [0, 0];
		const run = rig.run.bind(rig);
		jest.spyOn(rig, 'run').mockImplementation((items, mode, workflow, onResponse) => {
			most = Math.max(most, ++underWay);
			return run(items, mode, workflow, (response) => {
				underWay--;
				onResponse?.(response);
			});
		});
		await sendMany(rig, { count: COUNT, status: 'completed' });
		await rig.polls()();
		expect(await typesOf(rig)).toHaveLength(COUNT);
		expect(most).toBe(5);
	});

	it('go on when one ends without having given anything out', async () => {
		let failures = 2;
		rig.memory.beforeWrite = (scope) => {
			if (scope !== 'node' || handovers(rig, 'happenings').length === 0) return;
			if (failures-- > 0) throw new Error('The database fails');
		};
		await sendMany(rig, { count: COUNT, status: 'completed' });
		await rig.polls()();
		expect(handovers(rig, 'happenings')).toHaveLength(COUNT);
	});

	it('are no more when the trigger is deactivated', async () => {
		const { deactivate } = await published(rig, EVENTS);
		await sendMany(rig, { count: COUNT, status: 'completed' });
		const release = holdMemory();
		const poll = rig.polls()();
		await until(() => handovers(rig, 'happenings').length === 5);
		await deactivate();
		release();
		await poll;
		expect(handovers(rig, 'happenings')).toHaveLength(5);
	});

	it('are none when the question to the memory fails, and the next poll asks again', async () => {
		const mend = breakMemory(rig, 'The database fails');
		await sendMany(rig, { count: 2, status: 'completed' });
		const poll = rig.polls();
		await poll();
		expect(handovers(rig, 'happenings')).toEqual([]);
		mend();
		await poll();
		expect(handovers(rig, 'question')).toHaveLength(2);
		expect(handovers(rig, 'happenings')).toHaveLength(2);
	});
});
