import { NodeOperationError, UserError } from 'n8n-workflow';
import { z } from 'zod';
import { ownAddressProblem, whyUnreachable } from '../../events/reachability';
import type { ExecuteCall, ExecutionCall } from '../../transport/call';
import { delays, pause, within } from '../../transport/deadline';
import { urlOf } from '../../transport/hosts';

/** The node's answer to its own post when the look was in vain. */
export const LOOK_AGAIN = 'look again';

/** The question that the node posts to its own address: the answer is the run that sleeps. */
export const WHICH = 'which run sleeps';

/** The first word that n8n says of an address whose signature is wrong, as JSON or as a page. */
const REFUSED = /Invalid token|Invalid Form Link/;

const answerSchema = z.object({ statusCode: z.number(), body: z.unknown() });

type OwnAnswer = z.infer<typeof answerSchema>;

/** Posts to the address of this execution; the status is 503 when nobody answers in time. */
async function postToSelf(call: ExecutionCall, look: unknown): Promise<OwnAnswer> {
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
const isRefusedByN8n = ({ statusCode, body }: OwnAnswer): boolean =>
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

/**
 * The address that wakes this execution, signed by n8n. It is tried once in a run, before anything is sent.
 *
 * @throws UserError when Signaturit cannot reach it, or n8n refuses the posts that arrive there
 */
export async function wakingAddress(call: ExecuteCall): Promise<string> {
	const url = resumeUrl(call);
	const { problem, advice } = ownAddressProblem(url) ?? {};
	if (problem) throw new UserError(problem, { description: `Nothing was sent. ${advice}` });
	const { environment } = await call.credential();
	const reason = whyUnreachable(url, environment);
	if (reason === undefined) {
		await call.once('waking address', async () => await assertOpen(call, url));
		return url;
	}
	throw new UserError(
		`Signaturit cannot reach this n8n, so the workflow would not go on: ${new URL(url).origin} is ${reason}`,
		{
			description:
				'Nothing was sent. Set the environment variable WEBHOOK_URL to the public https address of n8n and restart n8n. Without a public address, use the operation Create, and a Signaturit Trigger with How Events Arrive set to Polling Only.',
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
async function assertOpen(call: ExecuteCall, url: string): Promise<void> {
	const base = basePath(call);
	const answer = base ? undefined : await postToSelf(call, WHICH);
	if (answer?.statusCode === 409) return;
	if (!answer || isRefusedByN8n(answer)) {
		const closed = base
			? `n8n has the path ${base} in WEBHOOK_URL, which a proxy has to take off`
			: 'a proxy in front of n8n changes the address that n8n has given out';
		throw new UserError(`This execution would wait for ever: ${closed}`, {
			description:
				'Nothing was sent. Use the operation Create and a Signaturit Trigger instead. Or set WEBHOOK_URL to a host name without a path, let the proxy pass on host, path and query as they are, and restart n8n.',
		});
	}
	const { origin } = new URL(url);
	const { statusCode } = answer;
	const said = statusCode === 503 ? 'nobody answered' : `the answer had the status ${statusCode}`;
	call.hint(
		'warning',
		`n8n could not reach its own address ${origin} (${said}). If Signaturit cannot either, the workflow goes on only at Limit Wait Time, or with the help of a published Signaturit Trigger.`,
	);
	call.log(
		'warn',
		`Signaturit: execution ${call.n8n.getExecutionId()} waits for posts to ${origin}, where n8n could not reach itself: ${said}.`,
	);
}

/** The path in n8n's own address, which its waiting addresses share. n8n itself serves no such path. */
function basePath(call: ExecuteCall): string {
	const [webhook = [], form = []] = ['resumeUrl', 'resumeFormUrl'].map((name) => {
		const url = String(call.n8n.evaluateExpression(`{{ $execution.${name} }}`, 0));
		return urlOf(url)?.pathname.split('/') ?? [];
	});
	const end = webhook.findIndex((part, index) => part !== form[index]);
	return webhook.slice(0, Math.max(end, 0)).join('/');
}
