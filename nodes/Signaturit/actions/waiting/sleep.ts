import {
	NodeOperationError,
	UserError,
	WAIT_INDEFINITELY,
	type INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';
import { ownAddressProblem, whyUnreachable } from '../../events/reachability';
import { momentSchema } from '../../input/dates';
import { choice, numberFrom } from '../../input/doors';
import { optional, validated } from '../../input/schemas';
import { choicesField, choicesOf, option } from '../../input/fields';
import type { AttachedKind } from '../../transport/files/deliveryFiles';
import { parameter, itemCall, type ExecuteCall } from '../../transport/call';
import { DAY } from '../../transport/lists/timeRange';
import { errorJson, type ItemResult } from '../itemResult';
import { runIndexOf, type Note } from '../sending/note';
import { reviewsCalls } from './approval';
import {
	endedItems,
	endedRequests,
	haveAllEnded,
	keepAwaited,
	readStates,
	type AwaitedRequests,
} from './awaited';
import { WAITING_FOR } from './broughtBack';
import { keepLooking } from './wake';
import { fieldValue } from '../../input/values';
import { isPlainObject } from '../../transport/errors/problem';

/** The option for files of what an execution has waited for. */
export const attachFilesOption = choicesField('Attach Files', 'attachFiles', {
	options: [
		option(
			'Audit Trails',
			'auditTrail',
			'The proof of who did what and when, in the binary fields auditTrail_1 …',
		),
		option('Signed PDFs', 'signed', 'The signed documents, in the binary fields signed_1 …'),
	],
	default: [],
	description:
		'Files of a completed request to put on the item. The execution sleeps until Signaturit has them.',
});

/** How often an execution looks after it has fallen asleep: n8n loses what is posted before it has stored it. */
const FIRST_LOOKS = 3;

/**
 * The address that wakes this execution, signed by n8n.
 *
 * @throws UserError when Signaturit cannot reach it
 */
export async function wakingAddress(call: ExecuteCall): Promise<string> {
	const url = resumeUrl(call);
	const { problem, advice } = ownAddressProblem(url) ?? {};
	if (problem) throw new UserError(problem, { description: `Nothing was sent. ${advice}` });
	const { environment } = await call.credential();
	const reason = whyUnreachable(url, environment);
	if (reason === undefined) return url;
	throw new UserError(
		`Signaturit cannot reach this n8n, so the execution would not wake: its address, ${new URL(url).origin}, is ${reason}`,
		{
			description:
				'Nothing was sent. Set the environment variable WEBHOOK_URL to the public https address of n8n and restart n8n. Without a public address, use the operation Create, and a Signaturit Trigger with How Events Arrive set to By Polling Only.',
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
 * Puts the execution to sleep until all requests have ended. If they have already, it returns their items.
 *
 * @throws UserError when nothing would ever wake it
 */
export async function sleepUntilEnded(
	call: ExecuteCall,
	results: ItemResult[],
	notes: ReadonlyMap<number, Note>,
): Promise<ItemResult[]> {
	const awaited: AwaitedRequests = {
		run: runIndexOf(call),
		isReview: reviewsCalls(call.node),
		kinds: fieldValue(call, 'options.attachFiles', 0, choicesOf<AttachedKind>(attachFilesOption)),
		items: results.map((result, item) => awaitedItem(result, notes.get(item)?.sender.account)),
	};
	const waiting = awaited.items.flatMap((item, index) => ('id' in item ? [index] : []));
	if (waiting.length === 0) return results;

	const callOf = (item: number) => itemCall(call, item);
	// What cannot be read now, is when the execution is woken.
	const states = await readStates(callOf, awaited).catch(() => new Map());
	const ended = endedRequests(awaited, states);
	const unanswered = unansweredItems(call, awaited);
	const isBroughtBack = (item: number) => notes.get(item)?.known.comesBack !== undefined;
	// What is brought back and has ended goes on, whatever the others do.
	if (haveAllEnded(awaited, ended) || waiting.some((item) => ended[item] && isBroughtBack(item))) {
		const items = await endedItems(callOf, awaited, ended);
		return items.map((item, index) => {
			const isOpen = waiting.includes(index) && !ended[index];
			return { items: [(isOpen && unanswered[index]) || item] };
		});
	}

	let until: number | undefined;
	// n8n would take the input of a reviewer that it skips for the review, so a reviewer sleeps for ever.
	if (!awaited.isReview) {
		const limit = chosenLimit(call);
		if (limit === undefined) refuseToSleepForEver(awaited, notes);
		until = limit ?? afterExpiry(call, waiting);
		// When the limit is over, n8n hands this on.
		call.n8n.getExecuteData().data.main = [unanswered];
	}
	keepAwaited(call, awaited);
	// Newer n8n always asks for the signature, and has no such function.
	(call.n8n.setSignatureValidationRequired as (() => void) | undefined)?.();
	await call.n8n.putExecutionToWait(until === undefined ? WAIT_INDEFINITELY : new Date(until));
	keepLooking(call, FIRST_LOOKS);
	return results;
}

/** A call of an agent that was denied before anybody was asked has no request either. */
function awaitedItem(result: ItemResult, account = ''): AwaitedRequests['items'][number] {
	if ('error' in result) return { output: errorJson(result.error, true) };
	const { json: output = {} } = result.items[0] ?? {};
	const { id, reused } = output;
	return id === undefined ? { output } : { id: String(id), reused: reused === true, account };
}

/** Posts go to the execution that has sent a request, so another one wakes by its limit only. */
function refuseToSleepForEver({ items }: AwaitedRequests, notes: ReadonlyMap<number, Note>): void {
	const others = items.flatMap((item, index) =>
		'id' in item && notes.get(index)?.isOfOtherExecution ? [`• Row ${index + 1}: ${item.id}`] : [],
	);
	if (others.length === 0) return;
	throw new UserError('This execution would never wake: another one has sent the request', {
		description: [
			...others,
			'They were not sent again. Signaturit reports to the execution that has sent a request. Add the option Limit Wait Time and lead the output back into this node while it has no outcome (docs/waiting.md), then run it again: it finds the requests and goes on when they have ended.',
		].join('\n'),
	});
}

/** What an item tells of a request. */
const TOLD = [
	...['signatureId', 'outcome', 'status', 'signed', 'total', 'signers', 'reused'],
	...['documentIds', 'documents', 'createdAt', 'filesMissing'],
];

/**
 * The input items as they go on without an outcome: each names what it waits for. What an earlier node tells of its
 * request is taken off, or the workflow would take it for the outcome of this one.
 */
function unansweredItems(call: ExecuteCall, { items }: AwaitedRequests): INodeExecutionData[] {
	return call.n8n.getInputData().map((item, index) => {
		const awaited = items[index];
		const { [WAITING_FOR]: _, ...json } = item.json;
		const isOfRequest = 'signatureId' in json && ('outcome' in json || 'signers' in json);
		for (const key of isOfRequest ? TOLD : ['outcome']) Reflect.deleteProperty(json, key);
		const waitingFor = awaited && 'id' in awaited ? { signatureId: awaited.id } : undefined;
		return { ...item, json: { ...json, ...(waitingFor && { [WAITING_FOR]: waitingFor }) } };
	});
}

const units = { minutes: 60_000, hours: 3_600_000, days: DAY } as const;

const LIMIT_TYPES = ['afterTimeInterval', 'atSpecifiedTime'] as const;

/** The user's limit, in milliseconds since 1970. */
function chosenLimit(call: ExecuteCall): number | undefined {
	const value: unknown = parameter(call, 'options.limitWaitTime.values', 0, null);
	if (value === null) return undefined;
	const limit = isPlainObject(value) ? value : {};
	if (Object.keys(limit).length === 0) {
		throw new UserError('Limit Wait Time must be an amount of time, or a date and time', {
			description: 'Nothing was sent.',
		});
	}
	const type = validated(optional(choice('Limit Type', LIMIT_TYPES)), limit.limitType);
	if (type === 'atSpecifiedTime') {
		const date = momentSchema('Max Date and Time', call.n8n.getTimezone());
		return validated(date, limit.maxDateAndTime);
	}
	const unit = optional(choice('Unit', ['minutes', 'hours', 'days'] as const));
	const { resumeAmount = 1, resumeUnit = 'hours' } = validated(
		z.object({ resumeAmount: optional(numberFrom('Amount', 0)), resumeUnit: unit }),
		limit,
	);
	return Date.now() + resumeAmount * units[resumeUnit];
}

/** @throws UserError when the limit is not valid, or past already */
export function checkLimit(call: ExecuteCall): void {
	const now = Date.now();
	const limit = chosenLimit(call) ?? Infinity;
	if (limit >= now) return;
	throw new UserError(`Limit Wait Time is past already: ${new Date(limit).toISOString()}`, {
		description: 'Nothing was sent. Choose a later date, or After Time Interval.',
	});
}

/** When the last of these items' requests has expired for a day; `undefined` if one never does. */
function afterExpiry(call: ExecuteCall, items: readonly number[]): number | undefined {
	const days = items.map((item) => {
		const value = parameter(call, 'options.expireTime', item, null);
		return validated(optional(numberFrom('Expires After (Days)', 1)), value) ?? Infinity;
	});
	const longest = Math.max(...days);
	return longest === Infinity ? undefined : Date.now() + (longest + 1) * DAY;
}
