// A real n8n that sends a contract to each row of a table, and reports on each row.

import { z } from 'zod';
import type { Execution, Workflow, WorkflowFile } from '../lib/n8n/n8nClient';
import { formUrlOf, submitForm } from '../lib/n8n/submitForm';
import { startStack, type Stack } from '../lib/stack';
import { waitFor } from '../lib/wait';
import { contract, exampleWorkflow } from '../mainJob';

/** The example's names of its nodes. */
const NODES = {
	form: 'Table and Contract',
	send: 'Send to Each Row',
	report: 'Result of Each Row',
};

/** Seconds that the node waits for an answer, so that answers can be late. */
const TIMEOUT = 5;

const RUN_MS = 1_200_000;

const rowSchema = z.object({
	reference: z.string(),
	result: z.enum(['sent', 'reused', 'refused', 'unknown']),
	reason: z.string(),
	id: z.string(),
});

/** What the report says of a row. */
export type ReportedRow = z.infer<typeof rowSchema>;

const listedSchema = z.array(
	z.object({ id: z.string(), data: z.array(z.object({ key: z.string(), value: z.string() })) }),
);

/** A real n8n with the example workflow for a table with this many rows. */
export class BulkScenario {
	private constructor(
		readonly stack: Stack,
		private readonly workflow: Workflow,
		private readonly rows: number,
	) {}

	static async start(rows: number): Promise<BulkScenario> {
		const stack = await startStack();
		try {
			const { client, credential } = stack;
			const file = withTimeout(await exampleWorkflow(credential, 'bulkSend'));
			const workflow = await client.importWorkflow(file);
			await client.activate(workflow.id);
			return new BulkScenario(stack, workflow, rows);
		} catch (error) {
			await stack.stop();
			throw error;
		}
	}

	/** Submits the form. */
	async submit(): Promise<void> {
		const { stack, workflow, rows } = this;
		const lines = Array.from(
			{ length: rows },
			(_, index) => `row-${index + 1},Person ${index + 1},person${index + 1}@example.com`,
		);
		// As Excel writes it.
		const bytes = `\uFEFF${['reference,name,email', ...lines].join('\r\n')}`;
		const table = { bytes, fileName: 'table.csv', type: 'text/csv' };
		await submitForm(formUrlOf(stack.n8n, workflow, NODES.form), [table, await contract()]);
	}

	/** Submits the form, and waits for the report. */
	async run(): Promise<ReportedRow[]> {
		const { client } = this.stack;
		const earlier = new Set((await client.executions(this.workflow.id)).map(({ id }) => id));
		await this.submit();
		const isNew = ({ id }: Execution) => !earlier.has(id);
		const [execution] = await client.finishedExecutions(this.workflow.id, 1, isNew, RUN_MS);
		const items = execution?.runs[NODES.report]?.[0]?.data?.main[0] ?? [];
		return items.map(({ json }) => rowSchema.parse(json));
	}

	/** Submits the form, and kills n8n when `isTime` says so. */
	async runAndKill(isTime: () => Promise<boolean>): Promise<void> {
		const { stack } = this;
		await this.submit();
		await waitFor({ what: 'the time to kill n8n', timeoutMs: RUN_MS, everyMs: 20 }, async () =>
			(await isTime()) ? { done: true } : { seen: `${(await this.references()).length} sent` },
		);
		await stack.n8n.kill();
		await stack.control.faults.clear();
		await stack.restartN8n();
	}

	/** How many requests have met a fault of this kind. */
	async hits(kind: string): Promise<number> {
		const faults = await this.stack.control.faults.list();
		return faults.reduce((sum, fault) => sum + (fault.kind === kind ? fault.hits : 0), 0);
	}

	/** The references of all requests that the service has. */
	async references(): Promise<string[]> {
		const all: string[] = [];
		for (;;) {
			const path = `/v3/signatures.json?limit=100&offset=${all.length}`;
			const { data } = await this.stack.http.get<unknown>(path);
			const page = listedSchema.parse(data);
			all.push(
				...page.map(
					({ data: pairs }) => pairs.find(({ key }) => key === 'n8n_own_reference')?.value ?? '',
				),
			);
			if (page.length < 100) return all;
		}
	}
}

function withTimeout(file: WorkflowFile): WorkflowFile {
	const nodes = file.nodes.map((node) => {
		if (node.name !== NODES.send) return node;
		const { options, ...parameters } = node.parameters as { options: object };
		return { ...node, parameters: { ...parameters, options: { ...options, timeout: TIMEOUT } } };
	});
	return { ...file, nodes };
}
