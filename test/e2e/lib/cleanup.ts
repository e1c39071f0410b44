/** What has to be undone, in the reverse order of doing. */
export class Cleanup {
	private readonly tasks: (() => Promise<void>)[] = [];
	private running?: Promise<void>;

	add(task: () => Promise<void>): void {
		this.tasks.push(task);
	}

	/**
	 * Does every task once, also when others fail; calling it again waits for the same run.
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
