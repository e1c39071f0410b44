import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { delays } from '../../transport/delays';
import { pause } from '../../transport/pause';

/** What the node answers to its own post when the look was in vain. */
export const LOOK_AGAIN = 'look again';

/** The body of the node's own posts. */
const OWN_LOOK = { look: true };

const ownLookSchema = z.object({ look: z.literal(true) }).strict();

/** n8n answers 500 until it has stored that the execution sleeps. */
const againSchema = z.union([
	z.object({ statusCode: z.number().gte(500) }),
	z.object({ body: z.literal(LOOK_AGAIN) }),
]);

/** Of each sleeping execution, what ends the looks that are to come. */
const coming = new Map<string, AbortController>();

/** Whether the body of a post is that of the node's own. */
export function isOurLook(body: IDataObject): boolean {
	return ownLookSchema.safeParse({ ...body }).success;
}

/**
 * Wakes a sleeping execution again and again, at first after seconds, later after minutes, for an hour at most, until
 * a look was not in vain. The looks that were to come before are replaced.
 *
 * A webhook cannot come back to an execution by itself, so the node posts to the address that wakes it.
 *
 * @param sleeper the execution and its node
 * @param url the address that wakes it
 * @param least how many looks are made in any case
 */
export function keepLooking(
	this: IExecuteFunctions | IWebhookFunctions,
	sleeper: string,
	url: string,
	least: number,
): void {
	const end = new AbortController();
	coming.get(sleeper)?.abort();
	coming.set(sleeper, end);
	const look = async () => {
		const request = { method: 'POST', url, body: OWN_LOOK, json: true } as const;
		const options = { ...request, returnFullResponse: true, ignoreHttpStatusErrors: true };
		const answer: unknown = await this.helpers
			.httpRequest(options)
			.catch(() => ({ statusCode: 503 }));
		return againSchema.safeParse(answer).success;
	};
	const lookOn = async () => {
		for (const [index, time] of delays.wake.entries()) {
			await pause(time, end.signal);
			const isInVain = await look();
			if (!isInVain && index + 1 >= least) return;
		}
	};
	// It fails only when it is replaced.
	void lookOn()
		.catch(() => undefined)
		.finally(() => {
			if (coming.get(sleeper) === end) coming.delete(sleeper);
		});
}
