// Keeps things by their ids, and lists them with the newest first.

import { notFound } from './refusal';

/** Items by id, and as a list with the newest first. */
export class Collection<T extends { id: string; createdAt: Date }> {
	private readonly items = new Map<string, T>();
	private sorted: T[] | undefined;

	/** @param what an item is, e.g. `Contact` */
	constructor(private readonly what: string) {}

	add(item: T): T {
		this.items.set(item.id, item);
		this.sorted = undefined;
		return item;
	}

	find(id: string): T | undefined {
		return this.items.get(id);
	}

	/** @throws Refusal not_found. */
	get(id: string): T {
		const item = this.find(id);
		if (!item) throw notFound(this.what);
		return item;
	}

	delete(id: string): void {
		this.items.delete(id);
		this.sorted = undefined;
	}

	/** Newest first. If dates are equal, the one added last comes first. */
	newestFirst(): readonly T[] {
		this.sorted ??= [...this.items.values()]
			.reverse()
			.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
		return this.sorted;
	}
}
