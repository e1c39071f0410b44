/** Where long-running parts say what they do: `line` stays on the screen, `tick` may be overwritten by the next one. */
export interface Progress {
	line(text: string): void;
	tick(text: string): void;
}

export const silent: Progress = { line: () => undefined, tick: () => undefined };

const TICK_MS = 5_000;

/**
 * Runs `work` and says every few seconds that it is still going on.
 *
 * @param expected how long it takes as a rule, in words, e.g. "about 2 minutes"
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

/** Milliseconds as people read them: "4.2 s" below a minute, "2 min 05 s" from there on. */
export function seconds(ms: number): string {
	if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
	const whole = Math.round(ms / 1000);
	return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
