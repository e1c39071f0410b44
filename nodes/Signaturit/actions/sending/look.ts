// Looks for an existing creation in the service's list by its custom data.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../../transport/call';
import { atTimes, delays } from '../../transport/deadline';
import { endpoints } from '../../transport/endpoints';
import { isPassing, thrownWords } from '../../transport/errors/errors';
import { readEntries } from '../../transport/lists/lists';
import { PAGE_SIZE } from '../../transport/lists/paging';
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
	/** Whether the service shows no custom data of its kind, so that nobody can tell. */
	isBlind?: boolean;
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
		const isSms = resource === 'certifiedSms';
		let alone = 0;
		for (const entry of entries) {
			const isRead = !isSms && !Array.isArray(entry.data) && ++alone <= MAX_ALONE;
			const existing = isRead
				? await readExisting(call, resource, entry.id)
				: existingSchema.safeParse(entry).data;
			if (Array.isArray(existing?.json.data)) shown.push(existing);
		}
		const withPair = shown.filter(({ delivery }) => String(delivery.data[key]) === value);
		const isBlind = isSms && !shown.some(hasData) && !(await showsSmsData(hurried));
		const isWhole = entries.length < MAX_LISTED && (isSms || shown.length === entries.length);
		const isAbsent = isWhole && !isBlind;
		const pair = `custom data ${key} = ${value}`;
		const reason = isBlind
			? 'Signaturit shows no custom data of certified SMS, so this one cannot be found.'
			: isAbsent
				? `Signaturit does not list it so far (${pair}).`
				: `Signaturit cannot search its list by the ${pair} alone.`;
		return { existing: withPair.find(counts), withPair, isAbsent, isBlind, reason };
	} catch (error) {
		const reason = `It could not be checked whether Signaturit has it: ${thrownWords(error)}`;
		return { reason, isAbsent: false, withPair: [], error };
	}
}

/**
 * Whether the newest certified SMS show that their list has custom data, or there are none: only a program in production
 * tells of it (docs/service.md#certified-sms).
 */
async function showsSmsData(call: ExecuteCall): Promise<boolean> {
	const newest = { query: {}, created: {} };
	const { list } = endpoints.certifiedSms;
	const { entries } = await readEntries(call, { list }, newest, { limit: PAGE_SIZE });
	return entries.length === 0 || entries.some((json) => hasData({ json }));
}

const hasData = ({ json: { data } }: { json: IDataObject }) =>
	Array.isArray(data) && data.length > 0;

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
