import { delays } from './delays';

/**
 * Waits. n8n's own helper that can be stopped is missing in its newer versions.
 *
 * @throws Error when `stop` is aborted
 */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	const time = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	await new Promise<void>((resolve, reject) => {
		const end = () => {
			// Without listeners, a signal that nobody needs any more takes its timer along.
			time.removeEventListener('abort', end);
			stop?.removeEventListener('abort', end);
			if (stop?.aborted) reject(new Error('The execution was stopped'));
			else resolve();
		};
		time.addEventListener('abort', end);
		stop?.addEventListener('abort', end);
		if (stop?.aborted) end();
	});
}

/** Calls `look` at these times, in milliseconds from now, until it returns `true` or `stop` is aborted. */
export async function atTimes(
	times: readonly number[],
	stop: AbortSignal | undefined,
	look: () => Promise<boolean>,
): Promise<void> {
	const began = performance.now();
	for (const time of times) {
		try {
			await pause(began + time - performance.now(), stop);
		} catch {
			return;
		}
		if (await look()) return;
	}
}

/** Waits for the end of a task, but not longer than this many milliseconds; then the result is `undefined`. */
export async function within<Result>(
	milliseconds: number,
	task: Promise<Result>,
): Promise<Result | undefined> {
	const ended = new AbortController();
	const timeUp = pause(milliseconds, ended.signal).then(
		() => undefined,
		() => undefined,
	);
	try {
		return await Promise.race([task, timeUp]);
	} finally {
		ended.abort();
	}
}

/** How fast content has to go at least: slower is taken for standing still. */
const BYTES_PER_SECOND = 128 * 1024;

/** The time that a request may take, from its start to the end of its answer. */
export type Deadline = ReturnType<typeof startDeadline>;

/**
 * Starts the time of a request. n8n's own time-out does not do: it does not end an answer that it cannot
 * decompress, and leaves connections open.
 *
 * @param milliseconds the time without content
 * @param stop aborted when someone stops the execution
 */
export function startDeadline(milliseconds: number, stop?: AbortSignal) {
	const request = new AbortController();
	const timer = new AbortController();
	let ends = performance.now() + milliseconds;
	let over = false;
	const abort = () => request.abort();
	const watch = async () => {
		for (let rest = milliseconds; rest > 0; rest = ends - performance.now()) {
			await pause(rest, timer.signal);
		}
		over = true;
		abort();
	};
	// It fails only when the timer is aborted: then the request has ended.
	void watch().catch(() => undefined);
	stop?.addEventListener('abort', abort);
	if (stop?.aborted) abort();
	return {
		/** Aborted when the time is over or the execution is stopped. */
		signal: request.signal,
		/** Whether the time is over. */
		isOver: () => over,
		/** Gives more time for content of this size, in bytes. */
		extend: (bytes: number) => {
			ends += contentTime(bytes);
		},
		/** To be called when the request has ended. */
		end: () => {
			timer.abort();
			stop?.removeEventListener('abort', abort);
		},
	};
}

/** A context for which a time was chosen, and those that inherit from it. */
interface Patient {
	[ANSWER_TIME]?: number;
}

const ANSWER_TIME = Symbol('how long requests wait');

/**
 * Sets how long requests made in this context, and in those that inherit from it, wait, in milliseconds: what the
 * user chose as Timeout.
 */
export function chooseAnswerTime(context: object, milliseconds: number): void {
	(context as Patient)[ANSWER_TIME] = milliseconds;
}

/** A context in which requests wait so long, and that is otherwise the same. */
export function withAnswerTime<Context extends object>(
	context: Context,
	milliseconds: number,
): Context {
	const derived = Object.create(context) as Context;
	chooseAnswerTime(derived, milliseconds);
	return derived;
}

/** How long a request made in this context waits for its answer, in milliseconds, without its content. */
export function answerTime(context: object): number {
	return (context as Patient)[ANSWER_TIME] ?? delays.answer;
}

/** How long content of this size may take, in milliseconds. */
export function contentTime(bytes: number): number {
	return (bytes / BYTES_PER_SECOND) * 1_000;
}
