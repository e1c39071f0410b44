import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ADA, CHARLES } from '../../people';
import type { Credential } from '../lib/n8n/n8nClient';
import type { Site } from '../lib/stack';
import { node, to } from '../lib/n8n/workflowNodes';
import { runEach, signaturitNode, START, startNode } from './nodes';

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

const RECORD =
	'={{ JSON.stringify({ workflow: $workflow.id, execution: $execution.id, item: $json }) }}';

const sentSchema = z.array(
	z
		.object({
			signatureId: z.string(),
			documents: z.array(z.object({ id: z.string() })).length(2),
		})
		.transform(({ signatureId: id, documents }) => ({ id, documents })),
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
	 * @param nodes the parameters of its Create node and of its trigger
	 * @param recorderUrl gets `{ workflow, execution, item }` for each item
	 */
	static async activate(
		site: Site,
		credential: Credential,
		{ create, trigger }: { create: object; trigger: object },
		recorderUrl: string,
	): Promise<RecordedWorkflow> {
		const path = randomUUID();
		const { id } = await site.client.importWorkflow({
			name: 'Recorded',
			nodes: [
				startNode(path),
				node('Requests', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.requests' }),
				signaturitNode('Create', 'signaturit', credential, create),
				signaturitNode('Signaturit Trigger', 'signaturitTrigger', credential, trigger),
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
