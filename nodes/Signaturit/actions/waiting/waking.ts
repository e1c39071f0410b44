import { NodeOperationError, UserError } from 'n8n-workflow';
import { ownAddressProblem, whyUnreachable } from '../../events/reachability';
import { outcomeOf } from '../../events/state';
import { itemCall, type ExecuteCall } from '../../transport/call';
import { mapBounded } from '../../transport/concurrency';
import { reviewsCalls } from '../agent/approval';
import { existingOf } from '../sending/find';
import type { NoteOf } from '../sending/note';
import { isRefusedByN8n, postToSelf, WHICH } from './ownPosts';
import { planOf } from './plan';

/** How many items are looked for at a time. */
const AT_ONCE = 5;

/**
 * Looks for requests that another execution has sent, by note or Reference, before anything is sent: Signaturit posts
 * to that execution, so this one wakes by its limit only.
 *
 * @throws UserError when there is no limit, and one of these requests has not ended
 */
export async function checkWaking(call: ExecuteCall, noteOf: NoteOf): Promise<void> {
	if (reviewsCalls(call.node) || planOf(call).limit) return;
	const idOfOther = async (item: number) => {
		const ofItem = itemCall(call, item);
		const note = await noteOf(ofItem, item);
		const existing = await existingOf(ofItem, item, 'signature', note);
		const isOpen = existing && outcomeOf(existing.delivery.records) === undefined;
		return note.isOfOtherExecution && isOpen ? existing.delivery.id : undefined;
	};
	const count = call.n8n.getInputData().length;
	// If it cannot be asked now, its item fails later, with the reason.
	const lookFor = async (item: number) => await idOfOther(item).catch(() => undefined);
	refuseToSleepForEver(await mapBounded(count, AT_ONCE, lookFor));
}

/** @param ids by item, of the requests that another execution has sent and that have not ended */
export function refuseToSleepForEver(ids: ReadonlyArray<string | undefined>): void {
	const rows = ids.flatMap((id, item) => (id === undefined ? [] : [`• Row ${item + 1}: ${id}`]));
	if (rows.length === 0) return;
	throw new UserError('This execution would wait for ever: another one has sent the request', {
		description: [
			...rows,
			'They were not sent again: Signaturit reports only to the execution that has sent them. Add the option Limit Wait Time, and lead the output back into this node while it has no outcome. Then retry this execution with the currently saved workflow: it finds the requests, and goes on when they have ended.',
		].join('\n'),
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
		return URL.canParse(url) ? new URL(url).pathname.split('/') : [];
	});
	const end = webhook.findIndex((part, index) => part !== form[index]);
	return webhook.slice(0, Math.max(end, 0)).join('/');
}
