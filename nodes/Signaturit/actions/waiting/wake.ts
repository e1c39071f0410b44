import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookFunctions,
	IWebhookDescription,
	IWebhookResponseData,
} from 'n8n-workflow';
import { z } from 'zod';
import type { ExecutionCall, WebhookCall } from '../../transport/call';
import { BoundedMap, inBatches, inTurn } from '../../transport/concurrency';
import { delays, pause } from '../../transport/deadline';
import { CREDENTIAL } from '../../transport/endpoints';
import { quietly } from '../../transport/errors/errors';
import { laxText, type Delivery } from '../../transport/shapes';
import {
	endedItems,
	endedRequests,
	haveAllEnded,
	readAwaited,
	readStates,
	type EndedRequest,
} from './awaited';

/** Where posts wake an execution: at the address that n8n signs. */
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

/** How long n8n may take to store that an execution goes on, in milliseconds. */
const STORING = 10_000;

/**
 * When runs of executions were woken. Several posts may look at once, but only one of them lets the run go on. n8n
 * would keep the items of the others for a later sleep of the node, as in a loop, and then go on with old data.
 */
const resumed = new BoundedMap<number>(10_000);

/**
 * Looks whether the requests of a sleeping execution have ended, when an event is posted. Of the post itself, only the
 * reason of a decline counts. A look that has failed, or that does not show what the post says, is repeated. It throws
 * nothing: n8n would let an empty item go on and end the execution with an error.
 */
export async function wake(call: WebhookCall): Promise<IWebhookResponseData> {
	const began = performance.now();
	// A post may have no body, and n8n's form bodies have no prototype.
	const body = { ...call.n8n.getBodyData() };
	const again = () => {
		// It is the node's own post.
		if (body.look === true) return { webhookResponse: LOOK_AGAIN };
		keepLooking(call, 0);
		// If n8n stops before these looks, a trigger has the post made again (`retryWakings`).
		call.n8n.getResponseObject().status(503).end();
		return { noWebhookResponse: true };
	};
	try {
		const awaited = readAwaited(call);
		const run = `${sleeperOf(call)} ${awaited.run}`;
		const callOf = (item: number) => waitingItemCall(call, item);
		// All posts that arrive before it begins share a look.
		const states = await inBatches(run, 'look', async (take) => {
			return await inTurn(run, async () => {
				const posts = take();
				const read = await readStates(callOf, awaited);
				return posts.map(() => read);
			});
		});
		const post = readPost(body);
		const ended = endedRequests(awaited, states).map(
			(request) => request && withPostedReason(request, post),
		);
		if (!haveAllEnded(awaited, ended)) return isShown(post, states.values()) ? {} : again();
		const lacks = ended.some((request) => request && lacksReason(request));
		if (lacks) {
			// The sender may wait for this answer before it posts the next event.
			call.n8n.getResponseObject().status(200).end();
			await pause(delays.reason);
		}
		const answered = lacks ? { noWebhookResponse: true } : {};
		if (began < (resumed.get(run) ?? -Infinity) + STORING) return answered;
		resumed.set(run, performance.now());
		return { ...answered, workflowData: [await endedItems(callOf, awaited, ended)] };
	} catch (error) {
		call.n8n.logger.warn(`Signaturit: a sleeping execution could not look. ${quietly(error)}`);
		return again();
	}
}

/** What n8n's contexts have and its types do not tell. */
interface WithItems {
	executeData?: unknown;
	connectionInputData?: unknown;
	_getCredentials?: (
		type: string,
		executeData: unknown,
		input: unknown,
		item: number,
	) => Promise<ICredentialDataDecryptedObject>;
}

/** The call for one item, with its credential. n8n's own `getCredentials` knows no items in a webhook. */
function waitingItemCall(call: WebhookCall, item: number): WebhookCall {
	const n8n: WithItems & IWebhookFunctions = call.n8n;
	const decrypted = async () => {
		const { executeData, connectionInputData: input } = n8n;
		const ofItem = n8n._getCredentials?.(CREDENTIAL, executeData, input, item);
		return (await ofItem) ?? (await call.decrypted());
	};
	return call.with({ decrypted });
}

const postSchema = z.object({
	type: laxText,
	document: z.object({ id: z.string(), decline_reason: laxText }),
});

type Post = z.infer<typeof postSchema>;

/** Reads the body of a post; `undefined` if it is none about a document. */
export function readPost({ type, document, ...form }: IDataObject): Post | undefined {
	// n8n leaves the keys of forms flat.
	const flat = { id: form['document[id]'], decline_reason: form['document[decline_reason]'] };
	return postSchema.safeParse({ type, document: document ?? flat }).data;
}

/** Whether the history has what a post says; it may come later. */
export function isShown(post: Post | undefined, states: Iterable<Delivery>): boolean {
	if (post?.type === undefined) return true;
	return [...states].some(({ records }) =>
		records.some(
			({ id, events }) => id === post.document.id && events.some(({ type }) => type === post.type),
		),
	);
}

/** Whether a document was declined, and nobody has said why. */
export function lacksReason({ delivery: { records } }: EndedRequest): boolean {
	const declined = records.filter(({ status }) => status === 'declined');
	return declined.length > 0 && !declined.some(({ declineReason }) => declineReason);
}

/** Adds the reason of a decline to the document that was declined: only posts tell it (docs/service.md#event-posts). */
export function withPostedReason(ended: EndedRequest, post: Post | undefined): EndedRequest {
	const { id, decline_reason: declineReason } = post?.document ?? {};
	if (declineReason === undefined) return ended;
	const records = ended.delivery.records.map((record) =>
		record.id === id && record.status === 'declined' && !record.declineReason
			? { ...record, declineReason }
			: record,
	);
	return { ...ended, delivery: { ...ended.delivery, records } };
}

/** What the node answers to its own post when the look was in vain. */
const LOOK_AGAIN = 'look again';

/** n8n answers 500 until it has stored that the execution sleeps. */
const againSchema = z.union([
	z.object({ statusCode: z.number().gte(500) }),
	z.object({ body: z.literal(LOOK_AGAIN) }),
]);

/** Of each sleeping execution, what ends the looks that are to come. */
const coming = new Map<string, AbortController>();

function sleeperOf(call: ExecutionCall): string {
	return `${call.n8n.getExecutionId()} ${call.node.id}`;
}

/**
 * Wakes a sleeping execution by posts of its own (ARCHITECTURE.md, "Sending") for an hour at most, until a look was not
 * in vain. The looks that were to come before are replaced.
 *
 * @param least how many looks are made in any case
 */
export function keepLooking(call: ExecutionCall, least: number): void {
	const sleeper = sleeperOf(call);
	const end = new AbortController();
	coming.get(sleeper)?.abort();
	coming.set(sleeper, end);
	const request = {
		method: 'POST',
		url: call.n8n.getSignedResumeUrl(),
		body: { look: true },
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	} as const;
	const lookOn = async () => {
		for (const [index, time] of delays.wake.entries()) {
			await pause(time, end.signal);
			const answer: unknown = await call.n8n.helpers
				.httpRequest(request)
				.catch(() => ({ statusCode: 503 }));
			if (!againSchema.safeParse(answer).success && index + 1 >= least) return;
		}
	};
	// It fails only when it is replaced.
	void lookOn()
		.catch(() => undefined)
		.finally(() => {
			if (coming.get(sleeper) === end) coming.delete(sleeper);
		});
}
