import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeKey } from '../handover/nodeKey';
import { serially } from './serially';

/** How many keys n8n's database keeps for a trigger; the oldest are dropped first. */
const MAX_ENTRIES = 5_000;

/**
 * Records in n8n's database that an item is given out.
 *
 * n8n reads and writes its list of keys in two steps. So executions of one process take turns;
 * otherwise two could both count as the first, or one could overwrite the key of another.
 *
 * @returns whether the key was recorded for the first time
 */
export async function recordFirstTime(this: IExecuteFunctions, key: string): Promise<boolean> {
	return await serially(nodeKey.call(this), async () => {
		const { new: added } = await this.helpers.checkProcessedAndRecord([key], 'node', {
			mode: 'entries',
			maxEntries: MAX_ENTRIES,
		});
		return added.length > 0;
	});
}
