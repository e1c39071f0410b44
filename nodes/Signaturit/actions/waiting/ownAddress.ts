// The execution's own address: how it is tried, and the node's own posts there.

import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';
import { ownAddressProblem, whyUnreachable } from '../../events/reachability';
import { basePath, meaningOf, waitingAddresses } from '../../n8n/waitingAddress';
import type { ExecuteCall, ExecutionCall } from '../../transport/call';
import { delays, pause, within } from '../../transport/deadline';
import { Refusal } from '../../transport/errors/refusal';

/** The node's answer to its own post after a look that has failed, or does not tell enough. */
export const LOOK_AGAIN = 'look again';

/** The question that the node posts to its own address: the answer is the run that sleeps. */
export const WHICH = 'which run sleeps';

const answerSchema = z.object({ statusCode: z.number(), body: z.unknown() });

type OwnAnswer = z.infer<typeof answerSchema>;

/** Posts to the address of this execution; the status is 503 when nobody answers in time. */
async function postToSelf(
	call: ExecutionCall,
	body: { look: true } | { ask: typeof WHICH },
): Promise<OwnAnswer> {
	const request = {
		method: 'POST',
		url: call.n8n.getSignedResumeUrl(),
		body,
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

/**
 * Whether this run of the node still sleeps, as far as its address tells: no other answer says that it goes on. The log
 * says when the address tells nothing.
 */
export async function isSleeping(call: ExecutionCall, run: number): Promise<boolean> {
	const { statusCode, body } = await postToSelf(call, { ask: WHICH });
	if (meaningOf(statusCode, body) === 'awake') return false;
	const sleeping = z.object({ run: z.number() }).safeParse(body);
	if (sleeping.success) return sleeping.data.run === run;
	call.log(
		'warn',
		`Signaturit: execution ${sleeperOf(call)} goes on, but its own address does not say whether it still sleeps (status ${statusCode}). If another process of n8n has let it go on meanwhile, what follows runs twice.`,
	);
	return true;
}

/** For each sleeping execution, the controller that ends its coming looks. */
const coming = new Map<string, AbortController>();

export function sleeperOf(call: ExecutionCall): string {
	return `${call.n8n.getExecutionId()} ${call.node.id}`;
}

/**
 * Has a sleeping execution look, by posts of its own (ARCHITECTURE.md, "Waiting"), for an hour at most: until a look has
 * read how the requests stand, also if they are still open. The looks that were to come before are replaced.
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
		for (const [index, time] of delays.ownPosts.entries()) {
			await pause(time, end.signal);
			const answer = await postToSelf(call, { look: true });
			const why = whyPostAgain(answer);
			if (why === undefined && index + 1 >= least) return;
			if (why && !isLogged) {
				isLogged = true;
				call.log('error', `Signaturit: execution ${sleeper} may never wake. ${why}`);
			}
		}
		call.log(
			'warn',
			`Signaturit: execution ${sleeper} has looked in vain for an hour, and looks no more by itself. It goes on when Signaturit posts to it, or at its limit.`,
		);
	};
	// It fails only when it is replaced.
	void lookOn()
		.catch(() => undefined)
		.finally(() => {
			if (coming.get(sleeper) === end) coming.delete(sleeper);
		});
}

/** Why to post again after this answer, as text: empty if that is usual, `undefined` if there is no need. */
function whyPostAgain({ statusCode, body }: OwnAnswer): string | undefined {
	// n8n answers 500 until it has stored that the execution sleeps.
	if (statusCode >= 500 || body === LOOK_AGAIN) return '';
	const meaning = meaningOf(statusCode, body);
	if (meaning === 'refused') {
		return 'n8n refuses the address that it has signed itself, so a proxy in front of n8n changes it. Compare WEBHOOK_URL with what the proxy passes on.';
	}
	const isAnswered = meaning !== undefined || (statusCode >= 200 && statusCode < 300);
	return isAnswered
		? undefined
		: `Its own posts to its address are answered with the status ${statusCode}, by n8n or by a proxy in front of it. If those of Signaturit are too, it goes on at its limit only. Let the proxy pass on posts to n8n's waiting webhooks, and update n8n-nodes-signaturit.`;
}

/**
 * The address at which this execution waits, signed by n8n. It is tried once in a run, before anything is sent.
 *
 * @throws UserError when Signaturit cannot reach it, or n8n refuses the posts that arrive there
 */
export async function ownWaitingAddress(call: ExecuteCall): Promise<string> {
	const url = resumeUrl(call);
	const { problem, advice } = ownAddressProblem(url) ?? {};
	if (problem) throw new Refusal(problem, 'builder', { unsent: true, advice });
	const { environment } = await call.credential();
	const reason = whyUnreachable(url, environment);
	if (reason === undefined) {
		await call.once('own waiting address', async () => await tryAddress(call, url));
		return url;
	}
	throw new Refusal(
		`Signaturit cannot reach this n8n, so the workflow would not go on: ${new URL(url).origin} is ${reason}`,
		'builder',
		{
			unsent: true,
			advice:
				'Set the environment variable WEBHOOK_URL to the public https address of n8n and restart n8n. Without a public address, use the operation Create, and a Signaturit Trigger with How Events Arrive set to Polling Only.',
		},
	);
}

/** The address as n8n makes it; empty if its settings give no web address. */
function resumeUrl(call: ExecuteCall): string {
	try {
		return call.n8n.getSignedResumeUrl();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') return '';
		throw new NodeOperationError(call.node, error as Error);
	}
}

/**
 * Tries the address, without any effect. n8n says 409 of an execution that still runs, or refuses its own signature.
 *
 * @throws UserError when no post to this address can wake the execution. Whatever else is uncertain is a hint
 */
async function tryAddress(call: ExecuteCall, url: string): Promise<void> {
	const base = basePath(call.n8n, url);
	const answer = base ? undefined : await postToSelf(call, { ask: WHICH });
	const meaning = answer && meaningOf(answer.statusCode, answer.body);
	if (!answer || meaning === 'refused') {
		const closed = base
			? `n8n has the path ${base} in WEBHOOK_URL, which a proxy has to take off`
			: 'a proxy in front of n8n changes the address that n8n has given out';
		throw new Refusal(`This execution would wait for ever: ${closed}`, 'builder', {
			unsent: true,
			advice:
				'Use the operation Create and a Signaturit Trigger instead. Or set WEBHOOK_URL to a host name without a path, let the proxy pass on host, path and query as they are, and restart n8n.',
		});
	}
	const execution = call.n8n.getExecutionId();
	if (!waitingAddresses(call.n8n)?.has(new URL(url))) {
		const missed = 'posts of Signaturit that n8n misses while it is stopped are not made again';
		call.hint(
			'warning',
			`This version of n8n has waiting addresses that this node does not know, so ${missed}. Update n8n-nodes-signaturit.`,
		);
		call.log('warn', `Signaturit: execution ${execution} sleeps at an unknown address: ${missed}.`);
	}
	if (meaning === 'awake') return;
	const { origin } = new URL(url);
	const { statusCode } = answer;
	const said = statusCode === 503 ? 'nobody answered' : `the answer had the status ${statusCode}`;
	call.hint(
		'warning',
		`n8n could not reach its own address ${origin} (${said}). If Signaturit cannot either, the workflow goes on only at Limit Wait Time, or with the help of a published Signaturit Trigger.`,
	);
	call.log(
		'warn',
		`Signaturit: execution ${execution} waits for posts to ${origin}, where n8n could not reach itself: ${said}.`,
	);
}
