// Looks for an existing creation in the service's list by its custom data.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../../transport/call';
import { atTimes, delays } from '../../transport/deadline';
import { endpoints } from '../../transport/endpoints';
import { isPassing, thrownWords } from '../../transport/errors/errors';
import { readEntries } from '../../transport/lists/lists';
import { readAs } from '../../transport/request';
import { deliverySchema } from '../../transport/shapes';
import type { Creation } from './creation';

export interface Wanted {
	resource: Creation['resource'];
	/** The pair of custom data to look for. */
	key: string;
	value: string;
	counts: (existing: Existing) => boolean;
}

export interface Look {
	existing?: Existing;
	/** The entries that carry the pair, whether they count or not. */
	withPair: readonly Existing[];
	/** Whether it is certain that it is not listed. */
	isAbsent: boolean;
	/** Why it was not found, as a sentence. */
	reason: string;
	error?: unknown;
}

/** How many entries are read at most: the service may list others too. */
const MAX_LISTED = 500;

/** Entries that are read alone because the list does not show their custom data. */
const MAX_ALONE = 10;

const existingSchema = z.preprocess(
	(json) => ({ json, delivery: json }),
	z.object({ json: z.custom<IDataObject>(), delivery: deliverySchema }),
);

/** A delivery that exists: the service's answer, and the values read from it. */
export type Existing = z.infer<typeof existingSchema>;

/** How long after its answer was lost a creation is looked for, in milliseconds. */
export const lastLook = (): number => delays.looks.creation.times.at(-1) ?? 0;

/** The times to look again for a creation whose answer was lost `elapsed` ago; all in milliseconds, from now. */
export function looksAfter(elapsed: number): number[] {
	const rest = Math.max(0, lastLook() - Math.max(0, elapsed));
	return [...delays.looks.creation.times.filter((time) => time < rest), rest];
}

/**
 * Looks at these times (milliseconds from now), until it is found or the service refuses to be asked. By default for as
 * long as the service may need to create and show it (docs/service.md#rate-limits).
 */
export async function lookFor(
	call: ExecuteCall,
	wanted: Wanted,
	times: readonly number[] = delays.looks.creation.times,
): Promise<Look> {
	const reason = 'The execution was stopped before Signaturit could be asked for it.';
	let last: Look = { reason, isAbsent: false, withPair: [] };
	await atTimes(times, call.stop, async () => {
		last = await lookIntoList(call, wanted);
		return last.existing !== undefined || (last.error !== undefined && !isPassing(last.error));
	});
	return last;
}

/**
 * Looks once at the list by the pair (docs/service.md#filters). Entries without the pair do not match: a service that
 * does not know the parameter lists everything. It is absent if the list was read to its end, with every entry.
 */
async function lookIntoList(
	call: ExecuteCall,
	{ resource, key, value, counts }: Wanted,
): Promise<Look> {
	try {
		const hurried = call.with({ timeout: delays.looks.creation.one });
		const filters = { query: { [key]: value }, created: {} };
		const limits = { limit: MAX_LISTED };
		const { entries } = await readEntries(hurried, endpoints[resource], filters, limits);
		const shown: Existing[] = [];
		let alone = 0;
		for (const entry of entries) {
			const isRead = !showsData(resource, entry) && ++alone <= MAX_ALONE;
			const existing = isRead
				? await readExisting(call, resource, entry.id)
				: existingSchema.safeParse(entry).data;
			if (existing && showsData(resource, existing.json)) shown.push(existing);
		}
		const withPair = shown.filter(({ delivery }) => String(delivery.data[key]) === value);
		const isAbsent = entries.length < MAX_LISTED && shown.length === entries.length;
		const pair = `custom data ${key} = ${value}`;
		const reason = isAbsent
			? `Signaturit does not list it so far (${pair}).`
			: `Signaturit cannot search its list by the ${pair} alone.`;
		return { existing: withPair.find(counts), withPair, isAbsent, reason };
	} catch (error) {
		const reason = `It could not be checked whether Signaturit has it: ${thrownWords(error)}`;
		return { reason, isAbsent: false, withPair: [], error };
	}
}

/**
 * Whether an entry shows its custom data. The reference knows none of certified SMS, so an SMS that shows no pair proves
 * nothing (docs/service.md#certified-sms).
 */
const showsData = (resource: Wanted['resource'], { data }: IDataObject) =>
	Array.isArray(data) && (data.length > 0 || resource !== 'certifiedSms');

/** @throws NodeApiError when it does not exist, or the service cannot be asked */
export async function readExisting(
	call: ExecuteCall,
	resource: Creation['resource'],
	id: string,
): Promise<Existing> {
	return await readAs(call, endpoints[resource].one(id), {
		schema: existingSchema,
		what: 'what was asked for',
		timeout: delays.looks.creation.one,
	});
}
