// A real n8n that answers visits with an embedded signing page, and a website that shows it.

import axios from 'axios';
import { z } from 'zod';
import { startWebsite, type Visit } from './embeddedVisit';
import type { Listening } from '../listening';
import { embeddedWorkflow, NODES } from './embeddedWorkflow';
import type { Execution, Workflow } from './lib/n8n/n8nClient';
import { startStack, type Stack } from './lib/stack';
import { outputOf } from './mainJob';
import type { WireDocument, WireSignature } from '../service/specs/support/wire';

const itemSchema = z
	.object({
		event: z.object({ type: z.string(), createdAt: z.string() }),
		signatureId: z.string(),
		documentId: z.string(),
		source: z.literal('embedded'),
	})
	.strict();

const itemOf = (execution: Execution) => itemSchema.parse(outputOf(execution, NODES.trigger).json);

/** A real n8n whose workflow answers visits with an embedded signing page, and a website that shows the page. */
export class EmbeddedSite {
	private constructor(
		readonly stack: Stack,
		private readonly workflow: Workflow,
		private readonly website: Listening,
	) {}

	static async start(): Promise<EmbeddedSite> {
		const stack = await startStack();
		try {
			const file = await embeddedWorkflow(stack.credential);
			const workflow = await stack.client.importWorkflow(file);
			await stack.client.activate(workflow.id);
			return new EmbeddedSite(stack, workflow, await startWebsite(visitUrlOf(stack)));
		} catch (error) {
			await stack.stop();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.website.close();
		await this.stack.stop();
	}

	/** Where n8n answers a visit with the page. */
	get visitUrl(): string {
		return visitUrlOf(this.stack);
	}

	/** Where the website shows the page. */
	get websiteUrl(): string {
		return this.website.url;
	}

	/** The production URL of a webhook of the trigger. */
	triggerUrl(path: string): string {
		const { webhookId = '' } = this.workflow.nodes.find(({ name }) => name === NODES.trigger) ?? {};
		return `${this.stack.n8n.url}/webhook/${webhookId}/${path}`;
	}

	/** Where the page sends its reports. */
	get reportUrl(): string {
		return this.triggerUrl('embedded');
	}

	/** Sends a report, as anybody can. */
	async postReport(body: unknown, headers: Record<string, string> = {}) {
		return await axios.post<{ message: string }>(this.reportUrl, body, {
			headers: { 'content-type': 'application/json', ...headers },
			validateStatus: () => true,
			proxy: false,
		});
	}

	/** Waits until the visit's page has sent `count` reports, and returns them in the order of their executions. */
	async reports(visit: Visit, count: number): Promise<z.infer<typeof itemSchema>[]> {
		const { signatureId } = await visit.settings();
		const executions = await this.stack.client.finishedExecutions(
			this.workflow.id,
			count,
			(execution) =>
				NODES.trigger in execution.runs && itemOf(execution).signatureId === signatureId,
		);
		return executions.map(itemOf);
	}

	/** Waits until the visit's page has sent `count` reports, and returns their events. */
	async reportedTypes(visit: Visit, count: number): Promise<string[]> {
		return (await this.reports(visit, count)).map(({ event }) => event.type);
	}

	async executionCount(): Promise<number> {
		return (await this.stack.client.executions(this.workflow.id)).length;
	}

	/** The document that the visit's page is for, as the service has it. */
	async documentOf(visit: Visit): Promise<WireDocument | undefined> {
		const { signatureId } = await visit.settings();
		const { data } = await this.stack.http.get<WireSignature>(`/v3/signatures/${signatureId}.json`);
		return data.documents[0];
	}
}

const visitUrlOf = ({ n8n }: Stack): string => `${n8n.url}/webhook/sign`;
