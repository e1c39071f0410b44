import { z } from 'zod';
import type { ExecutionCall } from '../../transport/call';
import { delays, pause, within } from '../../transport/deadline';

/** The node's answer to its own post when the look was in vain. */
export const LOOK_AGAIN = 'look again';

/** The question that the node posts to its own address: the answer is the run that sleeps. */
export const WHICH = 'which run sleeps';

/** The first word that n8n says of an address whose signature is wrong, as JSON or as a page. */
const REFUSED = /Invalid token|Invalid Form Link/;

const answerSchema = z.object({ statusCode: z.number(), body: z.unknown() });

type OwnAnswer = z.infer<typeof answerSchema>;

/** Posts to the address of this execution; the status is 503 when nobody answers in time. */
export async function postToSelf(call: ExecutionCall, look: unknown): Promise<OwnAnswer> {
	const request = {
		method: 'POST',
		url: call.n8n.getSignedResumeUrl(),
		body: { look },
		// A gateway that compresses may do it wrong.
		headers: { 'Accept-Encoding': 'identity' },
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	} as const;
	const answering = call.n8n.helpers.httpRequest(request).catch(() => undefined);
	const answer = answerSchema.safeParse(await within(delays.ownAnswer, answering));
	return answer.data ?? { statusCode: 503, body: undefined };
}

/** Whether n8n itself has refused a post because of its signature: then no post to this address ever arrives. */
export const isRefusedByN8n = ({ statusCode, body }: OwnAnswer): boolean =>
	statusCode === 401 && REFUSED.test(typeof body === 'string' ? body : JSON.stringify(body));

/** Whether this run of the node still sleeps, as far as its address tells: no other answer says that it goes on. */
export async function isSleeping(call: ExecutionCall, run: number): Promise<boolean> {
	const { statusCode, body } = await postToSelf(call, WHICH);
	if (statusCode === 409) return false;
	const sleeping = z.object({ run: z.number() }).safeParse(body);
	return !sleeping.success || sleeping.data.run === run;
}

/** For each sleeping execution, the controller that ends its coming looks. */
const coming = new Map<string, AbortController>();

export function sleeperOf(call: ExecutionCall): string {
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
	const lookOn = async () => {
		let isLogged = false;
		for (const [index, time] of delays.wake.entries()) {
			await pause(time, end.signal);
			const answer = await postToSelf(call, true);
			if (isRefusedByN8n(answer) && !isLogged) {
				isLogged = true;
				call.log(
					'error',
					`Signaturit: no post will ever wake execution ${sleeper}. n8n refuses the address that it has signed itself, so a proxy in front of n8n changes it. Compare WEBHOOK_URL with what the proxy passes on.`,
				);
			}
			// n8n answers 500 until it has stored that the execution sleeps.
			const isInVain = answer.statusCode >= 500 || answer.body === LOOK_AGAIN;
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
