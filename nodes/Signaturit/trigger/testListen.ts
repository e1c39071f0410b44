// The test listen: looks for an event until one is given out to the editor.

import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { MARK_KEY, workflowOrigin, withMark } from '../events/tracking';
import type { HookCall, WebhookCall } from '../transport/call';
import { pause } from '../transport/deadline';
import { triggerDelays } from './delays';
import { endpoints } from '../transport/endpoints';
import { textForLog } from '../transport/errors/errors';
import { PAGE_SIZE } from '../transport/lists/paging';
import { readAs } from '../transport/request';
import { deliveriesSchema } from '../transport/shapes';
import { answer, start } from './answer';
import { happeningsIn, type DatedHappening } from './history';
import type { Settings } from './settings';
import { processState } from './processState';
import { keepSubscription, type WantedSubscription } from './subscription';

/** The body of the posts by which a test listen makes the trigger look for an event. */
export const TEST_POST = { test: 'look for an event' } as const;

/** The answer to such a post when there is an event. */
const FOUND = 'Test event found';

const GIVEN_ALREADY = [200, 'Test event given already'] as const;

const post = {
	method: 'POST',
	body: TEST_POST,
	json: true,
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
} as const;

const testPostSchema = z.object({ test: z.literal(TEST_POST.test) }).strict();

const answerSchema = z.object({ statusCode: z.number(), body: z.unknown() });

const foundSchema = z.object({ message: z.literal(FOUND) });

/**
 * Prepares *Fetch Test Event*, for which n8n listens at the test URL. Until an event is given out, the trigger is made to
 * look for one by posts to that URL: newer n8n evaluates no credential for a hook that has returned. A post that starts
 * nothing leaves n8n listening.
 *
 * @throws NodeApiError if the account cannot be read
 */
export async function listenForTest(
	call: HookCall,
	settings: Settings,
	wanted: WantedSubscription | undefined,
): Promise<void> {
	const newest = await newestEvent(call, settings);
	if (!newest && wanted) await keepSubscription(call, wanted);
	const url = call.n8n.getNodeWebhookUrl('default') ?? '';
	const state = processState(call);
	state.testListen?.end.abort();
	state.tested.clear();
	const end = new AbortController();
	state.testListen = { url, end };
	// It fails only when it is ended.
	void postToTestUrl(call, url, end.signal).catch(() => undefined);
}

/** Ends the posts of the test listen at this URL. @returns whether there is one */
export function endTestListen(call: HookCall, url: string): boolean {
	const { testListen } = processState(call);
	if (testListen?.url !== url) return false;
	testListen.end.abort();
	return true;
}

/** Posts to the test URL until an event was given out, or n8n does not listen there any more. */
async function postToTestUrl(call: HookCall, url: string, end: AbortSignal): Promise<void> {
	const { first, between, all } = triggerDelays.testPosts;
	const until = performance.now() + all;
	let isLogged = false;
	// n8n tells the editor first that it listens.
	for (let wait = first; performance.now() < until; wait = between) {
		await pause(wait, end);
		try {
			const answer = answerSchema.parse(await call.n8n.helpers.httpRequest({ ...post, url }));
			// Another main process may have ended it.
			if (answer.statusCode === 404 || foundSchema.safeParse(answer.body).success) return;
		} catch (error) {
			const unreached = 'Signaturit Trigger: n8n does not reach its own test URL.';
			if (!isLogged) call.log('warn', `${unreached} ${textForLog(error)}`);
			isLogged = true;
		}
	}
}

/**
 * Answers a post to the test URL: the node's own by the newest event, any other as `receiveEvent` does. A test listen gives
 * out one event.
 */
export async function receiveInTest(
	call: WebhookCall,
	settings: Settings,
	body: unknown,
	receiveEvent: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	const isTestPost = testPostSchema.safeParse(body).success;
	const response = await (isTestPost ? answerTestPost(call, settings) : receiveEvent());
	return response.workflowData && isOver(call) ? answer(call, GIVEN_ALREADY) : response;
}

/** Anybody may post this, so only an event from the service is given out. */
async function answerTestPost(
	call: WebhookCall,
	settings: Settings,
): Promise<IWebhookResponseData> {
	const newest = await newestEvent(call, settings);
	if (!newest) return answer(call, [200, 'No event yet']);
	const { happening, delivery } = newest;
	return start({ kind: 'happenings', happenings: [happening], delivery }, FOUND);
}

/** Whether the test listen has given out its event already. If not, it does now. */
function isOver(call: WebhookCall): boolean {
	const { testListen, tested } = processState(call);
	if (!testListen) return false;
	const { url, end } = testListen;
	if (tested.has(url)) return true;
	if (!end.signal.aborted) tested.add(url);
	return false;
}

/** The newest chosen event of the workflow, else of the account: a workflow under test may be unpublished. */
async function newestEvent(
	call: HookCall | WebhookCall,
	settings: Settings,
): Promise<DatedHappening | undefined> {
	const { resource, listenTo } = settings;
	const list = async (filter: IDataObject) =>
		await readAs(call, endpoints[resource].list, {
			query: { limit: PAGE_SIZE, ...filter },
			schema: deliveriesSchema,
			what: 'a list',
		});
	// The list of certified SMS cannot be searched by the mark (docs/service.md#filters).
	const isMarked = listenTo === 'workflow' && resource !== 'certifiedSms';
	const origin = isMarked ? workflowOrigin(call) : undefined;
	const marked = origin ? withMark(await list({ [MARK_KEY]: origin.mark }), origin) : [];
	const deliveries = marked.length > 0 ? marked : await list({});
	return happeningsIn(deliveries, settings).at(-1);
}
