// Measures a real n8n under many posted events: speed, CPU time and requests to the service.

import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { z } from 'zod';
import { EVENTS, TRIGGER, workflowWithTrigger } from '../e2e/catchUp/workflows';
import type { Credential, ExecutionSummary, Workflow } from '../e2e/lib/n8n/n8nClient';
import { EACH_MINUTE, NO_MORE_POLLS } from '../e2e/lib/pollTimes';
import { quiet } from '../e2e/lib/report';
import { credentialData, startStack, type Stack } from '../e2e/lib/stack';
import { waitFor } from '../e2e/lib/wait';
import { cpuOfChildren } from './cpu';
import type { HeldPost } from '../service/control/client';
import type { Sizes } from './sizes';

/** How many posts are under way at the same time. */
export const POSTS_IN_FLIGHT = 20;
const PATIENCE_MS = 300_000;

/** What the runs of one kind came to. */
export interface EventRuns {
	/** Events per second, a number for each run. Each run of the trigger stands between two of n8n's Webhook node. */
	rates: ByReceiver;
	/** CPU time of n8n for an event, in milliseconds. */
	cpu: ByReceiver;
	/** Calls to the service per event. */
	calls: { named: number; unnamed: number; polled: number };
}

/** A number for each run. */
type ByReceiver = Record<'confirmed' | 'unconfirmed' | 'webhook', number[]>;

/** What the workflow answers: the output of Create. */
const createdSchema = z.array(z.object({ signatureId: z.string() }));

/** A workflow that the posts start. */
interface Receiver {
	workflow: Workflow;
	sendUrl: string;
	/** Replaces the address of the posts. */
	url?: string;
}

/**
 * Starts a real n8n, posts true events of the local service to the trigger and to n8n's Webhook node in
 * turns, and reads from n8n when the last execution ended.
 */
export async function eventRuns({ eventRounds, posts, polled, warmUp }: Sizes): Promise<EventRuns> {
	const stack = await startStack({ report: quiet });
	try {
		const data = credentialData(stack.service);
		const credential = await stack.client.createCredential('Service', 'signaturitApi', data);
		const trigger = async (parameters: object) =>
			await activateTrigger(stack, credential, parameters);
		const confirmed = await trigger({});
		const unconfirmed = await trigger({ options: { confirm: false } });
		// The same workflow with n8n's Webhook node in the trigger's place: n8n prepares all nodes of a workflow.
		const path = randomUUID();
		const { workflow } = await activateTrigger(stack, credential, {}, webhookNode(path));
		const webhook = { ...confirmed, workflow, url: `${stack.n8n.url}/webhook/${path}` };
		for (const receiver of [confirmed, unconfirmed, webhook]) await run(stack, receiver, warmUp);

		const rates: ByReceiver = { confirmed: [], unconfirmed: [], webhook: [] };
		const cpu: ByReceiver = { confirmed: [], unconfirmed: [], webhook: [] };
		const time = async (kind: keyof ByReceiver, receiver: Receiver) => {
			const each = await run(stack, receiver, posts);
			rates[kind].push(each.rate);
			cpu[kind].push(each.cpu);
			return each.calls;
		};
		let named = NaN;
		await time('webhook', webhook);
		for (let round = 0; round < eventRounds; round++) {
			await time('unconfirmed', unconfirmed);
			await time('webhook', webhook);
			named = await time('confirmed', confirmed);
			await time('webhook', webhook);
		}
		await stack.control.settings({ includeSignatureId: false });
		const { calls: unnamed } = await run(stack, confirmed, posts);
		const polling = await trigger({ arrival: 'polling', pollTimes: EACH_MINUTE });
		const callsByPolls = await callsOfPolls(stack, polling, polled);
		return { rates, cpu, calls: { named, unnamed, polled: callsByPolls } };
	} finally {
		await stack.stop();
	}
}

const webhookNode = (path: string) => ({
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path, options: {} },
	credentials: undefined,
});

/** @param replaced what the trigger's node has instead. */
async function activateTrigger(
	{ client, n8n }: Stack,
	credential: Credential,
	parameters: object,
	replaced: object = {},
): Promise<Receiver> {
	const sendPath = randomUUID();
	const file = workflowWithTrigger({
		name: 'Events',
		sendPath,
		webhookId: randomUUID(),
		credential,
		parameters: { pollTimes: NO_MORE_POLLS, ...parameters },
	});
	const nodes = file.nodes.map((node) => (node.name === TRIGGER ? { ...node, ...replaced } : node));
	const workflow = await client.importWorkflow({ ...file, nodes });
	await client.activate(workflow.id);
	return { workflow, sendUrl: `${n8n.url}/webhook/${sendPath}` };
}

/** Posts that many events of new requests, and waits until the last execution has ended. */
async function run(stack: Stack, receiver: Receiver, events: number) {
	const posts = await newPosts(stack, receiver, events);
	await stack.control.clearRequests();
	const { keeperPid } = stack.n8n;
	const before = await cpuOfChildren(keeperPid);
	const started = Date.now();
	await postAll(receiver.url ? posts.map((post) => ({ ...post, url: receiver.url ?? '' })) : posts);
	const ended = await endOfLast(stack, receiver.workflow, started, events);
	const cpu = ((await cpuOfChildren(keeperPid)) - before) / events;
	const calls = (await stack.control.requests()).length / events;
	return { rate: events / ((ended - started) / 1_000), cpu, calls };
}

/** Has the workflow send requests, signs them, and takes the posts of the chosen events. */
async function newPosts(stack: Stack, { sendUrl }: Receiver, events: number): Promise<HeldPost[]> {
	await stack.control.settings({ holdEvents: true });
	await sendAndSign(stack, sendUrl, events);
	const posts = (await stack.control.takeEvents()).filter(({ body }) =>
		EVENTS.includes((JSON.parse(body) as { type: string }).type),
	);
	if (posts.length !== events) throw new Error(`There are ${posts.length} posts, not ${events}`);
	return posts;
}

async function sendAndSign({ control }: Stack, sendUrl: string, events: number): Promise<void> {
	const names = Array.from({ length: events / EVENTS.length }, (_, index) => `Signer ${index}`);
	const { data } = await axios.post<unknown>(sendUrl, { names }, { proxy: false });
	for (const { signatureId } of createdSchema.parse(data)) {
		await control.sign({ signatureId, email: 'signer@example.com' });
	}
}

async function postAll(posts: readonly HeldPost[]): Promise<void> {
	const left = [...posts];
	const client = axios.create({
		httpAgent: new Agent({ keepAlive: true, maxSockets: POSTS_IN_FLIGHT }),
		proxy: false,
	});
	const postInTurn = async () => {
		for (let post = left.shift(); post; post = left.shift()) {
			const headers = { 'content-type': post.contentType };
			await client.post(post.url, Buffer.from(post.body), { headers });
		}
	};
	await Promise.all(Array.from({ length: POSTS_IN_FLIGHT }, postInTurn));
}

/** When the last of these executions ended, in milliseconds since 1970. */
async function endOfLast(
	{ client }: Stack,
	{ id }: Workflow,
	since: number,
	count: number,
): Promise<number> {
	const wait = { what: `${count} executions to end`, timeoutMs: PATIENCE_MS, everyMs: 500 };
	return await waitFor(wait, async (): Promise<{ done: number } | { seen: string }> => {
		const ends = new Map<string, number>();
		let page: ExecutionSummary[];
		let startedBefore: string | undefined;
		do {
			page = await client.executions(id, { startedBefore });
			// n8n sorts by the start, so its other cursor, the last id, would leave some out.
			startedBefore = page.at(-1)?.startedAt ?? undefined;
			for (const { id: execution, startedAt, stoppedAt, status } of page) {
				if (new Date(startedAt ?? 0).getTime() < since || !stoppedAt) continue;
				if (status !== 'success') throw new Error(`An execution has ended as ${status}`);
				ends.set(execution, new Date(stoppedAt).getTime());
			}
		} while (
			ends.size < count &&
			page.length === 100 &&
			new Date(startedBefore ?? 0).getTime() >= since
		);
		return ends.size < count ? { seen: String(ends.size) } : { done: Math.max(...ends.values()) };
	});
}

/** Calls per event when no post tells of it: those of the polls until all were given out. */
async function callsOfPolls(stack: Stack, receiver: Receiver, events: number): Promise<number> {
	await stack.control.clearRequests();
	const started = Date.now();
	await sendAndSign(stack, receiver.sendUrl, events);
	await endOfLast(stack, receiver.workflow, started, events);
	const reads = (await stack.control.requests()).filter(({ method }) => method === 'GET');
	return reads.length / events;
}
