// For each gate of the trigger, what goes wrong without it.

import { delays } from '../../../nodes/Signaturit/transport/deadline';
import type { Gate } from '../../../nodes/Signaturit/trigger/gate';
import { gates } from '../../../nodes/Signaturit/trigger/gates';
import {
	activatedAt,
	callsOf,
	endOf,
	handovers,
	later,
	realEvent,
	sendMany,
	typesOf,
} from './scenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const MINUTE = 60_000;

const FORGED = {
	type: 'document_completed',
	created_at: '2020-03-05T10:00:05+0000',
	document: { id: 'd1', signature: { id: 'no-such' } },
};

/** The status and the message of the answer to a post. */
async function told(body: unknown, query = ''): Promise<string> {
	const { status, data } = await rig.post(body, undefined, query);
	return `${status} ${data.message}`;
}

/** Signaturit fails for all that concerns this request. Resolves to a true event of it. */
async function failing() {
	const { post, sent, started } = await realEvent(rig);
	await rig.control.faults.add({ kind: 'status', status: 500, path: sent.id, times: 0 });
	return { post, started };
}

/** A promise, and whether it holds. By the gate that keeps it. */
const promises: Readonly<Record<string, [promise: string, isKept: () => Promise<boolean>]>> = {
	address: [
		'a post from another address gets 403, where only that of Signaturit is allowed',
		async () => {
			rig.parameters = { events: ['*'], options: { onlyFromSignaturit: true, confirm: false } };
			return (await told(FORGED)).startsWith('403');
		},
	],
	event: ['what is not an event gets 400', async () => (await told({})).startsWith('400')],
	chosen: [
		'an event that is not chosen costs no call',
		async () => {
			const { post } = await realEvent(rig);
			rig.parameters = { events: ['document_completed'] };
			return (await callsOf(rig, async () => void (await told(post)))).length === 0;
		},
	],
	subscription: [
		'what a subscription posts that is left over starts nothing',
		async () => {
			const { post, started } = await realEvent(rig);
			await told(post, '?from=account');
			return started() === 0;
		},
	],
	confirm: [
		'without Confirm Events With Signaturit, any event starts the workflow',
		async () => {
			rig.parameters = { events: ['*'], options: { confirm: false } };
			await told(FORGED);
			return rig.started === 1;
		},
	],
	refused: [
		'a copy of a forged post costs no call',
		async () => {
			await told(FORGED);
			return (await callsOf(rig, async () => void (await told(FORGED)))).length === 0;
		},
	],
	copy: [
		'a copy of a post that cannot be confirmed costs no call while its execution asks',
		async () => {
			const { post } = await failing();
			// Its execution goes on, but its calls reach nobody.
			jest.spyOn(rig.stops, 'push').mockImplementation((stop) => {
				stop?.();
				return 1;
			});
			await told(post);
			return (await callsOf(rig, async () => void (await told(post)))).length === 0;
		},
	],
	known: [
		'a forged post starts nothing',
		async () => {
			await told(FORGED);
			return rig.started === 0;
		},
	],
	room: [
		'posts of anybody that cannot be confirmed start three executions at a time',
		async () => {
			const { post, started } = await failing();
			const at = (second: number) => ({ ...post, created_at: `2020-03-05T10:00:0${second}+0000` });
			const answers = await Promise.all([1, 2, 3, 4].map(async (second) => await told(at(second))));
			await rig.control.faults.clear();
			return started() === 3 && answers.some((answer) => answer.startsWith('503'));
		},
	],
	claim: [
		'copies of a post that cannot be confirmed start one execution, which gives the event out',
		async () => {
			const { post, started } = await failing();
			await Promise.all([told(post), told(post)]);
			await rig.control.faults.clear();
			return started() === 1 && (await rig.items()).length === 1;
		},
	],
	starts: [
		'a true event starts the workflow',
		async () => {
			const { post, started } = await realEvent(rig);
			await told(post);
			return started() === 1;
		},
	],
	since: [
		'what happened before the publication starts nothing',
		async () => {
			const [old = ''] = await sendMany(rig, { count: 1, status: 'completed' });
			await later(2 * MINUTE, async () => {
				await rig.activate('activate');
				await told(await endOf(rig, old));
			});
			return rig.started === 0;
		},
	],
	open: [
		'copies of a true event at the same moment start one execution',
		async () => {
			const { post, started } = await realEvent(rig);
			await Promise.all([told(post), told(post), told(post)]);
			return started() === 1;
		},
	],
	memory: [
		'after a start of n8n, polls start no execution for an event that was given out before',
		async () => {
			rig.parameters = { events: ['document_completed'] };
			activatedAt(rig, Date.now());
			const poll = rig.polls('init');
			await poll();
			await sendMany(rig, { count: 2, status: 'completed' });
			await poll();
			const before = handovers(rig, 'happenings').length;
			rig.restart();
			await later(MINUTE, rig.polls('init'));
			return before > 0 && handovers(rig, 'happenings').length === before;
		},
	],
	take: [
		'an event comes once, also when another process gets its post again',
		async () => {
			const { post } = await realEvent(rig);
			await told(post);
			rig.restart();
			await told(post);
			return (await typesOf(rig)).length === 1;
		},
	],
};

/** Runs without a gate. */
async function without(gate: Gate, run: () => Promise<boolean>): Promise<boolean> {
	const list = gates as Gate[];
	const place = list.indexOf(gate);
	list.splice(place, 1);
	return await run().finally(() => list.splice(place, 0, gate));
}

describe.each(gates.map((gate) => [gate.name, gate] as const))('the gate %s', (name, gate) => {
	const [promise, isKept] = promises[name] ?? [];
	if (!promise || !isKept) throw new Error(`Nothing is promised by the gate ${name}`);

	beforeEach(async () => {
		// A post asks for less than a second, and an execution for five.
		jest.replaceProperty(delays.looks.post, 'all', 300);
		jest.replaceProperty(delays.looks, 'last', 200);
		jest.replaceProperty(delays.looks.execution, 'all', 5_000);
		await rig.reset({ events: ['*'] });
	});
	afterEach(async () => {
		await rig.control.faults.clear();
		await rig.settled();
		jest.restoreAllMocks();
	});

	it(`keeps a promise: ${promise}`, async () => {
		expect(await isKept()).toBe(true);
	});

	it('is needed for that', async () => {
		expect(await without(gate, isKept)).toBe(false);
	});
});

it('every promise has its gate', () => {
	expect(Object.keys(promises).sort()).toEqual(gates.map(({ name }) => name).sort());
});
