// A real n8n with an agent whose tool pays only after two people have signed.

import { randomUUID } from 'node:crypto';
import { startRecorder, type Recorder } from '../lib/recorder';
import { waitFor } from '../lib/wait';
import type { N8nClient } from '../lib/n8n/n8nClient';
import { node, signaturitNode, to, webhookNode } from '../lib/n8n/workflowNodes';
import { startStack, type Site, type Stack } from '../lib/stack';
import { WaitingWorkflow } from '../sendAndWait/waiting';
import { agentNode, modelNode, ModelServer, type ToolCall } from './modelServer';
import { payingTool, TOOL } from './payingTool';
import { ADA, BEN } from '../../people';

const TOOLKIT = 'Tools of the Server';
const REVIEW = 'Sign to Approve';

/** A call that the model makes of the tool. */
export const pay = (amount: number, hitlParameters: object = {}): ToolCall => ({
	name: TOOL,
	arguments: { toolParameters: { amount }, hitlParameters },
});

interface AgentOptions {
	/** Of n8n's node. */
	version?: number;
	/** What the agent's own input says. */
	input?: object;
	/** In the place of a template and its message. */
	review?: object;
	/** The expression of what the tool posts. */
	body?: string;
	/** Such as `onError`, of the review. */
	settings?: object;
	/** Whether the tool is one of an MCP server, with a client between it and the review. */
	byMcp?: boolean;
}

type Where = Site & { stop(): Promise<void> };

const amount = "amount: $fromAI('amount', 'The amount', 'number')";

/** The request that was signed, as the tool can read it (docs/agents.md). */
export const WHO_SIGNED = `={{ JSON.stringify({ ${amount}, request: $node["${REVIEW}"].context.waiting.items[0].id }) }}`;

/** A real n8n with an agent whose tool pays, after Ada and Ben have signed. */
export class AgentScenario<In extends Where = Stack> {
	private constructor(
		readonly stack: In,
		readonly model: ModelServer,
		/** What the tool has done. */
		readonly paid: Recorder,
		readonly workflow: WaitingWorkflow,
	) {}

	static async start(options: AgentOptions = {}): Promise<AgentScenario<Stack>> {
		return await AgentScenario.in(await startStack(), options);
	}

	/** Another agent in the same n8n. */
	static async in<In extends Where>(
		stack: In,
		{
			version = 3,
			input = {},
			review,
			body = `={{ JSON.stringify({ ${amount} }) }}`,
			settings = {},
			byMcp = false,
		}: AgentOptions,
	): Promise<AgentScenario<In>> {
		const model = await new ModelServer().start();
		const paid = await startRecorder();
		try {
			const { client, credential } = stack;
			const openAi = await model.credential(client);
			const path = randomUUID();
			const tool = await payingTool(client, `${paid.url}/paid`, body);
			const mcpPath = randomUUID();
			const mcpClient = node(TOOLKIT, '@n8n/n8n-nodes-langchain.mcpClientTool', 1.2, {
				endpointUrl: `${stack.n8n.url}/mcp/${mcpPath}`,
				serverTransport: 'httpStreamable',
				options: {},
			});
			if (byMcp) await serveByMcp(client, mcpPath, tool);
			const workflow = await client.importWorkflow({
				name: 'Agent that pays',
				nodes: [
					webhookNode('Start', path),
					node('Own Input', 'n8n-nodes-base.set', 3.4, {
						mode: 'raw',
						jsonOutput: JSON.stringify(input),
						options: {},
					}),
					agentNode('Agent', version),
					modelNode(openAi),
					node('By Hand', 'n8n-nodes-base.manualTrigger', 1, {}),
					signaturitNode(
						REVIEW,
						'signaturitHitlTool',
						credential,
						{
							resource: 'signature',
							operation: 'sendAndWait',
							recipients: { recipient: [ADA, BEN] },
							options: { name: '=Payment of {{ $tool.parameters.amount }}' },
							...(review ?? {
								message: '=The agent wants to pay {{ $tool.parameters.amount }}',
								source: 'templates',
								templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
							}),
						},
						settings,
					),
					byMcp ? mcpClient : tool,
				],
				connections: {
					Start: to('Own Input'),
					'By Hand': to('Own Input'),
					'Own Input': to('Agent'),
					Model: connected('ai_languageModel', 'Agent'),
					[REVIEW]: connected('ai_tool', 'Agent'),
					[byMcp ? TOOLKIT : TOOL]: connected('ai_tool', REVIEW),
				},
				settings: { executionOrder: 'v1' },
			});
			await client.activate(workflow.id);
			return new AgentScenario(stack, model, paid, new WaitingWorkflow(stack, workflow, path));
		} catch (error) {
			await paid.close();
			await model.stop();
			await stack.stop();
			throw error;
		}
	}

	/** Starts the agent, and waits until a request was sent and the execution sleeps. */
	async ask(...plan: ToolCall[][]) {
		this.model.plan = plan;
		return await this.workflow.beginAndSleep('One');
	}

	/** Starts the agent, and waits until it has ended. */
	async run(...plan: ToolCall[][]): Promise<string> {
		this.model.plan = plan;
		const id = await this.workflow.begin(['One'], ['running', 'waiting', 'success', 'error']);
		return (await this.workflow.wentOn(id, 'Agent')).execution.status;
	}

	/** *Execute Step* of the review in the editor, with this call of the tool. Returns the execution's id. */
	async executeStep(amountPaid: number): Promise<string> {
		const { client } = this.stack;
		const { id } = this.workflow.workflow;
		const query = { [TOOL]: { amount: amountPaid }, [REVIEW]: {} };
		const { data } = await client.http.post<{ data: { executionId: string } }>(
			`/workflows/${id}/run`,
			{
				workflowData: await client.workflow(id),
				destinationNode: { nodeName: REVIEW, mode: 'inclusive' },
				triggerToStartFrom: { name: 'By Hand' },
				agentRequest: { query, tool: { name: TOOL } },
			},
		);
		return data.data.executionId;
	}

	/**
	 * Starts the agent, and signs or declines each request until it has ended.
	 *
	 * @returns the names of the requests
	 */
	async answerAll(isSigned: boolean, ...plan: ToolCall[][]): Promise<string[]> {
		const { control, client } = this.stack;
		this.model.plan = plan;
		await control.clearRequests();
		const known = (await this.workflow.requests()).length;
		const id = await this.workflow.begin(['One'], ['running', 'waiting']);
		let answered = known;
		await waitFor({ what: `execution ${id} to end` }, async () => {
			for (const request of (await this.workflow.requests()).slice(answered)) {
				// Signing before the execution sleeps is another test's affair.
				await this.workflow.untilStatus(id, 'waiting');
				if (isSigned) await this.workflow.sign(request);
				else await control.decline({ signatureId: request.id, email: ADA.email }, 'No');
				await control.settled();
				answered++;
			}
			const [execution] = (await client.executions(this.workflow.workflow.id)).filter(
				(each) => each.id === id,
			);
			return execution?.status === 'success' ? { done: true } : { seen: String(execution?.status) };
		});
		const posts = (await control.requests()).filter(({ method }) => method === 'POST');
		return posts.flatMap(({ body }) => (body as { name?: string } | undefined)?.name ?? []);
	}

	/** How often the tool has run. */
	get payments(): number {
		return this.paid.posts.length;
	}

	async stop(): Promise<void> {
		await this.stack.stop();
		await this.close();
	}

	/** Stops what is its own. */
	async close(): Promise<void> {
		await this.paid.close();
		await this.model.stop();
	}
}

const connected = (type: string, next: string) => ({ [type]: [[{ node: next, type, index: 0 }]] });

/** Publishes a workflow that serves a tool to MCP clients. */
async function serveByMcp(client: N8nClient, path: string, tool: ReturnType<typeof node>) {
	const server = node(
		'MCP',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		2,
		{ path },
		{ webhookId: path },
	);
	const { id } = await client.importWorkflow({
		name: 'Server of tools',
		nodes: [server, tool],
		connections: { [tool.name]: connected('ai_tool', 'MCP') },
		settings: { executionOrder: 'v1' },
	});
	await client.activate(id);
}
