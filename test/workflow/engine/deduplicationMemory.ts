// A stand-in, in memory, for n8n's database table of processed items.

import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { moment } from '../../unit/moment';

/** A row of n8n's table `processed_data`. */
interface Row {
	mode: string;
	data: DeduplicationItemTypes | DeduplicationItemTypes[];
}

/** The values of a list for looking them up. Making this anew for thousands of values takes long. */
const lookUps = new WeakMap<object, Set<DeduplicationItemTypes>>();

function lookUpOf(values: readonly DeduplicationItemTypes[]): Set<DeduplicationItemTypes> {
	const found = lookUps.get(values) ?? new Set(values);
	lookUps.set(values, found);
	return found;
}

/** Whoever still has the old list makes its own. */
function handOn(
	from: readonly DeduplicationItemTypes[],
	to: readonly DeduplicationItemTypes[],
	added: readonly DeduplicationItemTypes[],
	dropped: readonly DeduplicationItemTypes[],
): void {
	const values = lookUpOf(from);
	lookUps.delete(from);
	for (const value of dropped) values.delete(value);
	for (const value of added) values.add(value);
	lookUps.set(to, values);
}

/**
 * n8n's table of processed items without its database. As there, reading and writing are two steps, each
 * node and each workflow has one row, and inserting a row that exists fails.
 */
export class DeduplicationMemory implements IDataDeduplicator {
	private readonly rows = new Map<string, Row>();
	/** How often the table was written. */
	writes = 0;
	/** Whether a row that is there is replaced when another one is inserted, which n8n's database refuses. */
	replacesRows = false;
	/** Called before each write to the row of a node or a workflow; it may throw, as a database that fails. */
	beforeWrite: (scope: DeduplicationScope) => void | Promise<void> = () => undefined;

	/** The values that a node or workflow has recorded, the oldest first. */
	values(scope: DeduplicationScope, context: ICheckProcessedContextData): DeduplicationItemTypes[] {
		return [this.rows.get(keyOf(scope, context))?.data ?? []].flat();
	}

	/** Whether somebody has the lock of a workflow. */
	get isLocked(): boolean {
		return [...this.rows.values()].some(({ mode }) => mode === 'latestIncrementalKey');
	}

	/** Keeps a backup of the table. Returns what puts it back. */
	backup(): () => void {
		// Rows are replaced, never changed.
		const kept = new Map(this.rows);
		return () => {
			this.rows.clear();
			for (const [key, row] of kept) this.rows.set(key, row);
		};
	}

	/** Empties the table. */
	forget(): void {
		this.rows.clear();
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const key = keyOf(scope, context);
		const row = await this.read(key);
		if (row && row.mode !== options.mode) {
			throw new Error('Deduplication Failed: saved with an incompatible setting');
		}
		return options.mode === 'entries'
			? await this.checkEntries(key, row, items, options)
			: await this.checkLatest(key, row, items, options);
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const key = keyOf(scope, context);
		const row = await this.read(key);
		if (!row) return;
		const removed = new Set(items.map(String));
		const data = [row.data].flat().filter((value) => !removed.has(String(value)));
		await this.update(key, { ...row, data });
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		await this.beforeWrite(scope);
		await moment();
		this.writes++;
		this.rows.delete(keyOf(scope, context));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<number> {
		const row = await this.read(keyOf(scope, context));
		return Array.isArray(row?.data) ? row.data.length : 0;
	}

	private async checkEntries(
		key: string,
		row: Row | undefined,
		items: DeduplicationItemTypes[],
		{ mode, maxEntries = Infinity }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const texts = items.map(String);
		if (!row) {
			await this.insert(key, { mode, data: texts.slice(-maxEntries) });
			return { new: items, processed: [] };
		}
		const before = Array.isArray(row.data) ? row.data : [row.data];
		const known = lookUpOf(before);
		const isNew = texts.map((text) => !known.has(text));
		const added = texts.filter((_, index) => isNew[index]);
		const fresh = items.filter((_, index) => isNew[index]);
		const processed = items.filter((_, index) => !isNew[index]);
		const all = [...before, ...added];
		const data = all.slice(-maxEntries);
		await this.update(key, { mode, data });
		handOn(before, data, added, all.slice(0, all.length - data.length));
		return { new: fresh, processed };
	}

	private async checkLatest(
		key: string,
		row: Row | undefined,
		items: DeduplicationItemTypes[],
		{ mode }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const sorted = [...items].sort((a, b) => Number(a) - Number(b));
		const highest = sorted.at(-1) ?? 0;
		if (!row) {
			const data = JSON.parse(JSON.stringify(highest)) as DeduplicationItemTypes;
			await this.insert(key, { mode, data });
			return { new: items, processed: [] };
		}
		const isHigher = sorted.map((item) => {
			if (Number.isNaN(Number(item))) throw new Error('Deduplication Failed: Invalid value');
			return Number(item) > Number(row.data);
		});
		await this.update(key, { mode, data: isHigher.at(-1) ? highest : row.data });
		return {
			new: sorted.filter((_, index) => isHigher[index]),
			processed: sorted.filter((_, index) => !isHigher[index]),
		};
	}

	private async read(key: string): Promise<Row | undefined> {
		await moment();
		return this.rows.get(key);
	}

	private async insert(key: string, row: Row): Promise<void> {
		await this.beforeWrite(scopeOf(key));
		await moment();
		if (this.rows.has(key) && !this.replacesRows)
			throw new Error('duplicate key value violates unique constraint');
		this.writes++;
		this.rows.set(key, row);
	}

	/** Changes nothing when the row was deleted meanwhile. */
	private async update(key: string, row: Row): Promise<void> {
		await this.beforeWrite(scopeOf(key));
		await moment();
		this.writes++;
		if (this.rows.has(key)) this.rows.set(key, row);
	}
}

function keyOf(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
}

function scopeOf(key: string): DeduplicationScope {
	return key.includes(' n:') ? 'node' : 'workflow';
}
