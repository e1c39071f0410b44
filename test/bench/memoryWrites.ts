// Measures how long a write to the trigger's memory takes when it is full, and when empty.

import { randomUUID } from 'node:crypto';
import { getDeduplicationHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/deduplication-helper-functions';
import type { IExecuteFunctions } from 'n8n-workflow';
import { Call } from '../../nodes/Signaturit/transport/call';
import { MAX_ENTRIES, take } from '../../nodes/Signaturit/trigger/memory';
import { node, nodeOf, workflowDataOf, workflowOf } from '../workflow/engine/engineWorkflow';
import { onEngine } from './onEngine';
import { keepProcessedItems } from './processedItems';
import { median } from './race';

/** What a run of writes to the memory needs. */
export interface MemoryWrites {
	n8nFolder: string;
	/** n8n's environment variables for its database. */
	settings: Readonly<Record<string, string>>;
	/** How often the two sides take turns, and how many writes a turn has. */
	rounds: number;
	writes: number;
}

/** What the writes came to. */
export interface MemoryTimes {
	/** The medians, in milliseconds. */
	full: number;
	empty: number;
	/** How much the table has grown on disk by all writes to the full memory, in bytes. */
	growth: number;
}

/** Records executions in a full memory and in empty ones, in turns. */
export async function memoryWrites(input: MemoryWrites): Promise<MemoryTimes> {
	const { n8nFolder, settings, rounds, writes } = input;
	return await onEngine(async () => {
		const { workflow } = triggerNamed('Full');
		const items = await keepProcessedItems(n8nFolder, settings, workflowDataOf(workflow));
		try {
			const full = triggerNamed('Full');
			await fill(full);
			await timesOf(triggerNamed('Warm-up'), writes);
			await timesOf(full, writes);
			const times: { full: number[]; empty: number[] } = { full: [], empty: [] };
			let growth = 0;
			for (let round = 1; round <= rounds; round++) {
				times.empty.push(...(await timesOf(triggerNamed(`Empty ${round}`), writes)));
				const before = await items.size();
				times.full.push(...(await timesOf(full, writes)));
				growth += (await items.size()) - before;
			}
			await assertFull(full);
			return { full: median(times.full), empty: median(times.empty), growth };
		} finally {
			await items.close();
		}
	});
}

type Trigger = ReturnType<typeof triggerNamed>;

/** What the memory takes of an execution of a trigger. Each has a memory of its own. */
function triggerNamed(name: string) {
	const workflow = workflowOf([node(name, 'signaturitTrigger', {})]);
	const trigger = nodeOf(workflow, name);
	const helpers = getDeduplicationHelperFunctions(workflow, trigger);
	const context = {
		helpers,
		getWorkflow: () => workflow,
		getNode: () => trigger,
		getMode: () => 'webhook',
	} as unknown as IExecuteFunctions;
	return { workflow, helpers, context };
}

/** How long each of so many writes takes, one after the other, in milliseconds. */
async function timesOf({ context }: Trigger, writes: number): Promise<number[]> {
	const times: number[] = [];
	for (let write = 0; write < writes; write++) {
		const started = performance.now();
		const isFirst = await take(new Call(context), randomUUID(), randomUUID());
		times.push(performance.now() - started);
		if (!isFirst) throw new Error('The memory knows what was never given out');
	}
	return times;
}

async function fill({ helpers }: Trigger): Promise<void> {
	const values = Array.from({ length: MAX_ENTRIES }, () => randomUUID());
	await helpers.checkProcessedAndRecord(values, 'node', { mode: 'entries' });
}

/** The oldest values go when others come, so the memory has stayed full. */
async function assertFull({ helpers }: Trigger): Promise<void> {
	const count = await helpers.getProcessedDataCount('node', { mode: 'entries' });
	if (count !== MAX_ENTRIES) throw new Error(`The memory has ${count} values`);
}
