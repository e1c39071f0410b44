// New items that lists leave out at first, as the real service may.

/** What lists leave out at first: the service may show a creation late (docs/service.md#filters). */
export class Newcomers {
	private readonly reads = new Map<string, number>();

	/** Leaves an entry out of this many reads of its list. */
	add(id: string, reads: number): void {
		if (reads > 0) this.reads.set(id, reads);
	}

	showAll(): void {
		this.reads.clear();
	}

	/** The entries that a read of their list shows. */
	shown<T extends { id: string }>(entries: readonly T[]): readonly T[] {
		if (this.reads.size === 0) return entries;
		return entries.filter(({ id }) => {
			const left = this.reads.get(id) ?? 0;
			if (left > 0) this.reads.set(id, left - 1);
			return left === 0;
		});
	}
}
