// Compares what has come with what should come: lost, doubled and unexpected events.

import { z } from 'zod';
import type { N8nClient } from '../lib/n8n/n8nClient';
import type { Recorder } from '../lib/recorder';
import { waitFor } from '../lib/wait';
import type { SentRequest } from './recordedWorkflow';

/** The keys of what has come too seldom, too often, or without being expected. */
export interface Tally {
	lost: string[];
	doubled: string[];
	unexpected: string[];
}

export const NOTHING_WRONG: Tally = { lost: [], doubled: [], unexpected: [] };

/** What the workflows' recording node posts. */
const recordedSchema = z.object({
	workflow: z.string(),
	execution: z.string(),
	item: z.object({
		event: z.object({ type: z.string() }),
		documentId: z.string().optional(),
		signatureId: z.string(),
		outcome: z.string().optional(),
	}),
});

/** The key of each event of a type, for every document of these requests. */
export const eventKeys = (requests: SentRequest[], types: readonly string[]): string[] =>
	requests.flatMap(({ documents }) =>
		documents.flatMap(({ id }) => types.map((type) => `${id} ${type}`)),
	);

/** The key of the outcome of each of these requests. */
export const outcomeKeys = (requests: SentRequest[], outcome: string): string[] =>
	requests.map(({ id }) => `${id} ${outcome}`);

/**
 * The key of each item that this workflow's recording node has got, in the order of arrival. What a retry has recorded
 * once more does not count if the execution that it repeats had recorded it.
 */
function recordedKeys(
	recorder: Recorder,
	{ workflowId, retries }: Pick<Expectation, 'workflowId' | 'retries'>,
): string[] {
	const records = recorder.posts.flatMap(({ body }) => {
		const { workflow, execution, item } = recordedSchema.parse(body);
		if (workflow !== workflowId) return [];
		const { event, documentId, signatureId, outcome } = item;
		const key = outcome ? `${signatureId} ${outcome}` : `${documentId} ${event.type}`;
		return { execution, key };
	});
	const recorded = new Set(records.map(({ execution, key }) => `${execution} ${key}`));
	return records.flatMap(({ execution, key }) =>
		recorded.has(`${retries?.get(execution)} ${key}`) ? [] : key,
	);
}

/** Compares what has come with what should have come once. */
export function tally(expected: string[], recorded: string[]): Tally {
	const wanted = new Set(expected);
	const once = new Set(recorded);
	return {
		lost: expected.filter((key) => !once.has(key)),
		doubled: recorded.filter((key, index) => recorded.indexOf(key) < index),
		unexpected: [...once].filter((key) => !wanted.has(key)),
	};
}

/** A workflow whose events are to come, and what is to come of them. */
export interface Expectation {
	workflowId: string;
	keys: string[];
	/** By the ID of each retry that was started by hand, that of the execution that it repeats. */
	retries?: ReadonlyMap<string, string>;
}

/**
 * Longest that an event may take. If the execution that was to give it out was killed, a poll starts another one after
 * ten minutes, and polls are five minutes apart while posts tell of everything.
 */
const LONGEST_MS = 1_500_000;

/** The statuses of executions that have not ended. */
const UNFINISHED = ['new', 'running', 'waiting'];

/**
 * Waits until everything that is expected has been recorded and no execution of these workflows is under way.
 *
 * @param log n8n's log. What it names as given out is not waited for: a process that was killed may have swallowed it
 * @returns what has come twice, or unexpectedly; what is lost is named in the log
 * @throws Error when something has not come in time, with the numbers of what was lost and doubled
 */
export async function untilComplete(
	client: N8nClient,
	recorder: Recorder,
	expectations: Expectation[],
	log: () => Promise<string> = async () => '',
): Promise<Tally> {
	const now = () => {
		const all = expectations.map((each) => tally(each.keys, recordedKeys(recorder, each)));
		return {
			lost: all.flatMap(({ lost }) => lost),
			doubled: all.flatMap(({ doubled }) => doubled),
			unexpected: all.flatMap(({ unexpected }) => unexpected),
		};
	};
	return await waitFor(
		{ what: 'every event to come', everyMs: 500, timeoutMs: LONGEST_MS },
		async (): Promise<{ done: Tally } | { seen: string }> => {
			const unfinished = await Promise.all(
				expectations.map(
					async ({ workflowId }) =>
						(await client.executions(workflowId, { status: UNFINISHED })).length,
				),
			);
			const { lost, doubled, unexpected } = now();
			const lines = await log();
			const isNamed = (key: string) => lines.includes(`takes the event "${key}`);
			if (lost.every(isNamed) && unfinished.every((count) => count === 0)) {
				return { done: { lost, doubled, unexpected } };
			}
			return {
				seen:
					`${lost.length} lost, ${doubled.length} doubled, ${unexpected.length} unexpected; ` +
					`executions under way: ${unfinished.join(' ')}`,
			};
		},
	);
}
