import {
	UserError,
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';
import { whyUnreachable } from '../../events/reachability';
import { delays } from '../../transport/delays';
import { pause } from '../../transport/pause';
import { readCredential } from '../../transport/serviceUrl';
import { failureJson, type Outcome } from '../failure';
import type { OutputItem } from '../outputItem';
import { asGivenOut, reviewsCalls } from './approval';
import { keepAwaited, type Awaited } from './awaited';
import { ATTACH_FILES, endedItems } from './endedItems';
import { waitUntil } from './limit';
import { runIndexOf } from './sentBefore';

/**
 * The address that wakes this execution, signed by n8n.
 *
 * @throws UserError when Signaturit cannot reach it
 */
export async function wakingAddress(this: IExecuteFunctions): Promise<string> {
	const url = this.getSignedResumeUrl();
	const { environment } = readCredential(await this.getCredentials('signaturitApi'));
	const reason = environment === 'custom' ? undefined : whyUnreachable(url);
	if (reason === undefined) return url;
	throw new UserError(
		`Signaturit cannot reach this n8n, so the execution would not wake: its address, ${new URL(url).origin}, is ${reason}`,
		{
			description:
				'Nothing was sent. Set the environment variable WEBHOOK_URL to the public https address of n8n and restart n8n. Without a public address, use the operation Create, and a Signaturit Trigger with How Events Arrive set to By Polling Only.',
		},
	);
}

/**
 * Puts the execution to sleep until all requests have ended. If they have already, their outcomes are returned
 * at once.
 */
export async function sleepUntilEnded(
	this: IExecuteFunctions,
	outcomes: Outcome[],
): Promise<Outcome[]> {
	if (outcomes.every((outcome) => 'items' in outcome && wasReviewed(outcome.items)))
		return outcomes;
	const awaited: Awaited = { run: runIndexOf(this), items: outcomes.map(awaitedItem) };
	const waiting = awaited.items.flatMap((item, index) => ('id' in item ? [index] : []));
	if (waiting.length === 0) return outcomes;

	const attachFiles = this.getNodeParameter(ATTACH_FILES, 0, []);
	// What cannot be read now, is when the execution is woken.
	const ended = await endedItems.call(this, awaited, attachFiles).catch(() => undefined);
	if (ended) return asGivenOut(this, ended.items).map((item) => ({ items: [item] }));

	keepAwaited.call(this, awaited);
	// Newer n8n always asks for the signature, and has no such function.
	(this.setSignatureValidationRequired as (() => void) | undefined)?.();
	// n8n would take the input of a reviewer that it skips for the review.
	const until = reviewsCalls(this.getNode())
		? WAIT_INDEFINITELY
		: waitUntil.call(this, waiting, Date.now());
	await this.putExecutionToWait(until);
	void wakeSoon.call(this, this.getSignedResumeUrl());
	return outcomes;
}

/** Whether a call of an agent was denied before anybody was asked. */
function wasReviewed(items: readonly OutputItem[]): boolean {
	return items.some(({ json }) => json.approved === false);
}

function awaitedItem(outcome: Outcome): Awaited['items'][number] {
	if ('failure' in outcome) return { failure: failureJson(outcome.failure, true) };
	const { id, reused } = outcome.items[0]?.json ?? {};
	return { id: String(id), reused: reused === true };
}

/**
 * Wakes the execution soon after it has fallen asleep. A request that ends before n8n has stored the execution
 * posts in vain; nothing else would tell of it.
 */
async function wakeSoon(this: IExecuteFunctions, url: string): Promise<void> {
	const body: IDataObject = {};
	for (const time of delays.wake) {
		await pause(time);
		await this.helpers
			.httpRequest({ method: 'POST', url, body, ignoreHttpStatusErrors: true })
			.catch(() => undefined);
	}
}
