// Gives n8n a new table of processed items for one test file.

import './engineSettings';
import { DataDeduplicationService } from 'n8n-core';
import type { DeduplicationMemory } from './deduplicationMemory';

/** Gives n8n its table of processed items, in the place of that of an earlier test file. */
export async function useDeduplication(memory: DeduplicationMemory): Promise<void> {
	Reflect.set(DataDeduplicationService, 'instance', undefined);
	await DataDeduplicationService.init(memory);
}
