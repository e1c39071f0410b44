// Tests Send and Wait when nothing wakes the execution, or not at once.

import axios from 'axios';
import { signaturitNode, to } from '../lib/n8n/workflowNodes';
import type { Stack } from '../lib/stack';
import { LIMIT } from './loops';
import { activateWaiting, AFTER, sendingNode, WAIT } from './waiting';

const SECOND = 'Second';

/** How many executions sleep while n8n is stopped. */
const SLEEPING = process.env.E2E === 'all' ? 50 : 10;

/** What happens when nothing wakes the execution, or not at once. */
export function describeLimits(stack: () => Stack): void {
	it('gives out no outcome of the node before it when the limit of the second one is over', async () => {
		const workflow = await activateWaiting(stack(), {
			more: [
				sendingNode(stack(), SECOND, {
					name: 'Second',
					options: { limitWaitTime: { values: LIMIT } },
				}),
			],
			connections: { [WAIT]: to(SECOND), [SECOND]: to(AFTER) },
		});
		const known = (await workflow.requests()).length;
		const { id, requests } = await workflow.beginAndSleep('One');
		if (requests[0]) await workflow.sign(requests[0]);
		const second = await workflow.untilSent(known + 1);
		const { execution, items } = await workflow.wentOn(id);
		expect(execution.status).toBe('success');
		expect(items).toHaveLength(1);
		expect(items[0]?.json).not.toHaveProperty('outcome');
		// What the first one has given out stays as it is.
		const [first] = execution.runs[WAIT]?.[0]?.data?.main[0] ?? [];
		expect(first?.json).toMatchObject({ outcome: 'completed', signatureId: requests[0]?.id });
		expect(second.id).not.toBe(requests[0]?.id);
	});

	it('looks again by itself while the history does not show what a post says', async () => {
		const { control } = stack();
		const workflow = await activateWaiting(stack());
		const { id, requests } = await workflow.beginAndSleep('One');
		const [request] = requests;
		const post = (await control.requests()).findLast(({ method }) => method === 'POST');
		const { events_url: address = '' } = post?.body as { events_url?: string };
		const document = { id: request?.documents[0]?.id, status: 'completed' };
		const forged = { type: 'document_completed', document };
		const { status } = await axios.post(address, forged, {
			proxy: false,
			validateStatus: () => true,
		});
		expect(status).toBe(503);
		await control.settings({ unreachable: ['/webhook-waiting/'] });
		if (request) await workflow.sign(request);
		const { items } = await workflow.wentOn(id);
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
	});

	it('sends nothing when n8n has a path in its own address, so that no post would ever wake it', async () => {
		const { n8n, client } = stack();
		const workflow = await activateWaiting(stack());
		const known = (await workflow.requests()).length;
		await stack().restartN8n({ WEBHOOK_URL: `${n8n.url}/n8n/` });
		try {
			const { error } = await client.finished(await workflow.begin(['One'], ['error']));
			expect(error?.message).toContain('n8n has the path /n8n in WEBHOOK_URL');
			expect(await workflow.requests()).toHaveLength(known);
		} finally {
			await stack().restartN8n();
		}
	});

	it('goes on, once, after n8n was stopped while everyone signed, if the workflow has a trigger', async () => {
		const { control, n8n } = stack();
		const events = { resource: 'signature', events: ['request_completed'] };
		const trigger = signaturitNode('Trigger', 'signaturitTrigger', stack().credential, events);
		const workflow = await activateWaiting(stack(), { more: [trigger] });
		const known = (await workflow.requests()).length;
		const ids = await workflow.beginMany(SLEEPING);
		await control.settled();
		const requests = (await workflow.requests()).slice(known);
		expect(requests).toHaveLength(SLEEPING);
		await n8n.stop();
		for (const request of requests) await workflow.sign(request);
		await stack().restartN8n();
		for (const id of ids) {
			const { execution, items } = await workflow.wentOn(id);
			expect(execution.status).toBe('success');
			expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
		}
	});

	it("does not sleep in silence in n8n's Retry: it lists the requests, and sends none twice", async () => {
		const { control, client } = stack();
		const workflow = await activateWaiting(stack());
		const known = (await workflow.requests()).length;
		const refusal = { kind: 'status', status: 400, method: 'POST', path: '/v3/' } as const;
		await control.faults.add({ ...refusal, skip: 1, times: 1 });
		const id = await workflow.begin(['One', 'Two'], ['error']);
		const [first] = (await workflow.requests()).slice(known);
		const { error } = await client.retry(id);
		expect(error?.message).toBe(
			'This execution would wait for ever: another one has sent the request',
		);
		expect(error?.description).toContain(`• Row 1: ${first?.id}`);
		await client.retry(id);
		const names = (await workflow.requests()).slice(known);
		expect(names.filter((request) => request.id === first?.id)).toHaveLength(1);
	});
}
