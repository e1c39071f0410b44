// The client with which tests use n8n as a signed-in user: workflows, credentials and executions.

import type { AxiosInstance } from 'axios';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { http, whenReady } from './n8nHttp';
import * as schema from './n8nSchemas';
import { waitFor } from '../wait';

export type {
	Binary,
	CredentialTest,
	ExecutionSummary,
	Item,
	NodeRun,
	Workflow,
} from './n8nSchemas';

export interface Owner {
	email: string;
	password: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** A workflow as it is exported from the editor. */
export interface WorkflowFile {
	name: string;
	nodes: { name: string; type: string; [more: string]: unknown }[];
	connections: object;
	settings?: object;
	/** What nodes give out that are left out in executions by hand. */
	pinData?: object;
}

export interface Execution extends schema.ExecutionSummary {
	error?: { message: string; description?: string | null };
	/** The runs of each node, by the node's name. */
	runs: Record<string, schema.NodeRun[]>;
}

const RUNNING = ['new', 'running', 'waiting'];

/** The parts of the editor's API that the tests need, for one signed-in user. */
export class N8nClient {
	/** For calls that have no method here. */
	readonly http: AxiosInstance;

	constructor(url: string) {
		this.http = http(url);
	}

	private async call<T extends z.ZodTypeAny>(
		method: 'GET' | 'POST' | 'PATCH',
		url: string,
		answer: T,
		data?: object,
		params?: object,
	): Promise<z.infer<T>> {
		const request = async () => await this.http.request<unknown>({ method, url, data, params });
		const response = await whenReady(request);
		return z.object({ data: answer }).parse(response.data).data as z.infer<T>;
	}

	/** Creates the owner of a new n8n and signs in as the owner. */
	async setUpOwner({ email, password }: Owner): Promise<void> {
		const person = { email, password, firstName: 'Demo', lastName: 'Owner' };
		await this.call('POST', '/owner/setup', z.unknown(), person);
	}

	async login({ email, password }: Owner): Promise<void> {
		await this.call('POST', '/login', z.unknown(), { emailOrLdapLoginId: email, password });
	}

	/** The id of this n8n, which its nodes see. */
	async instanceId(): Promise<string> {
		const settings = z.object({ instanceId: z.string() });
		return (await this.call('GET', '/settings', settings)).instanceId;
	}

	async createCredential(name: string, type: string, data: object): Promise<Credential> {
		const { id } = await this.call('POST', '/credentials', z.object({ id: z.string() }), {
			name,
			type,
			data,
		});
		return { id, name, type };
	}

	/** Tests a credential, as the editor does after "Save". */
	async testCredential(credential: Credential, data: object): Promise<schema.CredentialTest> {
		return await this.call('POST', '/credentials/test', schema.credentialTest, {
			credentials: { ...credential, data },
		});
	}

	async importWorkflow(file: WorkflowFile): Promise<schema.Workflow> {
		return await this.call('POST', '/workflows', schema.workflow, { ...file, active: false });
	}

	async workflow(id: string): Promise<schema.Workflow> {
		return await this.call('GET', `/workflows/${id}`, schema.workflow);
	}

	/** Saves a workflow with other nodes, as the editor does. */
	async saveNodes(id: string, nodes: WorkflowFile['nodes']): Promise<void> {
		await this.call('PATCH', `/workflows/${id}`, z.unknown(), { nodes });
	}

	/** Resolves when all triggers of the workflow listen. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.call('POST', `/workflows/${id}/activate`, z.unknown(), { versionId });
		await this.published(id, 'published');
	}

	/** Resolves when no trigger of the workflow listens any more. */
	async deactivate(id: string): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, z.unknown(), {});
		await this.published(id, 'not_published');
	}

	private async published(id: string, wanted: string): Promise<void> {
		await waitFor(
			{ what: `workflow ${id} to be ${wanted}` },
			async (): Promise<{ done: true } | { seen: string }> => {
				let now;
				try {
					now = await this.call('GET', `/workflows/${id}/publication-status`, schema.publication);
				} catch (error) {
					if ((error as { status?: number }).status === 404) return { done: true };
					throw error;
				}
				if (now.pendingVersionId === null && now.status === wanted) return { done: true };
				const reasons = now.triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
				const seen = [now.status, ...reasons].join(', ');
				if (now.status === 'failed' || now.status === 'partial') {
					throw new Error(`Workflow ${id} could not be activated: ${seen}`);
				}
				return { seen };
			},
		);
	}

	/** Runs a workflow from a trigger that needs no input, as "Execute workflow" in the editor does. */
	async run(id: string, trigger: string): Promise<Execution> {
		const started = await this.call(
			'POST',
			`/workflows/${id}/run`,
			z.object({ executionId: z.string() }),
			{ workflowData: await this.workflow(id), triggerToStartFrom: { name: trigger } },
		);
		return await this.finished(started.executionId);
	}

	/**
	 * Runs a failed execution once more from where it failed, as "Retry" in the editor does.
	 *
	 * @param loadWorkflow whether with the workflow that is saved now, not with the one of the execution
	 */
	async retry(id: string, loadWorkflow = false): Promise<Execution> {
		const answer = z.object({ id: z.string() });
		const retried = await this.call('POST', `/executions/${id}/retry`, answer, { loadWorkflow });
		return await this.finished(retried.id);
	}

	/** The latest executions of a workflow, newest first: started by `startedBefore`, with one of the statuses. */
	async executions(
		workflowId: string,
		{ limit = 100, ...only }: { startedBefore?: string; limit?: number; status?: string[] } = {},
	): Promise<schema.ExecutionSummary[]> {
		const params = { limit, filter: JSON.stringify({ workflowId, ...only }) };
		const list = await this.call('GET', '/executions', schema.executionList, undefined, params);
		return list.results;
	}

	/** The status of an execution, and how to read its data: there is none when it has only just begun. */
	private async look(id: string) {
		const url = `/executions/${id}`;
		const { data, ...summary } = await this.call('GET', url, schema.executionDetail);
		const read = (): Execution => {
			const { resultData } = schema.runData.parse(unflatten(data));
			return { ...summary, error: resultData.error, runs: resultData.runData };
		};
		return { status: summary.status, read };
	}

	/** Waits until an execution has ended, successfully or not. */
	async finished(id: string): Promise<Execution> {
		return await waitFor<Execution>({ what: `execution ${id} to finish` }, async () => {
			const { status, read } = await this.look(id);
			return RUNNING.includes(status) ? { seen: status } : { done: read() };
		});
	}

	/** Waits until an execution of a workflow sleeps that `isWanted` accepts. */
	async sleeping(workflowId: string, isWanted: (execution: Execution) => boolean) {
		return await waitFor<Execution>({ what: `a sleeping execution of ${workflowId}` }, async () => {
			const list = await this.executions(workflowId);
			for (const { id } of list.filter(({ status }) => status === 'waiting')) {
				const { status, read } = await this.look(id);
				const execution = status === 'waiting' ? read() : undefined;
				if (execution && isWanted(execution)) return { done: execution };
			}
			return { seen: list.map(({ id, status }) => `${id} ${status}`).join(', ') };
		});
	}

	/**
	 * Waits until at least `count` executions of a workflow that `isWanted` accepts have ended.
	 *
	 * @returns all of them, oldest first
	 */
	async finishedExecutions(
		workflowId: string,
		count: number,
		isWanted: (execution: Execution) => boolean,
		timeoutMs?: number,
	): Promise<Execution[]> {
		const ended = new Map<string, Execution>();
		return await waitFor(
			{ what: `${count} executions of workflow ${workflowId}`, timeoutMs },
			async (): Promise<{ done: Execution[] } | { seen: string }> => {
				const list = await this.executions(workflowId);
				for (const { id, status } of list) {
					if (!RUNNING.includes(status) && !ended.has(id)) ended.set(id, await this.finished(id));
				}
				const found = [...ended.values()].filter(isWanted).sort((a, b) => +a.id - +b.id);
				if (found.length >= count) return { done: found };
				return {
					seen: `${found.length} of them; all: ${list.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none'}`,
				};
			},
		);
	}

	/** The bytes of a file in an execution's output. */
	async download({ id, data = '', fileName, mimeType }: schema.Binary): Promise<Buffer> {
		if (id === undefined) return Buffer.from(data, 'base64');
		const response = await this.http.get<ArrayBuffer>('/binary-data', {
			params: { id, action: 'download', fileName, mimeType },
			responseType: 'arraybuffer',
		});
		return Buffer.from(response.data);
	}
}
