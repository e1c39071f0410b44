// Tests workflows that come back to the Send and Wait node.

import { randomUUID } from 'node:crypto';
import { waitFor } from '../lib/wait';
import { link, node, signaturitNode, to } from '../lib/n8n/workflowNodes';
import type { Stack } from '../lib/stack';
import { activateWaiting, AFTER, WAIT } from './waiting';

const ended = ifNode('Ended?', '={{ $json.outcome }}', '', {
	type: 'string',
	operation: 'notEmpty',
	singleValue: true,
});

/** Three seconds. n8n notices that they are over up to a minute late. */
export const LIMIT = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };

/** Workflows that come back to the node that waits. */
export function describeLoops(stack: () => Stack): void {
	it('with a limit finds its request again, and wakes without any post; it is sent once', async () => {
		const { control } = stack();
		const looping = await activateWaiting(stack(), {
			parameters: { options: { limitWaitTime: { values: LIMIT } } },
			more: [ended],
			connections: {
				[WAIT]: to('Ended?'),
				'Ended?': { main: [link(AFTER), link(WAIT)] },
			},
		});
		await control.settings({ unreachable: ['/webhook-waiting/'] });
		const { id, requests } = await looping.beginAndSleep('One', 'Two');
		const [first, second] = requests;
		if (!first || !second) throw new Error('Two requests were to be sent');
		await looping.sign(first);
		const before = (await control.requests()).filter(({ method }) => method === 'GET').length;
		await waitFor({ what: 'a second run' }, async () => {
			const status = await looping.status(id);
			const reads = (await control.requests()).filter(({ method }) => method === 'GET').length;
			return reads - before > 6 ? { done: true } : { seen: `${status}, ${reads} reads` };
		});
		await looping.sign(second);
		const { execution, items } = await looping.wentOn(id);
		expect(execution.status).toBe('success');
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed', 'completed']);
		expect(items.map(({ json }) => json.signatureId).sort()).toEqual([first.id, second.id].sort());
		const all = await looping.requests();
		expect(all.filter((request) => [first.id, second.id].includes(request.id))).toHaveLength(2);
		expect(all.at(-1)?.id).toBe(second.id);
	});

	/** As docs/waiting.md#how-long-it-sleeps says. */
	it('with a reminder on the way back goes on waiting for the same requests; each is sent once', async () => {
		const { control, credential } = stack();
		const remind = signaturitNode(
			'Remind',
			'signaturit',
			credential,
			{
				resource: 'signature',
				operation: 'sendReminder',
				signatureId: { __rl: true, mode: 'id', value: '={{ $json.waitingFor.signatureId }}' },
			},
			{ onError: 'continueRegularOutput' },
		);
		const reminding = await activateWaiting(stack(), {
			parameters: { options: { limitWaitTime: { values: LIMIT } } },
			more: [ended, remind],
			connections: {
				[WAIT]: to('Ended?'),
				'Ended?': { main: [link(AFTER), link('Remind')] },
				Remind: to(WAIT),
			},
		});
		const known = (await reminding.requests()).length;
		const { id, requests } = await reminding.beginAndSleep('One', 'Two');
		const [first, second] = requests;
		if (!first || !second) throw new Error('Two requests were to be sent');
		await reminding.sign(first);
		await waitFor({ what: 'a reminder of the second request' }, async () => {
			const path = `/v3/signatures/${second.id}/reminder.json`;
			const reminded = (await control.requests()).some((request) => request.path === path);
			return reminded ? { done: true } : { seen: await reminding.status(id) };
		});
		await reminding.untilStatus(id, 'waiting');
		await control.settled();
		await reminding.sign(second);
		const { execution, items } = await reminding.wentOn(id);
		expect(execution.status).toBe('success');
		expect(items.map(({ json }) => [json.signatureId, json.outcome]).sort()).toEqual(
			[first.id, second.id].map((sent) => [sent, 'completed']).sort(),
		);
		expect((await reminding.requests()).length).toBe(known + 2);
	});

	it('with Retry On Fail sends nothing when the look at its request fails', async () => {
		const { control } = stack();
		const looping = await activateWaiting(stack(), {
			parameters: {
				name: '={{ $now.toMillis() }}',
				options: { limitWaitTime: { values: LIMIT } },
			},
			settings: { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 },
			more: [ended],
			connections: {
				[WAIT]: to('Ended?'),
				'Ended?': { main: [link(AFTER), link(WAIT)] },
			},
		});
		await control.settings({ unreachable: ['/webhook-waiting/'] });
		const known = (await looping.requests()).length;
		const { id, requests } = await looping.beginAndSleep('One');
		await control.faults.add({
			kind: 'status',
			status: 500,
			method: 'GET',
			path: '/v3/',
			times: 0,
		});
		// The looks by which a sleeping execution wakes itself fail too, but only while it sleeps.
		let asleep = 0;
		await waitFor({ what: 'a failed look of the second run' }, async () => {
			const hits = (await control.faults.list()).reduce((sum, fault) => sum + fault.hits, 0);
			const status = await looping.status(id);
			if (status !== 'running') asleep = hits;
			return hits > asleep ? { done: true } : { seen: `${status}, ${hits} hits` };
		});
		await control.faults.clear();
		if (requests[0]) await looping.sign(requests[0]);
		const { items } = await looping.wentOn(id);
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
		expect((await looping.requests()).length).toBe(known + 1);
	});

	it('that comes back after the outcome sends the same request again', async () => {
		const first = ifNode('First Time?', '={{ $runIndex }}', 1, { type: 'number', operation: 'lt' });
		const twice = await activateWaiting(stack(), {
			parameters: { name: 'The same' },
			more: [first],
			connections: {
				[WAIT]: to(first.name),
				[first.name]: { main: [link(WAIT), link(AFTER)] },
			},
		});
		const { id, requests } = await twice.beginAndSleep('One');
		const known = (await twice.requests()).length;
		if (requests[0]) await twice.sign(requests[0]);
		const second = await twice.untilSent(known);
		expect(second.id).not.toBe(requests[0]?.id);
		await twice.untilStatus(id, 'waiting');
		await stack().control.settled();
		await twice.sign(second);
		const { items } = await twice.wentOn(id);
		expect(items.map(({ json }) => json.signatureId)).toEqual([second.id]);
	});
}

/** A node that compares two values; what is true goes to its first output. */
function ifNode(name: string, leftValue: string, rightValue: unknown, operator: object) {
	return node(name, 'n8n-nodes-base.if', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [{ id: randomUUID(), leftValue, rightValue, operator }],
			combinator: 'and',
		},
		options: {},
	});
}
