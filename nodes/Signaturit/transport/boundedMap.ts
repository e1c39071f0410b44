/** A map of so many entries at most: when there are more, the one that was set first goes. */
export class BoundedMap<Value> extends Map<string, Value> {
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
export class Recent extends BoundedMap<number> {
	/** @param lifetime milliseconds */
	constructor(
		private readonly lifetime: number,
		most: number,
	) {
		super(most);
	}

	add(key: string): void {
		this.set(key, Date.now() + this.lifetime);
	}

	override has(key: string): boolean {
		return (this.get(key) ?? -Infinity) > Date.now();
	}

	/** How many count now. */
	get count(): number {
		return [...this.keys()].filter((key) => this.has(key)).length;
	}
}
