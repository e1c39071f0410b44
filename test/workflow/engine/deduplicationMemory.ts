import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	IDataDeduplicator,
} from 'n8n-workflow';

/** n8n's memory of processed items without its database: it is read and written in two steps, too. */
export class DeduplicationMemory implements IDataDeduplicator {
	private readonly seen = new Map<string, string[]>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		{ node, workflow }: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	) {
		const context = `${workflow.id} ${node?.id}`;
		const before = [...(this.seen.get(context) ?? [])];
		await new Promise(setImmediate);
		const fresh = items.filter((item) => !before.includes(String(item)));
		this.seen.set(context, [...before, ...fresh.map(String)].slice(-maxEntries));
		await new Promise(setImmediate);
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	}

	forgetAll(): void {
		this.seen.clear();
	}

	async removeProcessed(): Promise<void> {
		throw new Error('The trigger is expected never to take anything back');
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The trigger is expected never to take anything back');
	}

	async getProcessedDataCount(): Promise<number> {
		return [...this.seen.values()].flat().length;
	}
}
