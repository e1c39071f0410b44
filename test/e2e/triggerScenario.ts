// A workflow with the trigger in a real n8n, its events, and the items it emits.

import axios from 'axios';
import { Agent } from 'node:http';
import { z } from 'zod';
import { MARK_KEY, markOf } from '../../nodes/Signaturit/events/tracking';
import type { Credential, Execution, Workflow } from './lib/n8n/n8nClient';
import { node, signaturitNode, to } from './lib/n8n/workflowNodes';
import { NO_MORE_POLLS } from './lib/pollTimes';
import type { Stack } from './lib/stack';
import { waitFor } from './lib/wait';
import { ADA, CHARLES } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';
import { ServiceApi } from '../workflow/trigger/serviceApi';

export const TRIGGER = 'Signaturit Trigger';
const NEXT = 'What Follows';
const itemSchema = z
	.object({
		event: z.object({ type: z.string() }),
		signatureId: z.string(),
		outcome: z.string().optional(),
	})
	.passthrough();

/** A workflow with the trigger in a real n8n, and the local service that posts to it. */
export class TriggerScenario {
	private activated?: Workflow;

	private constructor(
		private readonly stack: Stack,
		readonly credential: Credential,
	) {}

	/** @param data of a credential of its own; by default it has the site's */
	static async on(stack: Stack, data?: object): Promise<TriggerScenario> {
		const { client, credential } = stack;
		const own = data && (await client.createCredential('Another', 'signaturitApi', data));
		return new TriggerScenario(stack, own ?? credential);
	}

	/** Prepares a new test: no faults, no pending posts, no active workflow. */
	async reset(): Promise<void> {
		await this.stack.control.settings({ holdEvents: false });
		await this.stack.control.faults.clear();
		await this.stack.control.settled();
		if (this.activated) await this.stack.client.deactivate(this.activated.id);
		// What happened in the second of its activation counts for a trigger: times of the service are whole seconds.
		const now = Math.floor(Date.now() / 1_000);
		await waitFor({ what: 'the next second', timeoutMs: 5_000, everyMs: 50 }, async () =>
			Date.now() / 1_000 >= now + 1 ? { done: true } : { seen: 'this one' },
		);
	}

	/** The workflow that was activated last; throws when there was none. */
	get workflow(): Workflow {
		if (!this.activated) throw new Error('No workflow has been activated');
		return this.activated;
	}

	/**
	 * Imports and activates a workflow whose trigger has these parameters. Unless they say otherwise, it does
	 * not poll again, so that only posts start it.
	 */
	async activate(parameters: object): Promise<void> {
		this.activated = await this.stack.client.importWorkflow({
			name: 'Trigger under test',
			nodes: [
				signaturitNode(TRIGGER, 'signaturitTrigger', this.credential, {
					pollTimes: NO_MORE_POLLS,
					...parameters,
				}),
				node(NEXT, 'n8n-nodes-base.noOp', 1, {}),
			],
			connections: { [TRIGGER]: to(NEXT) },
		});
		await this.stack.client.activate(this.activated.id);
	}

	private get webhookId(): string {
		return this.workflow.nodes.find(({ name }) => name === TRIGGER)?.webhookId ?? '';
	}

	get productionUrl(): string {
		return `${this.stack.n8n.url}/webhook/${this.webhookId}/events.json`;
	}

	get testUrl(): string {
		return `${this.stack.n8n.url}/webhook-test/${this.webhookId}/events.json`;
	}

	/** The address of the subscription to the account. */
	get accountUrl(): string {
		return `${this.productionUrl}?from=account`;
	}

	/** The URLs that the account's subscriptions post to. */
	async subscribedUrls(): Promise<string[]> {
		const subscriptions = await new ServiceApi(this.stack.service).subscriptions();
		return subscriptions.map(({ url }) => url);
	}

	/** Waits until the subscriptions post to these URLs only: n8n ends a test listen only after its answer. */
	async untilSubscribed(wanted: string[]): Promise<void> {
		await waitFor({ what: 'the test listen to end' }, async () => {
			const now = String(await this.subscribedUrls());
			return now === String(wanted) ? { done: true } : { seen: now };
		});
	}

	/** Lets n8n listen for a test event, as the editor does. */
	async listen(): Promise<void> {
		const { http } = this.stack.client;
		const workflowData = await this.stack.client.workflow(this.workflow.id);
		const body = { workflowData, triggerToStartFrom: { name: TRIGGER } };
		await http.post(`/workflows/${this.workflow.id}/run`, body);
	}

	/** The custom data by which the trigger finds the requests of its workflow. */
	async mark(): Promise<Record<string, string>> {
		return { [MARK_KEY]: markOf(this.workflow.id, await this.stack.client.instanceId()) };
	}

	/** Sends a contract to Ada and Charles, with the trigger as the events URL. */
	async send() {
		return await this.create({ events_url: this.productionUrl });
	}

	/** Sends a contract to Ada and Charles whose events nothing but a subscription or a poll brings to the trigger. */
	async sendWithoutUrl(custom: Record<string, string> = {}) {
		const data = Object.entries(custom).map(([key, value]) => [`data[${key}]`, value]);
		return await this.create(Object.fromEntries(data));
	}

	private async create(more: Record<string, string>) {
		const fields = { ...recipients(ADA, CHARLES), signing_mode: 'parallel', ...more };
		return await createSignature(this.stack, fields);
	}

	/** These signers sign a request, one after the other. */
	async sign(signatureId: string, ...signers: { email: string }[]): Promise<void> {
		for (const { email } of signers) await this.stack.control.sign({ signatureId, email });
	}

	/** Posts a body to the trigger, as anybody can. */
	async post(body: string | object, contentType = 'application/json', headers = {}) {
		// n8n answers before it has read a body that is too long. Only if the connection is kept does it read the rest:
		// otherwise it closes it, and who still sends gets no answer.
		const httpAgent = new Agent({ keepAlive: true });
		try {
			return await axios.post<{ message?: string }>(
				this.productionUrl,
				// The client would change text that is not JSON.
				Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
				{
					headers: { 'content-type': contentType, ...headers },
					validateStatus: () => true,
					proxy: false,
					maxBodyLength: Infinity,
					httpAgent,
				},
			);
		} finally {
			httpAgent.destroy();
		}
	}

	/**
	 * Waits until `count` executions of the workflow have ended, and returns all that have, but for those by which a
	 * poll has n8n save what it knows.
	 */
	async executions(count: number): Promise<Execution[]> {
		return await this.finished(count, (execution) => !isSave(execution));
	}

	/** Waits until all executions of the workflow have ended, and returns those in which the trigger has emitted something. */
	async emitting(): Promise<Execution[]> {
		const { client } = this.stack;
		const { length } = await client.executions(this.workflow.id);
		const all = await client.finishedExecutions(this.workflow.id, length, () => true);
		return all.filter(({ runs }) => NEXT in runs);
	}

	/** Waits until a poll has had n8n save what it knows so many times. */
	async saves(count: number): Promise<Execution[]> {
		return await this.finished(count, isSave);
	}

	private async finished(
		count: number,
		isWanted: (execution: Execution) => boolean,
	): Promise<Execution[]> {
		await this.stack.control.settled();
		const { client } = this.stack;
		return await client.finishedExecutions(this.workflow.id, count, isWanted);
	}
}

/** Whether a poll has started it, and it has given nothing out. */
const isSave = ({ mode, runs }: Execution): boolean => mode === 'trigger' && !(NEXT in runs);

/** The items that the trigger has emitted. All the executions must have succeeded. */
export function emittedItems(list: Execution[]) {
	for (const { id, status } of list) expect(`${id} ${status}`).toBe(`${id} success`);
	return list.flatMap(({ runs }) => {
		const items = runs[TRIGGER]?.[0]?.data?.main.flatMap((output) => output ?? []) ?? [];
		// The next node runs only when the trigger has emitted something.
		expect(NEXT in runs).toBe(items.length > 0);
		return items;
	});
}

/** The JSON of the items that the trigger has emitted. */
export const jsonOf = (list: Execution[]) =>
	emittedItems(list).map(({ json }) => itemSchema.parse(json));
