// A real n8n whose agents and MCP server have the same Signaturit tools.

import axios from 'axios';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { agentNode, modelNode, ModelServer, type ToolCall } from '../approval/modelServer';
import { installN8n } from '../lib/install/n8nInstall';
import { node, signaturitNode, webhookNode } from '../lib/n8n/workflowNodes';
import { quiet } from '../lib/report';
import { startStack, type Stack } from '../lib/stack';
import { waitFor } from '../lib/wait';

/** What the webhook that starts an agent is called with. */
export const MARKER = 'marker-of-the-start';

export const AGENTS = { 'agent 3': 3, 'agent 2': 2.2 } as const;
export type Agent = keyof typeof AGENTS;

const fromAI = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const locators = { signatureId: byId(fromAI('signature')), documentId: byId(fromAI('document')) };
const create = (options: object = {}) => ({
	resource: 'signature',
	operation: 'create',
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
	recipients: { recipient: [{ email: fromAI('email'), name: fromAI('name') }] },
	options: { name: fromAI('subject'), events: 'none', ...options },
});
const documentTool = (operation: string) => ({ resource: 'document', operation, ...locators });

/** The tools, by the names that models use. */
const TOOLS: Record<string, object> = {
	Send: create(),
	Limited: create({ atMost: 1, allowedRecipients: 'example.com' }),
	Find: {
		resource: 'signature',
		operation: 'getMany',
		returnAll: fromAI('all'),
		limit: 2,
		filters: { status: fromAI('status'), signer: fromAI('signer') },
	},
	Get: { resource: 'signature', operation: 'get', ...locators },
	Rename: { resource: 'signature', operation: 'rename', ...locators, name: 'Another name' },
	Remind: { resource: 'signature', operation: 'sendReminder', ...locators },
	Pack: { resource: 'signature', operation: 'getEvidencePack', ...locators, options: {} },
	Signed: documentTool('downloadSigned'),
	Sent: documentTool('downloadSent'),
	Uploaded: documentTool('downloadUploaded'),
	Trail: documentTool('downloadAuditTrail'),
	Attachments: documentTool('downloadAttachments'),
};

const toldSchema = z.object({ result: z.string(), message: z.string() }).passthrough();
export type Told = z.infer<typeof toldSchema>;

const mcpSchema = z.object({
	gaveUp: z.string().optional(),
	isError: z.boolean().optional(),
	content: z.array(z.object({ text: z.string() })).default([]),
	tools: z.array(z.object({ name: z.string(), description: z.string() })),
});

/** What a model is told: n8n gives it the item, or a list of one. */
function readTold(text: string): Told {
	const parsed: unknown = JSON.parse(text);
	const inner: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
	const json = z.object({ json: z.unknown() }).safeParse(inner).data?.json ?? inner;
	const { response } = z.object({ response: z.unknown() }).safeParse(json).data ?? {};
	return toldSchema.parse(Array.isArray(response) ? response[0] : (response ?? json));
}

/** A real n8n with agents of both kinds and an MCP server, all with the same tools. */
export class ToolScenario {
	/** The descriptions of the tools by their names, as the client that has called last was told. */
	toldByMcp: Record<string, string> = {};

	private constructor(
		readonly stack: Stack,
		readonly model: ModelServer,
		private readonly workflowId: string,
		private readonly paths: Record<Agent | 'MCP', string>,
	) {}

	static async start(): Promise<ToolScenario> {
		const stack = await startStack();
		const model = await new ModelServer().start();
		const { client, credential } = stack;
		const paths = { 'agent 3': randomUUID(), 'agent 2': randomUUID(), MCP: randomUUID() };
		const agents = Object.keys(AGENTS) as Agent[];
		const to = (kind: string, ...next: string[]) => ({
			[kind]: [next.map((each) => ({ node: each, type: kind, index: 0 }))],
		});
		const workflow = await client.importWorkflow({
			name: 'Agents with tools',
			nodes: [
				...agents.map((agent) => webhookNode(`Start ${agent}`, paths[agent])),
				...agents.map((agent) => agentNode(agent, AGENTS[agent])),
				modelNode(await model.credential(client)),
				node(
					'MCP',
					'@n8n/n8n-nodes-langchain.mcpTrigger',
					2,
					{ path: paths.MCP },
					{ webhookId: paths.MCP },
				),
				...Object.entries(TOOLS).map(([tool, parameters]) =>
					signaturitNode(tool, 'signaturitTool', credential, parameters),
				),
			],
			connections: {
				...Object.fromEntries(agents.map((agent) => [`Start ${agent}`, to('main', agent)])),
				Model: to('ai_languageModel', ...agents),
				...Object.fromEntries(
					Object.keys(TOOLS).map((tool) => [tool, to('ai_tool', ...agents, 'MCP')]),
				),
			},
			settings: { executionOrder: 'v1' },
		});
		await client.activate(workflow.id);
		return new ToolScenario(stack, model, workflow.id, paths);
	}

	/** Runs an agent in an execution of its own, whose model makes these calls, turn by turn. */
	async run(agent: Agent, ...plan: ToolCall[][]): Promise<Told[]> {
		const { client, n8n } = this.stack;
		this.model.plan = plan;
		const earlier = new Set((await client.executions(this.workflowId)).map(({ id }) => id));
		await axios.post(
			`${n8n.url}/webhook/${this.paths[agent]}?query=${MARKER}`,
			{ comment: MARKER, email: MARKER },
			{
				headers: { authorization: `Bearer ${MARKER}`, 'x-api-key': MARKER, cookie: `a=${MARKER}` },
				proxy: false,
			},
		);
		await waitFor({ what: `${agent} to end` }, async () => {
			const list = await client.executions(this.workflowId);
			const [one] = list.filter(({ id }) => !earlier.has(id));
			const seen = String(one?.status);
			return seen === 'success' ? { done: true } : { seen };
		});
		return this.model.told.map(readTold);
	}

	/** A call by an MCP client; `undefined` if it gives up. */
	async callByMcp(name: string, args: object, timeoutMs = 60_000): Promise<Told | undefined> {
		const { bin } = await installN8n(quiet);
		const { stdout } = await promisify(execFile)(process.execPath, [
			join(__dirname, 'callTool.cjs'),
			dirname(dirname(dirname(dirname(bin)))),
			`${this.stack.n8n.url}/mcp/${this.paths.MCP}`,
			name,
			JSON.stringify(args),
			String(timeoutMs),
		]);
		const { gaveUp, isError, content, tools } = mcpSchema.parse(JSON.parse(stdout));
		this.toldByMcp = Object.fromEntries(tools.map((tool) => [tool.name, tool.description]));
		if (gaveUp !== undefined) return undefined;
		if (isError) throw new Error(content[0]?.text);
		return readTold(content[0]?.text ?? '');
	}

	/** The names of the requests that were sent since the last look. */
	async sent(): Promise<unknown[]> {
		const { control } = this.stack;
		const posts = (await control.requests()).filter(
			({ method, path }) => method === 'POST' && path.startsWith('/v3/signatures.json'),
		);
		await control.clearRequests();
		return posts.map(({ body }) => (body as { name?: string } | undefined)?.name);
	}

	async stop(): Promise<void> {
		await this.stack.stop();
		await this.model.stop();
	}
}
