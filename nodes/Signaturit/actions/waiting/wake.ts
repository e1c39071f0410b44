import type {
	IDataObject,
	IExecuteFunctions,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { z } from 'zod';
import { delays } from '../../transport/delays';
import { pause } from '../../transport/pause';
import { attachedKinds } from '../../transport/files/deliveryFiles';
import { quietly } from '../../transport/quiet';
import type { Delivery } from '../../transport/shapes';
import { waitingItemContext } from '../itemContext';
import { inTurn } from '../../transport/concurrency';
import { asGivenOut } from './approval';
import { readAwaited, type Awaited } from './awaited';
import { ATTACH_FILES, endedItems, endsOf, readStates } from './ended';
import { isShown, lacksReason, readPost, withPostedReason } from './post';

/** Where posts wake an execution. `isFullPath` and the node's id make the address that n8n signs. */
export const waitingWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];

/**
 * Looks whether the requests of a sleeping execution have ended, when an event is posted. The post itself says
 * nothing that counts but the reason of a decline: for the post that has it, others wait a moment. A look that has
 * failed, or that does not show what the post says, is repeated (`keepLooking`). It throws nothing: n8n would let an
 * empty item go on and end the execution with an error.
 */
export async function wake(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const began = Date.now();
	const sleeper = `${this.getExecutionId()} ${this.getNode().id}`;
	const isOurs = isOurLook(this.getBodyData());
	const again = () => {
		if (isOurs) return { webhookResponse: LOOK_AGAIN };
		keepLooking.call(this, sleeper, this.getSignedResumeUrl(), 0);
		return {};
	};
	try {
		const awaited = readAwaited.call(this);
		const kinds = attachedKinds.parse(this.getNodeParameter(ATTACH_FILES, []));
		const contextOf = (item: number) => waitingItemContext.call(this, item);
		const states = await sharedLook(`${sleeper} ${awaited.run}`, contextOf, awaited);
		const post = readPost(this.getBodyData());
		const ends = endsOf(awaited, states, kinds)?.map((end) => end && withPostedReason(end, post));
		if (!ends) return isShown(post, states.values()) ? {} : again();
		const lacks = ends.some((end) => end && lacksReason(end));
		if (lacks && !wasResumed(sleeper, awaited.run, began)) {
			// The sender may wait for this answer before it posts the next event.
			this.getResponseObject().status(200).end();
			await pause(delays.reason);
		}
		const answered = lacks ? { noWebhookResponse: true } : {};
		if (!mayResume(sleeper, awaited.run, began)) return answered;
		const items = await endedItems(contextOf, awaited, ends, kinds);
		return { ...answered, workflowData: [asGivenOut(this, items)] };
	} catch (error) {
		this.logger.warn(`Signaturit: a sleeping execution could not look. ${quietly(error)}`);
		return again();
	}
}

/** What the node answers to its own post when the look was in vain. */
const LOOK_AGAIN = 'look again';

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
function isOurLook(body: IDataObject): boolean {
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

const looks = new Map<string, Promise<ReadonlyMap<string, Delivery>>>();

/** Reads the requests for all posts that arrive before it begins. One look of an execution is made at a time. */
async function sharedLook(
	key: string,
	contextOf: Parameters<typeof readStates>[0],
	awaited: Awaited,
): Promise<ReadonlyMap<string, Delivery>> {
	const waiting = looks.get(key);
	if (waiting) return await waiting;
	const look = inTurn(key, async () => {
		looks.delete(key);
		return await readStates(contextOf, awaited);
	});
	looks.set(key, look);
	return await look;
}

/** How long n8n may take to store that an execution goes on, in milliseconds. */
const STORING = 10_000;

/** Of so many executions it is known when they were woken. */
const MAX = 10_000;

const resumptions = new Map<string, { run: number; at: number }>();

/**
 * Whether another post has let an execution go on since this one began to look. n8n would take the items of this
 * one also for a later sleep of the same node, as in a loop, and go on with the data that the execution had
 * before.
 */
function wasResumed(sleeper: string, run: number, began: number): boolean {
	const last = resumptions.get(sleeper);
	return last !== undefined && last.run >= run && began < last.at + STORING;
}

/** Whether a post may let an execution go on. From then on, the others may not. */
function mayResume(sleeper: string, run: number, began: number): boolean {
	if (wasResumed(sleeper, run, began)) return false;
	resumptions.delete(sleeper);
	resumptions.set(sleeper, { run, at: Date.now() });
	const [oldest] = resumptions.keys();
	if (resumptions.size > MAX && oldest !== undefined) resumptions.delete(oldest);
	return true;
}
