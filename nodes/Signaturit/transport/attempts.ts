import { NodeApiError, sleepWithAbort } from 'n8n-workflow';

/**
 * Tries until it succeeds.
 *
 * @param pauseAfter milliseconds to wait after a failure, by the number of tries before it and its
 * error; `undefined` to give up, with that error
 * @param signal ends the waiting
 */
export async function retried<Result>(
	attempt: () => Promise<Result>,
	pauseAfter: (tries: number, error: unknown) => number | undefined,
	signal?: AbortSignal,
): Promise<Result> {
	for (let tries = 0; ; tries++) {
		const [result] = await Promise.allSettled([attempt()]);
		if (result.status === 'fulfilled') return result.value;
		const pause = signal?.aborted ? undefined : pauseAfter(tries, result.reason);
		if (pause === undefined) throw result.reason;
		await sleepWithAbort(pause, signal);
	}
}

/** The answer, or `undefined` if the service knows of no such thing. Other errors stay errors. */
export async function unlessGone<Result>(answer: Promise<Result>): Promise<Result | undefined> {
	return await answer.catch((error: unknown) => {
		if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
		throw error;
	});
}
