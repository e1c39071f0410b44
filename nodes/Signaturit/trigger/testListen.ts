import { z } from 'zod';
import type { HookCall } from '../transport/call';
import { pause } from '../transport/deadline';
import { triggerDelays } from './delays';
import { textForLog } from '../transport/errors/errors';
import { FOUND, TEST_LOOK, newestEvent } from './testLook';
import type { Settings } from './settings';
import { processState } from './processState';
import { keepSubscription, type WantedSubscription } from './subscription';

const post = {
	method: 'POST',
	body: TEST_LOOK,
	json: true,
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
} as const;

const foundSchema = z.object({ message: z.literal(FOUND) });

const UNREACHED = 'Signaturit Trigger: n8n does not reach its own test URL.';

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
	void lookAtTestUrl(call, url, end.signal).catch(() => undefined);
}

/** Ends the looks of the test listen at this URL. @returns whether there is one */
export function endTestListen(call: HookCall, url: string): boolean {
	const { testListen } = processState(call);
	if (testListen?.url !== url) return false;
	testListen.end.abort();
	return true;
}

const answerSchema = z.object({ statusCode: z.number(), body: z.unknown() });

/** Posts to the test URL until an event was given out, or n8n does not listen there any more. */
async function lookAtTestUrl(call: HookCall, url: string, end: AbortSignal): Promise<void> {
	const { first, between, all } = triggerDelays.testLooks;
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
			if (!isLogged) call.log('warn', `${UNREACHED} ${textForLog(error)}`);
			isLogged = true;
		}
	}
}
