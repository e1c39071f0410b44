/** Keys that count for a while. When there are too many, the oldest go first. */
export class Recent {
	private readonly until = new Map<string, number>();

	/**
	 * @param lifetime milliseconds
	 * @param most how many are kept
	 */
	constructor(
		private readonly lifetime: number,
		private readonly most: number,
	) {}

	add(key: string): void {
		this.until.delete(key);
		this.until.set(key, Date.now() + this.lifetime);
		const [oldest] = this.until.keys();
		if (this.until.size > this.most && oldest !== undefined) this.until.delete(oldest);
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
