// Measures the CPU time of an item in a long loop against a short one.

import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow, type IRunExecutionData } from 'n8n-workflow';
import { additionalData, node, nodeOf, nodeTypes } from '../workflow/engine/engineWorkflow';
import { createParameters, credentialFor } from '../workflow/engine/fixtures';
import { addNodeOfN8n } from './n8nParts';
import { onEngine } from './onEngine';
import type { Service } from './protocol';

/** What a loop needs. */
export interface Loop {
	service: Service;
	n8nFolder: string;
	/**
	 * *Create* after *Loop Over Items*, with a run for each item; or *Send and Wait*, to which all items come back when its
	 * limit is over.
	 */
	operation: 'create' | 'sendAndWait';
	/** How many items a short and a long loop have. */
	short: number;
	long: number;
}

const LOOP = 'n8n-nodes-base.splitInBatches';
const LOOP_VERSION = 3;
const SENDS = 'Sends';

/** How often all items come to *Send and Wait*. */
const LIMITS = 3;

/** CPU time for each item of a long loop, as a multiple of that of a short one. */
export async function loop(input: Loop): Promise<number> {
	addNodeOfN8n(input.n8nFolder, LOOP, 'SplitInBatches', LOOP_VERSION);
	return await onEngine(async () => {
		await cpuPerItem(input, input.short);
		const short = await cpuPerItem(input, input.short);
		return (await cpuPerItem(input, input.long)) / short;
	});
}

/** Microseconds of CPU time. The service runs in another process. */
async function cpuPerItem({ service, operation }: Loop, count: number): Promise<number> {
	const workflow = loopOf(operation);
	const items = Array.from({ length: count }, (_, number) => ({ json: { number } }));
	const start = { node: nodeOf(workflow, 'Start'), data: { main: [items] }, source: null };
	const execution = createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
	const data = additionalData(credentialFor(service), workflow);
	const before = process.cpuUsage();
	const runOn = async () =>
		await new WorkflowExecute(data, 'manual', execution).processRunExecutionData(workflow);
	await runOn();
	for (let limits = 1; execution.waitTill && limits < LIMITS; limits++) {
		reachLimit(workflow, execution);
		await runOn();
	}
	const { user, system } = process.cpuUsage(before);
	const { runData, error } = execution.resultData;
	if (error) throw error;
	if (runData[SENDS]?.length !== (operation === 'create' ? count : LIMITS)) {
		throw new Error(`There were ${runData[SENDS]?.length} runs`);
	}
	return (user + system) / count;
}

/** At the limit, n8n hands the input on. It disables the node of the entry, and reads the workflow anew. */
function reachLimit(workflow: Workflow, { executionData }: IRunExecutionData): void {
	const entry = executionData?.nodeExecutionStack[0];
	if (!entry) throw new Error('The node does not wait');
	entry.node = { ...nodeOf(workflow, SENDS) };
}

function loopOf(operation: Loop['operation']): Workflow {
	const to = (name: string) => ({ node: name, type: 'main', index: 0 }) as const;
	const isCreate = operation === 'create';
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
	return new Workflow({
		id: 'loop',
		nodes: [
			node('Start', 'start', {}),
			{ ...node('Loop', LOOP, { batchSize: 1 }), typeVersion: LOOP_VERSION },
			node(
				SENDS,
				'signaturit',
				createParameters({
					operation,
					source: 'templates',
					templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
					...(!isCreate && {
						options: { itemsAtOnce: 10, limitWaitTime: { values: limit } },
					}),
				}),
			),
		],
		connections: {
			Start: { main: [[to(isCreate ? 'Loop' : SENDS)]] },
			Loop: { main: [[], [to(SENDS)]] },
			[SENDS]: { main: [[to(isCreate ? 'Loop' : SENDS)]] },
		},
		active: false,
		nodeTypes,
	});
}
