// Tasks that undo what was started, run once in the reverse order.

/** Tasks that undo what was started; they run in the reverse order. */
export class Cleanup {
	private readonly tasks: (() => Promise<void>)[] = [];
	private running?: Promise<void>;

	add(task: () => Promise<void>): void {
		this.tasks.push(task);
	}

	/**
	 * Runs every task once, also when others fail. A second call waits for the same run.
	 *
	 * @throws AggregateError when tasks have failed
	 */
	async run(): Promise<void> {
		this.running ??= this.runAll();
		await this.running;
	}

	private async runAll(): Promise<void> {
		const failures: unknown[] = [];
		for (let task = this.tasks.pop(); task; task = this.tasks.pop()) {
			try {
				await task();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0) {
			throw new AggregateError(failures, `Not everything could be stopped: ${failures.join('; ')}`);
		}
	}
}
