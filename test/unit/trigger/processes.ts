// The trigger's memory as several processes of n8n load it, on one database.

import '../../workflow/engine/engineSettings';
import { getDeduplicationHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/deduplication-helper-functions';
import type { IExecuteFunctions } from 'n8n-workflow';
import type * as LockModule from '../../../nodes/Signaturit/database/lock';
import type * as MarkModule from '../../../nodes/Signaturit/database/mark';
import type * as MemoryModule from '../../../nodes/Signaturit/trigger/memory';
import { DeduplicationMemory } from '../../workflow/engine/deduplicationMemory';
import { node, workflowOf } from '../../workflow/engine/engineWorkflow';
import { useDeduplication } from '../../workflow/engine/useDeduplication';

/** The modules of the memory as one process of n8n has loaded them. */
export interface Process {
	lock: typeof LockModule;
	memory: typeof MemoryModule;
	delays: typeof MarkModule.lockDelays;
}

/**
 * Loads the modules as another process of n8n does: it shares nothing with others but the database.
 *
 * @param patience milliseconds until the holder of the lock counts as dead; it may begin to write for three eighths of them
 */
export function newProcess(patience: number): Process {
	let loaded: Process | undefined;
	jest.isolateModules(() => {
		loaded = {
			lock: jest.requireActual('../../../nodes/Signaturit/database/lock'),
			memory: jest.requireActual('../../../nodes/Signaturit/trigger/memory'),
			delays: jest.requireActual<typeof MarkModule>('../../../nodes/Signaturit/database/mark')
				.lockDelays,
		};
	});
	if (!loaded) throw new Error('The modules were not loaded');
	loaded.delays.step = patience / 8;
	return loaded;
}

/** The database of all processes. Registers the hook that gives it to n8n. */
export function sharedDatabase(): DeduplicationMemory {
	const memory = new DeduplicationMemory();
	beforeAll(async () => await useDeduplication(memory));
	afterEach(() => {
		memory.beforeWrite = () => undefined;
	});
	return memory;
}

let workflows = 0;

/** What the memory takes of an execution of a trigger, in a workflow of its own. */
export function newTrigger() {
	const workflow = workflowOf([node('Trigger', 'signaturitTrigger', {})]);
	workflow.id = `workflow ${++workflows}`;
	const trigger = Object.values(workflow.nodes)[0];
	if (!trigger) throw new Error('The workflow has no trigger');
	const helpers = getDeduplicationHelperFunctions(workflow, trigger);
	return {
		helpers,
		/** Names its row in the database. */
		row: { workflow, node: trigger },
		context: {
			helpers,
			getWorkflow: () => workflow,
			getNode: () => trigger,
			getMode: () => 'webhook',
		} as unknown as IExecuteFunctions,
	};
}
