/** A map of so many entries at most: when there are more, the one that was set first goes. */
export class BoundedMap<Value> extends Map<string, Value> {
	/** @param most how many entries are kept */
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.most && oldest !== undefined) this.delete(oldest);
		return this;
	}
}

/** Keys that count for a while. When there are too many, the oldest go first. */
export class Recent {
	private readonly until: BoundedMap<number>;

	/**
	 * @param lifetime milliseconds
	 * @param most how many are kept
	 */
	constructor(
		private readonly lifetime: number,
		most: number,
	) {
		this.until = new BoundedMap(most);
	}

	add(key: string): void {
		this.until.set(key, Date.now() + this.lifetime);
	}

	has(key: string): boolean {
		return (this.until.get(key) ?? -Infinity) > Date.now();
	}

	delete(key: string): void {
		this.until.delete(key);
	}

	/** How many count now. */
	get size(): number {
		for (const [key, until] of this.until) if (until <= Date.now()) this.until.delete(key);
		return this.until.size;
	}
}
