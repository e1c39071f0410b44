// A scripted language model that makes the tool calls a test plans.

import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listening, type Listening } from '../../listening';
import type { Credential, N8nClient } from '../lib/n8n/n8nClient';
import { node } from '../lib/n8n/workflowNodes';

/** A call of a tool that the model makes, with its arguments. */
export interface ToolCall {
	name: string;
	arguments: object;
}

const requestSchema = z.object({
	stream: z.boolean().default(false),
	tools: z
		.array(z.object({ function: z.object({ name: z.string(), description: z.string() }) }))
		.default([]),
	messages: z.array(
		z.object({
			role: z.string(),
			content: z.unknown(),
			tool_calls: z.array(z.unknown()).optional(),
		}),
	),
});

/** An agent, of this version of n8n's node. */
export const agentNode = (name: string, version: number) =>
	node(name, '@n8n/n8n-nodes-langchain.agent', version, {
		promptType: 'define',
		text: 'Do it',
		options: { enableStreaming: false, maxIterations: 10 },
	});

/** The model of an agent, with a credential for a scripted one. */
export const modelNode = ({ id, name }: Credential) =>
	node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		1.2,
		{ model: { __rl: true, mode: 'id', value: 'gpt-4.1-mini' }, options: {} },
		{ credentials: { openAiApi: { id, name } } },
	);

/** A model that does what a test says, behind the interface of OpenAI's chat completions. */
export class ModelServer {
	/** The calls that the model makes, turn by turn; then it ends. */
	plan: ToolCall[][] = [];
	/** What the model was told of its calls, in the conversation that has spoken to it last. */
	told: string[] = [];
	/** The descriptions of its tools, by their names. */
	tools: Record<string, string> = {};
	/** All that it was sent. */
	heard = '';
	private readonly server = createServer((request, response) => {
		void text(request).then((body) => this.answer(body, response));
	});
	private calls = 0;

	private listens?: Listening;

	async start(): Promise<this> {
		this.listens = await listening(this.server);
		return this;
	}

	/** Creates a credential with which n8n takes it for OpenAI. */
	async credential(client: N8nClient): Promise<Credential> {
		const data = { apiKey: 'sk-scripted', url: `${this.listens?.url}/v1` };
		return await client.createCredential('Scripted model', 'openAiApi', data);
	}

	async stop(): Promise<void> {
		await this.listens?.close();
	}

	/** The calls that follow after so many: n8n may tell of the calls of a turn in several messages. */
	private turnAfter(made: number): ToolCall[] {
		let calls = 0;
		for (const turn of this.plan) {
			if (calls >= made) return turn;
			calls += turn.length;
		}
		return [];
	}

	private answer(body: string, response: ServerResponse): void {
		const { stream, messages, tools } = requestSchema.parse(JSON.parse(body));
		this.heard += body;
		this.tools = Object.fromEntries(
			tools.map(({ function: { name, description } }) => [name, description]),
		);
		const made = messages.flatMap(({ tool_calls: calls = [] }) => calls).length;
		this.told = messages
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
		const wanted = this.turnAfter(made);
		const toolCalls = wanted.map((call, index) => ({
			index,
			id: `call_${++this.calls}`,
			type: 'function',
			function: { name: call.name, arguments: JSON.stringify(call.arguments) },
		}));
		const message = {
			role: 'assistant',
			content: toolCalls.length > 0 ? '' : 'Done.',
			...(toolCalls.length > 0 && { tool_calls: toolCalls }),
		};
		const finish = toolCalls.length > 0 ? 'tool_calls' : 'stop';
		const base = { id: 'chatcmpl-1', created: 1, model: 'scripted' };
		if (!stream) {
			response.writeHead(200, { 'content-type': 'application/json' });
			const choices = [{ index: 0, message, finish_reason: finish }];
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
			return;
		}
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		const chunk = (delta: object, reason: string | null) =>
			`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
		response.end(`${chunk(message, null)}${chunk({}, finish)}data: [DONE]\n\n`);
	}
}
