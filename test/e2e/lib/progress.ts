// Shows that long work is still running, and for how long.

/** Takes the messages of long-running parts. A `line` stays on the screen; the next message may overwrite a `tick`. */
export interface Progress {
	line(text: string): void;
	tick(text: string): void;
}

export const silent: Progress = { line: () => undefined, tick: () => undefined };

const TICK_MS = 5_000;

/**
 * Runs `work` and reports every few seconds that it is still running.
 *
 * @param expected how long it usually takes, in words, e.g. "about 2 minutes"
 */
export async function withTicks<T>(
	progress: Progress,
	what: string,
	expected: string,
	work: () => Promise<T>,
): Promise<T> {
	const started = Date.now();
	const timer = setInterval(
		() => progress.tick(`${what}: ${seconds(Date.now() - started)} (takes ${expected})`),
		TICK_MS,
	);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Formats milliseconds for people: "4.2 s" below a minute, "2 min 05 s" from a minute on. */
export function seconds(ms: number): string {
	if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
	const whole = Math.round(ms / 1000);
	return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
