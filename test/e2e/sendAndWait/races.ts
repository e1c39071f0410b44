// Tests Send and Wait when things happen at the same moment, or when they should not.

import axios from 'axios';
import { EACH_MINUTE } from '../lib/pollTimes';
import { waitFor } from '../lib/wait';
import { signaturitNode, to } from '../lib/n8n/workflowNodes';
import type { Stack } from '../lib/stack';
import { activateWaiting, AFTER, type WaitingWorkflow } from './waiting';
import { ADA, BEN } from '../../people';

/** What happens at the same moment, or when it should not. */
export function describeRaces(stack: () => Stack): void {
	let workflow: WaitingWorkflow;

	beforeAll(async () => {
		workflow = await activateWaiting(stack());
	});

	/** The address that Signaturit was told last to post events to. */
	const lastAddress = async () => {
		const posts = (await stack().control.requests()).filter(({ method }) => method === 'POST');
		const { events_url: address = '' } = posts.at(-1)?.body as { events_url?: string };
		return address;
	};

	it('goes on at once when the request has ended before the answer to its creation', async () => {
		const { control } = stack();
		await control.faults.add({ kind: 'late_answer', method: 'POST', ms: 1_500, times: 1 });
		const known = (await workflow.requests()).length;
		const id = await workflow.begin(['Fast']);
		await workflow.sign(await workflow.untilSent(known));
		const { items } = await workflow.wentOn(id);
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
	});

	it('goes on when the request ends after the look and before n8n has stored the execution', async () => {
		const { control } = stack();
		// The look before the sleep sees it unsigned, and gets its answer later.
		await control.faults.add({
			kind: 'late_answer',
			method: 'GET',
			ms: 1_500,
			times: 1,
			skip: 0,
			path: '/v3/signatures/',
		});
		const known = new Set((await workflow.requests()).map(({ id }) => id));
		const id = await workflow.begin(['Faster']);
		await waitFor({ what: 'the look before the sleep' }, async () => {
			const hits = (await control.faults.list()).map((fault) => fault.hits);
			return hits.some((count) => count > 0) ? { done: true } : { seen: 'no look yet' };
		});
		const request = (await workflow.requests()).find((each) => !known.has(each.id));
		if (!request) throw new Error('Nothing was sent');
		await workflow.sign(request);
		const { items } = await workflow.wentOn(id);
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
	});

	it('goes on once when the last posts arrive several times at the same moment', async () => {
		const { control } = stack();
		const { id, requests } = await workflow.beginAndSleep('One', 'Two');
		await control.settings({ holdEvents: true });
		for (const request of requests) {
			for (const { email } of [ADA, BEN]) await control.sign({ signatureId: request.id, email });
		}
		await control.releaseEvents({ parallel: true, copies: 4 });
		await control.settled();
		const { execution, items } = await workflow.wentOn(id);
		expect(execution.status).toBe('success');
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed', 'completed']);
		expect(execution.runs[AFTER]).toHaveLength(1);
	});

	it('goes on once when another post comes while its files arrive', async () => {
		const { control } = stack();
		const withFiles = await activateWaiting(stack(), {
			parameters: { options: { attachFiles: ['signed'] } },
		});
		const { id, requests } = await withFiles.beginAndSleep('One');
		const [request] = requests;
		if (!request) throw new Error('A request was to be sent');
		const address = await lastAddress();
		await control.faults.add({ kind: 'latency', ms: 4_000, path: '/download', times: 0 });
		for (const { email } of [ADA, BEN]) await control.sign({ signatureId: request.id, email });
		await waitFor({ what: 'a download' }, async () => {
			const list = await control.requests();
			const isUnderWay = list.some(
				({ path, status }) => path.includes('/download') && status === 0,
			);
			return isUnderWay ? { done: true } : { seen: 'none' };
		});
		await axios.post(address, {}, { proxy: false, validateStatus: () => true });
		const { execution, items } = await withFiles.wentOn(id);
		expect(execution.status).toBe('success');
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
		expect(execution.runs[AFTER]).toHaveLength(1);
	});

	it('sleeps on when posts say nothing true, and refuses strangers', async () => {
		const { control, n8n } = stack();
		const { id, requests } = await workflow.beginAndSleep('One');
		const address = await lastAddress();
		const post = async (url: string, body: unknown) =>
			(await axios.post(url, body, { proxy: false, validateStatus: () => true })).status;
		const forged = { type: 'document_completed', document: { id: 'x', status: 'completed' } };
		for (const body of [{}, '', { approved: true }]) expect(await post(address, body)).toBe(200);
		// The history may show it later.
		expect(await post(address, forged)).toBe(503);
		const bare = address.replace(/\?.*/, '');
		expect(await post(bare, forged)).toBe(401);
		expect(await post(`${bare}?signature=x`, forged)).toBe(401);
		expect(await post(`${n8n.url}/webhook-waiting/${id}`, forged)).toBeGreaterThanOrEqual(400);
		await control.emit({
			target: { documentId: requests[0]?.documents[0]?.id ?? '' },
			type: 'email_bounced',
		});
		await control.settled();
		expect(await workflow.status(id)).toBe('waiting');
		if (requests[0]) await workflow.sign(requests[0]);
		const { execution, items } = await workflow.wentOn(id);
		expect([execution.status, items.length]).toEqual(['success', 1]);
		// After the end, nothing happens any more.
		await post(address, forged);
		expect((await workflow.wentOn(id)).execution.status).toBe('success');
	});

	it('sleeps through a restart of n8n', async () => {
		const { id, requests } = await workflow.beginAndSleep('One', 'Two');
		await stack().restartN8n();
		for (const request of requests) await workflow.sign(request);
		const { items } = await workflow.wentOn(id);
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed', 'completed']);
	});

	it('does not start the trigger of its workflow, which hears of everything in the account', async () => {
		const trigger = signaturitNode('Trigger', 'signaturitTrigger', stack().credential, {
			resource: 'signature',
			listenTo: 'account',
			events: ['*'],
			pollTimes: EACH_MINUTE,
		});
		const both = await activateWaiting(stack(), {
			more: [trigger],
			connections: { Trigger: to('After') },
		});
		const { id, requests } = await both.beginAndSleep('One');
		if (requests[0]) await both.sign(requests[0]);
		await both.wentOn(id);
		// What others send does start it, after all that came before.
		const other = await workflow.beginAndSleep('Other');
		const { client } = stack();
		const started = await client.finishedExecutions(
			both.workflow.id,
			1,
			({ runs }) => (runs.Trigger?.[0]?.data?.main[0] ?? []).length > 0,
		);
		const about = started
			.flatMap(({ runs }) => runs.Trigger?.[0]?.data?.main[0] ?? [])
			.map(({ json }) => json.signatureId);
		expect(about).toContain(other.requests[0]?.id);
		expect(about).not.toContain(requests[0]?.id);
		await client.deactivate(both.workflow.id);
	});
}
