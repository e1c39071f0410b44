// What a sleeping execution does when something is posted to it: it sleeps on, or goes on.

import type { IDataObject, IWebhookDescription, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { itemCredential } from '../../n8n/itemCredential';
import type { WebhookCall } from '../../transport/call';
import { BoundedMap, inBatches, inTurn } from '../../transport/concurrency';
import { delays, pause } from '../../transport/deadline';
import { CREDENTIAL } from '../../transport/credential';
import { textForLog } from '../../transport/errors/errors';
import { laxText } from '../../transport/lax';
import type { Delivery } from '../../transport/shapes';
import { readAwaitedRequests, type AwaitedRequests, lookAt } from './look';
import { endedItems, endedRequests, type Ended } from './ended';
import { isSleeping, keepLooking, LOOK_AGAIN, sleeperOf, WHICH } from './ownAddress';

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
 * Posts that came before this time (as `performance.now`) do not let a run of an execution go on: another one does. n8n
 * would keep their items for a later sleep of the node, as in a loop, and then go on with old data.
 */
const goingOn = new BoundedMap<number>(10_000);

/** The result of a look for a post: the execution sleeps on, must look again, or goes on with these requests. */
type NextStep = 'sleeps on' | 'unsure' | Ended[];

/**
 * Looks whether the requests of a sleeping execution have ended, when an event is posted. Only the reason of a decline
 * is taken from the post itself. A look that fails, or does not show the event of the post, is repeated. It throws
 * nothing: n8n would let an empty item go on and end the execution with an error.
 */
export async function wake(call: WebhookCall): Promise<IWebhookResponseData> {
	const came = performance.now();
	// A post may have no body, and n8n's form bodies have no prototype.
	const body = { ...call.n8n.getBodyData() };
	const isOwnPost = body.look === true;
	try {
		const awaited = readAwaitedRequests(call);
		if (!awaited) {
			logUnknown(call);
			return again(call, isOwnPost);
		}
		if (body.ask === WHICH) return { webhookResponse: { run: awaited.run } };
		const next = await nextStep(call, awaited, readPost(body));
		if (next === 'sleeps on') return {};
		return next === 'unsure'
			? again(call, isOwnPost)
			: await goOn(call, awaited, next, { came, isOwnPost });
	} catch (error) {
		call.log('warn', `Signaturit: a sleeping execution could not look. ${textForLog(error)}`);
		return again(call, isOwnPost);
	}
}

/** The sleeping executions that `logUnknown` has named. */
const unknown = new BoundedMap<true>(10_000);

/** Says in the log, once, that a sleeping execution does not know what it waits for. */
function logUnknown(call: WebhookCall): void {
	const sleeper = sleeperOf(call);
	if (unknown.get(sleeper)) return;
	unknown.set(sleeper, true);
	call.log(
		'error',
		`Signaturit: no post will ever wake execution ${sleeper}. n8n does not say which requests it waits for: this version of n8n keeps them where this node does not find them. It goes on at its limit, without an outcome. Update n8n-nodes-signaturit, or go back to a version of n8n with which Send and Wait has worked.`,
	);
}

function again(call: WebhookCall, isOwnPost: boolean): IWebhookResponseData {
	if (isOwnPost) return { webhookResponse: LOOK_AGAIN };
	keepLooking(call, 0);
	// If n8n stops before these looks, a published trigger of the account's events has the post made again (`repeatMissedPosts`).
	call.n8n.getResponseObject().status(503).end();
	return { noWebhookResponse: true };
}

/** Names a run of the node in an execution. */
const runOf = (call: WebhookCall, { run }: AwaitedRequests) => `${sleeperOf(call)} ${run}`;

async function nextStep(
	call: WebhookCall,
	awaited: AwaitedRequests,
	post: Post | undefined,
): Promise<NextStep> {
	const run = runOf(call, awaited);
	// All posts that arrive before it begins share a look.
	const look = await inBatches(run, 'look', async (take) => {
		return await inTurn(run, async () => {
			const posts = take();
			const seen = await lookAt((item) => waitingItemCall(call, item), awaited);
			return posts.map(() => seen);
		});
	});
	const all = endedRequests(awaited, look);
	const ended = all.flatMap((one) => (one ? [withPostedReason(one, post)] : []));
	if (ended.length === all.length) return ended;
	const isSure = look.unread.size === 0 && isShown(post, look.states.values());
	return isSure ? 'sleeps on' : 'unsure';
}

/**
 * Lets the execution go on, unless another post does. Then it looks again: n8n may fail to begin the run, as without its
 * database, after it has taken the items; and nobody would post any more.
 */
async function goOn(
	call: WebhookCall,
	awaited: AwaitedRequests,
	ended: Ended[],
	{ came, isOwnPost }: { came: number; isOwnPost: boolean },
): Promise<IWebhookResponseData> {
	const run = runOf(call, awaited);
	const lacks = ended.some(lacksReason);
	if (lacks) {
		// The sender may wait for this answer before it posts the next event.
		call.n8n.getResponseObject().status(200).end();
		await pause(delays.reason);
	}
	const answered = lacks ? { noWebhookResponse: true } : {};
	if (came < (goingOn.get(run) ?? -Infinity)) {
		return isOwnPost && !lacks ? { webhookResponse: LOOK_AGAIN } : answered;
	}
	goingOn.set(run, Infinity);
	let until = -Infinity;
	try {
		const items = await endedItems((item) => waitingItemCall(call, item), awaited, ended);
		// While the files arrived, another process may have let it go on.
		const hasFiles = awaited.items.some((item) => 'id' in item && item.kinds.length > 0);
		if (hasFiles && !(await isSleeping(call, awaited.run))) return answered;
		until = performance.now() + STORING;
		keepLooking(call, 0);
		return { ...answered, workflowData: [items] };
	} finally {
		goingOn.set(run, until);
	}
}

/** The call for one item, with its credential. */
function waitingItemCall(call: WebhookCall, item: number): WebhookCall {
	const decrypted = async () =>
		(await itemCredential(call.n8n, CREDENTIAL, item)) ?? (await call.decrypted());
	return call.with({ decrypted });
}

const postSchema = z.object({
	type: laxText,
	document: z.object({ id: z.string(), decline_reason: laxText }),
});

type Post = z.infer<typeof postSchema>;

/** Reads the body of a post; `undefined` if it is not about a document. */
export function readPost({ type, document, ...form }: IDataObject): Post | undefined {
	// n8n leaves the keys of forms flat.
	const flat = { id: form['document[id]'], decline_reason: form['document[decline_reason]'] };
	return postSchema.safeParse({ type, document: document ?? flat }).data;
}

/** Whether the history shows the event of a post, which may come later. */
export function isShown(post: Post | undefined, states: Iterable<Delivery>): boolean {
	if (post?.type === undefined) return true;
	return [...states].some(({ records }) =>
		records.some(
			({ id, events }) => id === post.document.id && events.some(({ type }) => type === post.type),
		),
	);
}

/** Whether a document was declined, and nobody has said why. */
export function lacksReason(ended: Ended): boolean {
	if (!('delivery' in ended)) return false;
	const { records } = ended.delivery;
	const declined = records.filter(({ status }) => status === 'declined');
	return declined.length > 0 && !declined.some(({ declineReason }) => declineReason);
}

/** Adds the reason of a decline to the document that was declined: only posts tell it (docs/service.md#event-posts). */
export function withPostedReason(ended: Ended, post: Post | undefined): Ended {
	const { id, decline_reason: declineReason } = post?.document ?? {};
	if (declineReason === undefined || !('delivery' in ended)) return ended;
	const records = ended.delivery.records.map((record) =>
		record.id === id && record.status === 'declined' && !record.declineReason
			? { ...record, declineReason }
			: record,
	);
	return { ...ended, delivery: { ...ended.delivery, records } };
}
