/** Who waits for a slot. */
interface Waiter {
	isPrivileged: boolean;
	enter: () => void;
}

/**
 * Lets so many tasks run at once and makes the others wait. Some slots are kept for privileged tasks, which
 * also go first.
 */
export class Slots {
	private running = 0;
	private ordinary = 0;
	private readonly waiting: Waiter[] = [];

	constructor(
		private readonly total: number,
		private readonly kept: number,
	) {}

	/**
	 * Runs a task when there is a slot.
	 *
	 * @returns the result of the task
	 * @throws what the task throws
	 */
	async run<Result>(isPrivileged: boolean, task: () => Promise<Result>): Promise<Result> {
		await new Promise<void>((enter) => {
			this.waiting.push({ isPrivileged, enter });
			this.admit();
		});
		try {
			return await task();
		} finally {
			this.running--;
			if (!isPrivileged) this.ordinary--;
			this.admit();
		}
	}

	private admit(): void {
		for (;;) {
			const index = this.next();
			const [waiter] = index < 0 ? [] : this.waiting.splice(index, 1);
			if (!waiter) return;
			this.running++;
			if (!waiter.isPrivileged) this.ordinary++;
			waiter.enter();
		}
	}

	private next(): number {
		if (this.running >= this.total) return -1;
		const privileged = this.waiting.findIndex(({ isPrivileged }) => isPrivileged);
		const hasOrdinarySlot = this.ordinary < this.total - this.kept;
		return privileged >= 0 || !hasOrdinarySlot ? privileged : 0;
	}
}
