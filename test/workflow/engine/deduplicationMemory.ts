import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	IDataDeduplicator,
} from 'n8n-workflow';

/** n8n's list of processed items without its database. As there, reading and writing are two steps. */
export class DeduplicationMemory implements IDataDeduplicator {
	private readonly recorded = new Map<string, string[]>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		{ node, workflow }: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	) {
		const context = `${workflow.id} ${node?.id}`;
		const before = [...(this.recorded.get(context) ?? [])];
		await new Promise(setImmediate);
		const added = items.filter((item) => !before.includes(String(item)));
		this.recorded.set(context, [...before, ...added.map(String)].slice(-maxEntries));
		await new Promise(setImmediate);
		return { new: added, processed: items.filter((item) => !added.includes(item)) };
	}

	async removeProcessed(): Promise<void> {
		throw new Error('The trigger must never remove a processed item');
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The trigger must never remove a processed item');
	}

	async getProcessedDataCount(): Promise<number> {
		return [...this.recorded.values()].flat().length;
	}
}
