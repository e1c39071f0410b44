// How long the nodes wait for the service, and the pauses and deadlines they use.

/** In milliseconds. */
export const HOUR = 3_600_000;

// Stryker disable all: a table of durations; a change in one runs every test again.
/** How long the nodes wait for the service, in milliseconds. Only tests change them. */
export const delays = {
	/** The pauses before the second and the third try of a request that reads. */
	repeats: [500, 2_000],
	/** Longest that a request that reads waits when the service asks it to by `Retry-After`. */
	longestRetryAfter: 30_000,
	/** Longest that a request that writes waits in all when the service asks it to by `Retry-After`. */
	patience: 60_000,
	/** The shortest time between a creation that was answered with a 429 and the look for it. */
	busy: 5_000,
	/** Until the end of a refusal's text. */
	refusalText: 5_000,
	/** Until the end of an answer; more for large files (`startDeadline`). */
	answer: 60_000,
	/** The same when the service creates something, which takes it long (docs/service.md#rate-limits). */
	slowAnswer: 120_000,
	/** From the end of a request's time until it is given up, if n8n does not end it. */
	unended: 1_000,
	/** Until a tool has answered: clients of MCP wait for a minute. `end`: from the stop of a request until its error. */
	tool: { answer: 45_000, end: 3_000 },
	/** The times in which n8n's database notes that something with a Reference is being sent. */
	reservation: 60_000,
	/** Between falling asleep, and then between the posts by which an execution has itself look: an hour in all. */
	ownPosts: [2_000, 8_000, 50_000, 120_000, 300_000, 600_000, 600_000, 600_000, 600_000, 720_000],
	/** Longest that n8n's answer to a post of its own is waited for. */
	ownAnswer: 30_000,
	/** How long an awaited request, or its file, must be unreadable until that counts: two looks are so far apart. */
	unread: { gone: 60_000, refused: 3_600_000, file: 1_800_000 },
	/** How long a post that does not say why a signer declined waits for the one that does. */
	reason: 2_000,
	/** The times of looks: `one` is the longest time for one of them. */
	looks: {
		/** For a creation whose verdict is unknown, counted from its failure. */
		creation: { one: 15_000, times: [2_000, 5_000, 15_000, 30_000, 60_000, 120_000] },
		/** For the state of what was asked, after a refusal. */
		refused: 5_000,
		/** For the event of a post while it waits for its answer; in all. */
		post: { one: 5_000, all: 10_000 },
		/** For the same in the execution of an unconfirmed post, which must be confirmed or is believed. */
		execution: { one: 30_000, all: 300_000 },
		believed: { one: 30_000, all: 30_000 },
		/** The pauses between two of these; the last pause is repeated. */
		pauses: [500, 1_500, 3_000, 5_000, 10_000, 20_000, 30_000],
		/** How long before the end of that time the last look begins. */
		last: 1_500,
	},
	/** Looks for failed posts to sleeping executions: how often, how far back the first one, and each more than needed. */
	missedPosts: { look: 900_000, before: 3 * 86_400_000, overlap: 300_000 },
	/** The pauses between tries to download a file that is not there yet; the last pause is repeated. */
	files: [1_000, 2_000, 4_000, 8_000, 15_000],
};
// Stryker restore all

/** Calls `then` after that time, once, unless it was forgotten. */
function timeUp(milliseconds: number, then: () => void): { forget: () => void } {
	const time = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	// Without listeners, a signal that nobody needs any more takes its timer along.
	const forget = () => time.removeEventListener('abort', end);
	const end = () => {
		forget();
		then();
	};
	time.addEventListener('abort', end);
	return { forget };
}

/** Waits; throws when `stop` is aborted. n8n's own helper that can be stopped is missing in its newer versions. */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const end = () => {
			timer.forget();
			stop?.removeEventListener('abort', end);
			if (stop?.aborted) reject(new Error('The execution was stopped'));
			else resolve();
		};
		const timer = timeUp(milliseconds, end);
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
		const waiting = pause(began + time - performance.now(), stop);
		const isStopped = await waiting.then(() => false).catch(() => true);
		if (isStopped || (await look())) return;
	}
}

/** Waits for the end of a task, but not longer than this many milliseconds; then the result is `undefined`. */
export async function within<Result>(
	milliseconds: number,
	task: Promise<Result>,
): Promise<Result | undefined> {
	return await new Promise<Result | undefined>((resolve, reject) => {
		const timer = timeUp(milliseconds, () => resolve(undefined));
		task.then(resolve, reject).finally(timer.forget);
	});
}

/** The lowest speed of content: anything slower counts as standing still. */
const BYTES_PER_SECOND = 128 * 1024;

export type Deadline = ReturnType<typeof startDeadline>;

/**
 * Starts the time of a request, in milliseconds without its content. n8n's own time-out is not enough: it does not end
 * an answer that it cannot decompress, and leaves connections open. `stop` is aborted when someone stops the execution.
 */
export function startDeadline(milliseconds: number, stop?: AbortSignal) {
	const request = new AbortController();
	let ends = performance.now() + milliseconds;
	let over = false;
	const abort = () => request.abort();
	let timer: ReturnType<typeof timeUp> | undefined;
	const watch = () => {
		const rest = ends - performance.now();
		if (rest > 0) {
			timer = timeUp(rest, watch);
			return;
		}
		over = true;
		abort();
	};
	watch();
	stop?.addEventListener('abort', abort);
	if (stop?.aborted) abort();
	return {
		/** Aborted when the time is over or the execution is stopped. */
		signal: request.signal,
		isOver: () => over,
		extend: (bytes: number) => {
			ends += contentTime(bytes);
		},
		/** To be called when the request has ended. */
		end: () => {
			timer?.forget();
			stop?.removeEventListener('abort', abort);
		},
	};
}

/** How long content of this size may take, in milliseconds. */
export function contentTime(bytes: number): number {
	return (bytes / BYTES_PER_SECOND) * 1_000;
}
