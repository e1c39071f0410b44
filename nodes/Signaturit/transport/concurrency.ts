// Limits how many tasks run at once, puts them in turn, and bounds what is remembered.

import { sleep } from 'n8n-workflow';

interface Bounds {
	count: number;
	/** How many tasks run at a time. */
	width: number;
	/**
	 * Each task starts in its own turn of the event loop, also when several have ended in one. Tasks that start together
	 * stay in step: no request is sent until all are prepared, and the time between is wasted.
	 */
	starts?: 'staggered';
}

/**
 * The results of `task` for each index below `bounds.count`, in order. Tasks run ahead while a result is waited for, and
 * may change the bounds. After a failure, and when no more results are wanted, no further task starts, and those in
 * flight are waited for.
 *
 * @throws the error of the failed task with the lowest index
 */
export async function* inOrder<Result>(
	bounds: Readonly<Bounds>,
	task: (index: number) => Promise<Result>,
): AsyncGenerator<Result, void> {
	const results = new Map<number, { result: Result }>();
	const failures = new Map<number, unknown>();
	const inFlight = new Set<Promise<unknown>>();
	const mayStart = (index: number) =>
		failures.size === 0 && inFlight.size < bounds.width && index < bounds.count;
	const settle = async () => {
		await Promise.all(inFlight);
		if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	};
	try {
		let next = 0;
		for (let index = 0; index < bounds.count; index++) {
			while (!results.has(index)) {
				if (mayStart(next)) {
					const started = next++;
					const run: Promise<unknown> = task(started)
						.then((result) => results.set(started, { result }))
						.catch((error: unknown) => failures.set(started, error))
						.finally(() => inFlight.delete(run));
					inFlight.add(run);
					if (bounds.starts && bounds.width > 1 && next < bounds.count) await sleep(0);
				} else if (inFlight.size > 0) await Promise.race(inFlight);
				else break;
			}
			const arrived = results.get(index);
			if (!arrived || index >= bounds.count) break;
			results.delete(index);
			yield arrived.result;
		}
	} finally {
		await settle();
	}
}

/** The results of `task` for each index below `count`, in order; runs as `inOrder`. */
export async function mapBounded<Result>(
	count: number,
	width: number,
	task: (index: number) => Promise<Result>,
	starts?: Bounds['starts'],
): Promise<Result[]> {
	const results: Result[] = [];
	for await (const result of inOrder({ count, width, starts }, task)) results.push(result);
	return results;
}

/** Lets `total` tasks run at once. `kept` of them are for privileged tasks only, which also go first. */
export class Slots {
	private running = 0;
	private ordinary = 0;
	private readonly privilegedWaiting: Array<() => void> = [];
	private readonly ordinaryWaiting: Array<() => void> = [];

	constructor(
		private readonly total: number,
		private readonly keptForPrivileged = 0,
	) {}

	/** Whether no task runs or waits. */
	get areFree(): boolean {
		return this.running === 0;
	}

	async run<Result>(isPrivileged: boolean, task: () => Promise<Result>): Promise<Result> {
		await new Promise<void>((enter) => {
			(isPrivileged ? this.privilegedWaiting : this.ordinaryWaiting).push(enter);
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
		while (this.running < this.total) {
			const privileged = this.privilegedWaiting.shift();
			const hasOrdinarySlot = this.ordinary < this.total - this.keptForPrivileged;
			const enter = privileged ?? (hasOrdinarySlot ? this.ordinaryWaiting.shift() : undefined);
			if (!enter) return;
			this.running++;
			if (!privileged) this.ordinary++;
			enter();
		}
	}
}

const turns = new Map<string, Slots>();

/** Runs the tasks of this process with the same key one after the other, whether they fail or not. */
export async function inTurn<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
	const slots = turns.get(key) ?? new Slots(1);
	turns.set(key, slots);
	try {
		return await slots.run(false, task);
	} finally {
		if (slots.areFree) turns.delete(key);
	}
}

/** Tasks that wait to be done together, and their results, in the order of their arrival. */
interface Batch {
	readonly tasks: unknown[];
	readonly results: Promise<readonly unknown[]>;
}

const batches = new Map<string, Batch>();

/**
 * Does a task together with others of the same key that arrive in this process before its turn comes.
 *
 * @param begin called for the first task of a batch. When its turn has come, it calls `take`, which closes the batch and
 * gives its tasks. It does them, and returns a result for each. If it fails, all tasks of the batch fail
 * @param most how many tasks a batch has at most
 */
export async function inBatches<Task, Result>(
	key: string,
	task: Task,
	begin: (take: () => Task[]) => Promise<readonly Result[]>,
	most = Infinity,
): Promise<Result> {
	let batch = batches.get(key);
	if (!batch || batch.tasks.length >= most) {
		const tasks: Task[] = [];
		const take = () => {
			if (batches.get(key)?.tasks === tasks) batches.delete(key);
			return tasks;
		};
		// Its first task is in it before it begins. If it fails before it takes them, it is closed too.
		batch = { tasks, results: Promise.resolve(take).then(begin).finally(take) };
		batches.set(key, batch);
	}
	const place = batch.tasks.push(task) - 1;
	return (await batch.results)[place] as Result;
}

/** A map of at most `most` entries: when there are more, the one that was set first goes. */
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
		this.set(key, performance.now() + this.lifetime);
	}

	override has(key: string): boolean {
		return (this.get(key) ?? -Infinity) > performance.now();
	}

	/** How many count now. */
	get count(): number {
		return [...this.keys()].filter((key) => this.has(key)).length;
	}
}
