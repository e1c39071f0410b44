// Cancels and deletes the signature requests that a run of the recorder has created.

import { setTimeout as wait } from 'node:timers/promises';

import { CallFailed, type Answer, type Call, type CallSender } from './client';
import { RECORDER } from './recorderTexts';
import { ifAny, requestIn, requestsIn } from './wire';

/** A request of this run that is still there. */
export interface Leftover {
	id: string;
	why: string;
}

/** How often a cancel is tried while the service is still preparing the request. */
const TRIES = 10;

/**
 * Cancels and deletes what a run has created, also what was created without an answer. It throws nothing.
 *
 * @returns what could not be cleaned up
 */
export async function cleanUp(
	client: CallSender,
	created: readonly string[],
	mark: string,
	pauseMs: number,
): Promise<Leftover[]> {
	const ids = new Set([...created, ...(await marked(client, mark))]);
	const leftovers: Leftover[] = [];
	for (const id of ids) {
		const why = await remove(client, id, pauseMs).catch(failureOf);
		if (why !== undefined) leftovers.push({ id, why });
	}
	return leftovers;
}

/** The requests that carry the mark. A list that ignores the filter shows others as well. */
async function marked(client: CallSender, mark: string): Promise<string[]> {
	const query = { [RECORDER.mark]: mark };
	const answer = await client
		.send({ method: 'GET', path: '/v3/signatures.json', query })
		.catch(() => undefined);
	return ((answer && ifAny(() => requestsIn(answer))) ?? [])
		.filter(({ data }) => data.some(({ key, value }) => key === RECORDER.mark && value === mark))
		.map(({ id }) => id);
}

/** Removes one request. Resolves to why it is still there, or `undefined`. */
async function remove(
	client: CallSender,
	id: string,
	pauseMs: number,
): Promise<string | undefined> {
	const call = (method: Call['method'], path: string) =>
		client.send({ method, path: `/v3/signatures/${id}${path}` });
	for (let tries = 1; tries <= TRIES; tries++) {
		const request = await call('GET', '.json');
		if (request.status === 404) return undefined;
		if (!isOpen(request)) break;
		const canceled = await call('PATCH', '/cancel.json');
		if (canceled.status < 300) break;
		if (tries === TRIES) return `it cannot be canceled: the answer has status ${canceled.status}`;
		await wait(pauseMs);
	}
	const { status } = await call('DELETE', '');
	if (status < 300 || status === 404) return undefined;
	return `it is canceled, but cannot be deleted: the answer has status ${status}`;
}

const isOpen = (answer: Answer): boolean =>
	ifAny(() => requestIn(answer))?.documents.some(({ status }) =>
		['in_queue', 'ready', 'signing'].includes(status),
	) ?? true;

function failureOf(error: unknown): string {
	if (error instanceof CallFailed) return error.message;
	throw error;
}
