// n8n's table of processed items in simulated time, with reads and writes that may be slow or fail.

import type { ICheckProcessedOptions } from 'n8n-workflow';
import type { DatabaseHelpers } from '../../../nodes/Signaturit/n8n/processedItems';

/** What may happen to one call, in milliseconds of simulated time. */
export interface Weather {
	/** Before it reads, between its reading and its writing, and before its answer arrives. */
	before: number;
	between: number;
	after: number;
	/** It fails, before it writes or afterwards. */
	fails?: 'before' | 'after';
}

/** What a call is for. */
export type Kind = 'bid' | 'mark' | 'record' | 'remove' | 'clear';

interface Row {
	mode: string;
	data: unknown[];
	/** Counts the writes, to see whether one was lost. */
	version: number;
}

const wait = async (time: number) => await new Promise((resolve) => setTimeout(resolve, time));

/**
 * n8n's table of processed items in simulated time: a call reads a row and, unless it refuses the values, writes it in a
 * second statement, whole and even if nothing is new. Only inserting a row is safe.
 */
export class Table {
	private readonly rows = new Map<string, Row>();
	/** Writes to the values of nodes that have undone one of another process. */
	lost = 0;
	/** How often somebody has asked for the lock in vain. */
	asked = 0;
	/** The processes that have died. */
	readonly dead = new Set<number>();

	values(scope: string): unknown[] {
		return this.rows.get(scope)?.data ?? [];
	}

	/** The helpers of a process. A dead one gets no more answers, and nothing that it has begun is written. */
	helpersOf(process: number, weather: (kind: Kind) => Weather): DatabaseHelpers {
		const alive = async (time: number) => {
			await wait(time);
			if (this.dead.has(process)) await new Promise(() => undefined);
		};
		const call = async <Result>(
			kind: Kind,
			scope: string,
			write: (row?: Row) => Result,
		): Promise<Result> => {
			const { before, between, after, fails } = weather(kind);
			await alive(before);
			const row = this.rows.get(scope);
			const read = row && { ...row, data: [...row.data] };
			await alive(between);
			if (fails === 'before') throw new Error('The database fails');
			const result = write(read);
			await alive(after);
			if (fails === 'after') throw new Error('The connection is gone');
			return result;
		};
		return {
			checkProcessedAndRecord: async (values, scope, options) =>
				await call(kindOf(values, scope), scope, (row) => {
					if (scope === 'workflow' && row) this.asked++;
					const { data, added } = merged(values, row, options);
					this.write(scope, row, { mode: options.mode, data, version: (row?.version ?? 0) + 1 });
					return { new: added as number[], processed: values.filter((v) => !added.includes(v)) };
				}),
			removeProcessed: async (values, scope) =>
				await call('remove', scope, (row) => {
					if (!row) return;
					const data = row.data.filter((value) => !values.map(String).includes(String(value)));
					this.write(scope, row, { ...row, data, version: row.version + 1 });
				}),
			clearAllProcessedItems: async (scope) =>
				await call('clear', scope, () => void this.rows.delete(scope)),
		};
	}

	private write(scope: string, read: Row | undefined, row: Row): void {
		const now = this.rows.get(scope);
		if (!read && now) throw new Error('duplicate key value violates unique constraint');
		if (read && !now) return;
		if (scope === 'node' && now?.version !== read?.version) this.lost++;
		this.rows.set(scope, row);
	}
}

function kindOf(values: readonly unknown[], scope: string): Kind {
	if (scope === 'node') return 'record';
	return values.length > 1 ? 'mark' : 'bid';
}

/** Values as they are in the database. */
const stored = (values: unknown[]) => JSON.parse(JSON.stringify(values)) as unknown[];

function merged(values: unknown[], row: Row | undefined, { mode }: ICheckProcessedOptions) {
	if (row && row.mode !== mode) throw new Error('Deduplication Failed: incompatible setting');
	if (mode === 'entries') {
		const before = row?.data ?? [];
		// As n8n does, only now: the values are turned into text after the row was read.
		const added = values.filter((value) => !before.includes(String(value)));
		return { data: [...before, ...added.map(String)], added };
	}
	if (!row) return { data: [Math.max(...stored(values).map(Number))], added: values };
	const current = Number(row.data[0]);
	const added = values.filter((value) => {
		if (Number.isNaN(Number(value))) throw new Error('Deduplication Failed: Invalid value');
		return Number(value) > current;
	});
	return { data: [Math.max(current, ...values.map(Number))], added };
}
