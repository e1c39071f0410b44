import type { IExecuteFunctions } from 'n8n-workflow';
import { serially } from './serial';

/** How many keys n8n's database keeps for a trigger; the oldest go first. */
const MAX_ENTRIES = 5_000;

/**
 * Records in n8n's database that something is being given out, and answers whether it is for the first
 * time. n8n reads and writes its list of keys in two steps, so executions of one process take turns;
 * otherwise two could both be first, or one could wipe out what the other has recorded.
 */
export async function isFirst(this: IExecuteFunctions, key: string): Promise<boolean> {
	return await serially(nodeKey.call(this), async () => {
		const { new: fresh } = await this.helpers.checkProcessedAndRecord([key], 'node', {
			mode: 'entries',
			maxEntries: MAX_ENTRIES,
		});
		return fresh.length > 0;
	});
}

/** Text that stands for one node of one workflow. */
export function nodeKey(this: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${this.getWorkflow().id ?? ''} ${this.getNode().id}`;
}
