import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { delays } from '../../transport/delays';
import { endpoints } from '../../transport/endpoints';
import { isPassing } from '../../transport/errors';
import { cancelSignal } from '../../transport/exchange';
import { withAnswerTime } from '../../transport/deadline';
import { readEntries } from '../../transport/lists/lists';
import { pause } from '../../transport/pause';
import { readAs } from '../../transport/request';
import { deliverySchema, type Delivery } from '../../transport/shapes';
import type { CreationKind } from './creation';

/** A pair of custom data by which a creation is found again. */
export interface ReferencePair {
	key: string;
	value: string;
}

/** A request or email that the service has: its answer, and what was read from it. */
export interface Existing {
	json: IDataObject;
	delivery: Delivery;
}

/** What to look for. */
export interface Wanted {
	resource: CreationKind['resource'];
	pair: ReferencePair;
	/** What of that which carries the pair counts. */
	counts: (existing: Existing) => boolean;
}

/** What was found, or why nothing was. */
export type Sought = { existing: Existing } | NotFound;

export interface NotFound {
	/** As a sentence. */
	reason: string;
	/** Whether it is certain that it is not listed. */
	isAbsent: boolean;
	/** What carries the pair and does not count. */
	others: readonly Existing[];
	/** Why the service could not be asked. */
	error?: unknown;
}

/** Entries to read when the service lists others too. */
const MAX_LISTED = 500;

/** Entries that are read alone because the list does not show their custom data. */
const MAX_ALONE = 10;

const existingSchema = z.custom<IDataObject>().transform((json, context): Existing => {
	const { data } = deliverySchema.safeParse(json);
	if (data) return { json, delivery: data };
	context.addIssue({ code: 'custom', message: 'It has no ID' });
	return z.NEVER;
});

/** How long after its answer was lost a creation is looked for, in milliseconds. */
export const lastLook = (): number => delays.doubt.at(-1) ?? 0;

/**
 * Looks for a creation again and again, for as long as the service may need to create and show it
 * (docs/service.md#rate-limits). Ends early when the service refuses to be asked.
 *
 * @param since when its answer was lost, if that is not now; milliseconds since 1970. If it is long ago, there is one
 * look
 */
export async function lookAgain(
	this: IExecuteFunctions,
	wanted: Wanted,
	since?: number,
): Promise<Sought> {
	const rest = since === undefined ? Infinity : Math.max(0, since + lastLook() - Date.now());
	const between = delays.doubt.filter((time) => time < rest);
	const times = since === undefined ? between : [...new Set([0, ...between, rest])];
	let last: Sought = { reason: STOPPED, isAbsent: false, others: [] };
	await atLooks(this, times, async () => {
		last = await lookOnce.call(this, wanted);
		return 'existing' in last || (last.error !== undefined && !isPassing(last.error));
	});
	return last;
}

/**
 * Calls `look` at these times, in milliseconds from now, until it returns `true`. Ends early when the execution is
 * stopped.
 */
export async function atLooks(
	context: IExecuteFunctions,
	times: readonly number[],
	look: () => Promise<boolean>,
): Promise<void> {
	const began = performance.now();
	for (const time of times) {
		try {
			await pause(began + time - performance.now(), cancelSignal(context));
		} catch {
			return;
		}
		if (await look()) return;
	}
}

/** One look for what carries a pair of custom data. */
export async function lookOnce(this: IExecuteFunctions, wanted: Wanted): Promise<Sought> {
	const { pair, counts } = wanted;
	const named = `${pair.key} = ${pair.value}`;
	try {
		const { found, isComplete } = await listed.call(this, wanted);
		const existing = found.find(counts);
		if (existing) return { existing };
		const reason = isComplete
			? `Signaturit does not list it so far (custom data ${named}).`
			: `Signaturit does not list by the custom data ${named} alone.`;
		return { reason, isAbsent: isComplete, others: found };
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		const reason = `Signaturit could not be asked whether it has it: ${said}`;
		return { reason, isAbsent: false, others: [], error };
	}
}

const STOPPED = 'The execution was stopped before Signaturit could be asked for it.';

/**
 * What the service lists by a pair (docs/service.md#filters), newest first. Only what has it in its custom data
 * counts: a service that does not know the parameter lists everything. The list is complete if it was read to its
 * end, and every entry could be read.
 *
 * @throws NodeApiError when the service cannot be asked
 */
async function listed(
	this: IExecuteFunctions,
	{ resource, pair: { key, value } }: Wanted,
): Promise<{ found: Existing[]; isComplete: boolean }> {
	const hurried = withAnswerTime(this, delays.doubtLook);
	const filters = { query: { [key]: value }, created: {} };
	const limits = { limit: MAX_LISTED };
	const { entries } = await readEntries.call(hurried, endpoints[resource], filters, limits);
	const silent = entries.filter(({ data }) => !Array.isArray(data)).slice(0, MAX_ALONE);
	const shown: Array<Existing | undefined> = [];
	for (const entry of entries) {
		shown.push(
			silent.includes(entry)
				? await readExisting.call(this, resource, entry.id)
				: existingSchema.safeParse(entry).data,
		);
	}
	const readable = shown.filter((each) => each && Array.isArray(each.json.data)) as Existing[];
	return {
		found: readable.filter(({ delivery }) => String(delivery.data[key]) === value),
		isComplete: entries.length < MAX_LISTED && readable.length === entries.length,
	};
}

/**
 * Reads a request or email.
 *
 * @throws NodeApiError when there is none, or the service cannot be asked
 */
export async function readExisting(
	this: IExecuteFunctions,
	resource: CreationKind['resource'],
	id: string,
): Promise<Existing> {
	return await readAs(this, {
		path: endpoints[resource].one(id),
		schema: existingSchema,
		what: 'what was asked for',
		timeout: delays.doubtLook,
	});
}
