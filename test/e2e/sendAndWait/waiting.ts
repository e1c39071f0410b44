// A workflow that sends requests and waits, with its executions and what comes after.

import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Execution, Item, Workflow } from '../lib/n8n/n8nClient';
import { node, signaturitNode, to, webhookNode } from '../lib/n8n/workflowNodes';
import type { Site } from '../lib/stack';
import { waitFor } from '../lib/wait';
import { ADA, BEN } from '../../people';

/** The node under test, with a name that has everything a name can have. */
export const WAIT = 'Send & "Wait" \\ {{ it\'s }}';
const START = 'Start';
/** What comes after it. */
export const AFTER = 'After';
const ENDED = ['success', 'error', 'crashed', 'canceled'];

const requestsSchema = z.array(
	z.object({
		id: z.string(),
		documents: z.array(
			z.object({ id: z.string(), email: z.string(), file: z.object({ name: z.string() }) }),
		),
	}),
);

/** What an execution has given to the node after the one that waits. */
export interface WentOn {
	execution: Execution;
	items: Item[];
}

/** Activates a workflow that sends a request for each item that it is started with, and waits for all. */
export async function activateWaiting(
	site: Site,
	{ parameters = {}, settings = {}, more = [], connections = {} }: WaitingOptions = {},
): Promise<WaitingWorkflow> {
	const path = randomUUID();
	const name = "={{ $json['body.items'] }}";
	const workflow = await site.client.importWorkflow({
		name: 'Waits for signatures',
		nodes: [
			webhookNode(START, path),
			node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.items' }),
			sendingNode(site, WAIT, { name, ...parameters }, settings),
			node(AFTER, 'n8n-nodes-base.noOp', 1, {}),
			...more,
		],
		connections: { [START]: to('Items'), Items: to(WAIT), [WAIT]: to(AFTER), ...connections },
		settings: { executionOrder: 'v1' },
	});
	await site.client.activate(workflow.id);
	return new WaitingWorkflow(site, workflow, path);
}

/** A node that sends a request to Ada and Ben and waits. */
export function sendingNode(
	{ credential }: Site,
	name: string,
	parameters: object,
	settings: object = {},
): ReturnType<typeof node> {
	return signaturitNode(
		name,
		'signaturit',
		credential,
		{
			resource: 'signature',
			operation: 'sendAndWait',
			source: 'templates',
			templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
			recipients: { recipient: [ADA, BEN] },
			...parameters,
		},
		settings,
	);
}

interface WaitingOptions {
	/** Of the node that waits. */
	parameters?: object;
	/** Such as `onError`. */
	settings?: object;
	more?: Array<ReturnType<typeof node>>;
	connections?: object;
}

/** An active workflow that waits. */
export class WaitingWorkflow {
	constructor(
		private readonly site: Site,
		readonly workflow: Workflow,
		private readonly path: string,
	) {}

	/**
	 * Starts an execution with an item for each of these, which are names if nothing else is said.
	 *
	 * @param as how it is recognised: a trigger of the workflow may start others
	 * @returns its id
	 */
	async begin(items: unknown[], as = ['running', 'waiting']): Promise<string> {
		const { client, n8n } = this.site;
		const earlier = new Set((await client.executions(this.workflow.id)).map(({ id }) => id));
		await axios.post(`${n8n.url}/webhook/${this.path}`, { items }, { proxy: false });
		const wait = { what: `an execution to be ${as.join(' or ')}` };
		return await waitFor<string>(wait, async () => {
			const list = await client.executions(this.workflow.id);
			const started = list.filter(({ id }) => !earlier.has(id));
			const found = started.find(({ status }) => as.includes(status));
			if (found) return { done: found.id };
			return { seen: started.map(({ status }) => status).join(', ') };
		});
	}

	/** Starts so many executions with an item each, waits until all sleep, and returns their ids. */
	async beginMany(count: number): Promise<string[]> {
		const { client, n8n } = this.site;
		for (let index = 0; index < count; index++) {
			const items = [`Contract ${index + 1}`];
			await axios.post(`${n8n.url}/webhook/${this.path}`, { items }, { proxy: false });
		}
		return await waitFor<string[]>({ what: `${count} executions to sleep` }, async () => {
			const list = await client.executions(this.workflow.id, { status: ['waiting'], limit: count });
			const ids = list.map(({ id }) => id);
			return ids.length === count ? { done: ids } : { seen: `${ids.length}` };
		});
	}

	/** Starts an execution, and waits until it sleeps. */
	async beginAndSleep(...items: unknown[]): Promise<{ id: string; requests: SentRequest[] }> {
		const earlier = new Set((await this.requests()).map(({ id }) => id));
		const id = await this.begin(items, ['waiting']);
		await this.site.control.settled();
		const requests = (await this.requests()).filter((request) => !earlier.has(request.id));
		return { id, requests };
	}

	/** Waits until an execution has this status. */
	async untilStatus(id: string, wanted: string): Promise<void> {
		await waitFor({ what: `execution ${id} to be ${wanted}` }, async () => {
			const status = await this.status(id);
			if (status === wanted) return { done: true };
			if (ENDED.includes(status)) {
				const { error } = await this.site.client.finished(id);
				throw new Error(
					`Execution ${id} is ${status}: ${error?.message} ${error?.description ?? ''}`,
				);
			}
			return { seen: status };
		});
	}

	/** Begins n8n's Retry of an execution. */
	async retry(id: string): Promise<{ id: string }> {
		const { data } = await this.site.client.http.post<{ data: { id: string } }>(
			`/executions/${id}/retry`,
			{ loadWorkflow: false },
		);
		return data.data;
	}

	async status(id: string): Promise<string> {
		const list = await this.site.client.executions(this.workflow.id);
		return list.find((execution) => execution.id === id)?.status ?? 'not listed';
	}

	/** Waits until an execution has ended, and returns what went on. */
	async wentOn(id: string, after = AFTER): Promise<WentOn> {
		await waitFor({ what: `execution ${id} to end` }, async () => {
			const status = await this.status(id);
			return ENDED.includes(status) ? { done: true } : { seen: status };
		}).catch(async (error: Error) => {
			throw new Error(`${error.message}. n8n's log ends:\n${await this.site.n8n.logTail()}`);
		});
		const execution = await this.site.client.finished(id);
		const runs = execution.runs[after] ?? [];
		return { execution, items: runs.flatMap((run) => run.data?.main[0] ?? []) };
	}

	/** All signature requests that the service has, oldest first. */
	async requests(): Promise<SentRequest[]> {
		const { data } = await this.site.http.get<unknown>('/v3/signatures.json?limit=100');
		return requestsSchema.parse(data).reverse();
	}

	/** Waits for the request after so many others. */
	async untilSent(others: number): Promise<SentRequest> {
		return await waitFor<SentRequest>({ what: 'a request' }, async () => {
			const [sent] = (await this.requests()).slice(others);
			return sent ? { done: sent } : { seen: 'none' };
		});
	}

	/** Both sign a request. */
	async sign({ id: signatureId }: SentRequest): Promise<void> {
		const { control } = this.site;
		for (const { email } of [ADA, BEN]) {
			await control.sign({ signatureId, email });
			await control.settled();
		}
	}
}

export type SentRequest = z.infer<typeof requestsSchema>[number];
