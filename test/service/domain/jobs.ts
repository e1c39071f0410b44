// Work that the local service does after an answer, in stages that a test can hold back.

/** Stages that a test can hold back, to see the states in between. */
export const STAGES = ['processing', 'sealing', 'audit_trail'] as const;
export type Stage = (typeof STAGES)[number];

interface Job {
	stage: Stage;
	run: () => void;
}

/** Work that is done in order after the answer: sending, sealing, making audit trails. */
export class Jobs {
	private queue: Job[] = [];
	private held: ReadonlySet<Stage> = new Set();
	private scheduled: NodeJS.Immediate | undefined;
	private waiting: Array<() => void> = [];

	add(stage: Stage, run: () => void): void {
		this.queue.push({ stage, run });
		this.schedule();
	}

	/** Holds back exactly these stages. Stages that were held back before continue. */
	hold(stages: readonly Stage[]): void {
		this.held = new Set(stages);
		this.schedule();
	}

	/** Resolves when all work is done that is not held back. */
	async idle(): Promise<void> {
		if (!this.scheduled) return;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	stop(): void {
		clearImmediate(this.scheduled);
		this.queue = [];
		this.finish();
	}

	private schedule(): void {
		// The answer to the request that caused the work goes out first.
		this.scheduled ??= setImmediate(() => this.drain());
	}

	private drain(): void {
		for (;;) {
			const index = this.queue.findIndex((job) => !this.held.has(job.stage));
			const [job] = index < 0 ? [] : this.queue.splice(index, 1);
			if (!job) break;
			job.run();
		}
		this.finish();
	}

	private finish(): void {
		this.scheduled = undefined;
		for (const resolve of this.waiting.splice(0)) resolve();
	}
}
