// A workflow in queue mode that sends requests and records what its trigger emits.

import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ADA, CHARLES } from '../../people';
import type { Execution, Item } from '../lib/n8n/n8nClient';
import type { Site } from '../lib/stack';
import { PATIENCE_MS } from '../lib/wait';
import { outputsOf } from '../mainJob';
import { node, signaturitNode, to, webhookNode } from '../lib/n8n/workflowNodes';

/** The trigger's parameters for one item when everyone has signed. */
export const EVERYONE_SIGNED = { events: ['request_completed'] };

/** The parameters of a Create node that sends a template to Ada and Charles at once. */
export const CREATE = {
	resource: 'signature',
	operation: 'create',
	source: 'templates',
	templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
	recipients: { recipient: [ADA, CHARLES] },
	options: { signingMode: 'parallel' },
};

/** The Webhook node with which a workflow starts. */
export const START = 'Start';

/**
 * Starts an active workflow once with each of these bodies, at the same time, and waits until these executions have ended.
 *
 * n8n can answer with what the last node has output, but not always: when a worker has ended an execution before n8n
 * listens for its end, n8n never answers.
 *
 * @returns the items that the node has output in each execution
 * @throws Error with n8n's message when an execution has failed
 */
export async function runEach(
	{ n8n, client }: Site,
	{ id: workflowId, path }: { id: string; path: string },
	nodeName: string,
	bodies: object[],
): Promise<Item[][]> {
	const earlier = new Set((await client.executions(workflowId)).map(({ id }) => id));
	const request = { proxy: false, timeout: PATIENCE_MS } as const;
	const post = async (body: object) =>
		await axios.post(`${n8n.url}/webhook/${path}`, body, request);
	await Promise.all(bodies.map(post));
	// The events of its trigger start others.
	const isStarted = ({ id, runs }: Execution) => !earlier.has(id) && START in runs;
	const ended = await client.finishedExecutions(workflowId, bodies.length, isStarted);
	return ended.map((execution) => outputsOf(execution, nodeName));
}

const RECORD =
	'={{ JSON.stringify({ workflow: $workflow.id, execution: $execution.id, item: $json }) }}';

const sentSchema = z.array(
	z
		.object({
			signatureId: z.string(),
			signers: z
				.array(z.object({ documents: z.array(z.object({ documentId: z.string() })) }))
				.length(2),
		})
		.transform(({ signatureId: id, signers }) => ({
			id,
			documents: signers.flatMap(({ documents }) =>
				documents.map(({ documentId }) => ({ id: documentId })),
			),
		})),
);

/** A request that the workflow has sent, with one document for each signer. */
export type SentRequest = z.infer<typeof sentSchema>[number];

/** An active workflow that sends requests, and posts what its trigger emits to a recorder. */
export class RecordedWorkflow {
	private constructor(
		private readonly site: Site,
		readonly id: string,
		readonly path: string,
	) {}

	/**
	 * Imports and activates it.
	 *
	 * @param trigger the parameters of its trigger
	 * @param recorderUrl gets `{ workflow, execution, item }` for each item
	 */
	static async activate(
		site: Site,
		trigger: object,
		recorderUrl: string,
	): Promise<RecordedWorkflow> {
		const path = randomUUID();
		const { id } = await site.client.importWorkflow({
			name: 'Recorded',
			nodes: [
				webhookNode(START, path),
				node('Requests', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.requests' }),
				signaturitNode('Create', 'signaturit', site.credential, CREATE),
				signaturitNode('Signaturit Trigger', 'signaturitTrigger', site.credential, trigger),
				node('Record', 'n8n-nodes-base.httpRequest', 4.2, {
					method: 'POST',
					url: recorderUrl,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: RECORD,
				}),
			],
			connections: {
				[START]: to('Requests'),
				Requests: to('Create'),
				'Signaturit Trigger': to('Record'),
			},
		});
		await site.client.activate(id);
		return new RecordedWorkflow(site, id, path);
	}

	/** Sends this many requests, and waits until the service has posted what follows from that. */
	async send(count: number): Promise<SentRequest[]> {
		const requests = Array.from({ length: count }, (_, number) => ({ number }));
		const sent = await runEach(this.site, this, 'Create', [{ requests }]);
		await this.site.control.settled();
		return sentSchema.length(count).parse(sent.flat().map(({ json }) => json));
	}
}
