// What tests of queue mode start from: n8n, a credential, a recorder and active workflows.

import { randomUUID } from 'node:crypto';
import { ADA, CHARLES } from '../../people';
import type { Item } from '../lib/n8n/n8nClient';
import { node, signaturitNode, to, webhookNode } from '../lib/n8n/workflowNodes';
import { startQueueStack, type QueueStack } from '../lib/queue/queueStack';
import { startRecorder, type Recorder } from '../lib/recorder';
import { waitFor } from '../lib/wait';
import { quiet } from '../lib/report';
import { CREATE, RecordedWorkflow, runEach, START, type SentRequest } from './recordedWorkflow';
import { untilComplete, type Expectation, type Tally } from './tally';

/** n8n in queue mode, a credential for the local service, and a recorder of what triggers emit. */
export class QueueScenario {
	private readonly active: string[] = [];

	private constructor(
		readonly stack: QueueStack,
		readonly recorder: Recorder,
	) {}

	/** @param settings further environment variables of all processes of n8n */
	static async start(settings?: Readonly<Record<string, string>>): Promise<QueueScenario> {
		const stack = await startQueueStack(quiet, settings);
		try {
			return new QueueScenario(stack, await startRecorder());
		} catch (error) {
			await stack.stop();
			throw error;
		}
	}

	async stop(): Promise<void> {
		try {
			await this.stack.stop();
		} finally {
			await this.recorder.close();
		}
	}

	/**
	 * Has posts made again until n8n takes them all: it answers 503 while its database does not answer it in time, as on a
	 * busy machine. A published trigger has the same done for executions that wait (docs/waiting.md).
	 */
	async repeatRefusedPosts(): Promise<void> {
		const { http } = this.stack;
		await waitFor({ what: 'posts that n8n takes' }, async () => {
			const list = '/v3/event-hooks?limit=100&status[]=503';
			const { data } = await http.get<{ web_hooks: Array<{ id: string }> }>(list);
			for (const { id } of data.web_hooks) await http.post(`/v3/event-hooks/${id}/retry`);
			const refused = data.web_hooks.length;
			return refused === 0 ? { done: true } : { seen: `${refused} refused` };
		});
	}

	/** Activates a recorded workflow whose trigger has these parameters. */
	async activate(trigger: object): Promise<RecordedWorkflow> {
		const { stack, recorder } = this;
		const workflow = await RecordedWorkflow.activate(stack, trigger, recorder.url);
		this.active.push(workflow.id);
		return workflow;
	}

	/** Activates a recorded workflow whose trigger has these parameters, and sends requests with it. */
	async activateAndSend(
		trigger: object,
		count: number,
	): Promise<{ id: string; requests: SentRequest[] }> {
		const workflow = await this.activate(trigger);
		return { id: workflow.id, requests: await workflow.send(count) };
	}

	/**
	 * Activates a workflow of a Webhook node and a node of the package with these parameters.
	 *
	 * @returns runs it once with each of these bodies, at the same time; resolves with the items that the node has output
	 */
	async activateNode(
		name: string,
		parameters: object,
	): Promise<(bodies: object[]) => Promise<Item[][]>> {
		const { stack } = this;
		const path = randomUUID();
		const { id } = await stack.client.importWorkflow({
			name,
			nodes: [
				webhookNode(START, path),
				signaturitNode(name, 'signaturit', stack.credential, parameters),
			],
			connections: { [START]: to(name) },
		});
		await stack.client.activate(id);
		this.active.push(id);
		return async (bodies) => await runEach(stack, { id, path }, name, bodies);
	}

	/** Runs Create with these `events` by hand in a workflow with a published trigger; returns also what was sent. */
	async runOnWorker(events: 'automatic' | 'trigger') {
		const { stack } = this;
		const { id } = await stack.client.importWorkflow({
			name: 'Manual',
			nodes: [
				node('Manually', 'n8n-nodes-base.manualTrigger', 1, {}),
				signaturitNode('Create', 'signaturit', stack.credential, {
					...CREATE,
					options: { ...CREATE.options, events },
				}),
				signaturitNode('Signaturit Trigger', 'signaturitTrigger', stack.credential, {
					events: ['document_completed'],
				}),
			],
			connections: { Manually: to('Create') },
		});
		await stack.client.activate(id);
		this.active.push(id);
		await stack.control.clearRequests();
		const run = await stack.client.run(id, 'Manually');
		const sent = (await stack.control.requests()).filter(({ method }) => method === 'POST');
		return { ...run, sent };
	}

	/** Prepares a new test: no active workflow, and nothing to be posted. */
	async reset(): Promise<void> {
		for (const id of this.active.splice(0)) await this.stack.client.deactivate(id);
		await this.stack.control.settings({ holdEvents: false });
		await this.stack.control.settled();
	}

	/** Everyone signs; the posts about that come all at once, the last first. Does not wait for them. */
	async signAtOnce(requests: SentRequest[], copies = 1): Promise<void> {
		const { control } = this.stack;
		await control.settings({ holdEvents: true });
		await this.sign(requests);
		await control.releaseEvents({ order: 'reverse', copies, parallel: true });
	}

	/** Everyone signs. */
	async sign(requests: SentRequest[]): Promise<void> {
		for (const { id } of requests) {
			for (const { email } of [ADA, CHARLES])
				await this.stack.control.sign({ signatureId: id, email });
		}
	}

	/**
	 * Waits until all posts are answered and everything that is expected has come; see `untilComplete`.
	 *
	 * @param log where what does not come may be named instead
	 */
	async complete(expectations: Expectation[], log?: () => Promise<string>): Promise<Tally> {
		await this.stack.control.settled();
		return await untilComplete(this.stack.client, this.recorder, expectations, log);
	}
}
