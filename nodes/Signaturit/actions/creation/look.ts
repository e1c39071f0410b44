import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { delays } from '../../transport/delays';
import { endpoints } from '../../transport/endpoints';
import { PAGE_SIZE } from '../../transport/lists/paging';
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

/** What the service lists under a reference. */
export interface Look {
	/** Newest first; each of them carries the reference. */
	found: Existing[];
	/** Whether there cannot be others: the list was read to its end, and every entry could be read. */
	isComplete: boolean;
}

/** Pages to read when the service lists other entries too. */
const MAX_PAGES = 5;

/** Entries of a page that are read alone because the list does not show their custom data. */
const MAX_ALONE = 10;

const pageSchema = z.array(z.custom<IDataObject>());

const existingSchema = z.custom<IDataObject>().transform((json, context): Existing => {
	const { data } = deliverySchema.safeParse(json);
	if (data) return { json, delivery: data };
	context.addIssue({ code: 'custom', message: 'It has no ID' });
	return z.NEVER;
});

/**
 * Looks for what carries a reference (docs/service.md#filters). Only what has it in its custom data counts: a
 * service that does not know the parameter lists everything.
 *
 * @throws NodeApiError when the service cannot be asked
 */
export async function lookFor(
	this: IExecuteFunctions,
	{ resource }: Pick<CreationKind, 'resource'>,
	{ key, value }: ReferencePair,
): Promise<Look> {
	const found: Existing[] = [];
	let unread = 0;
	for (let page = 0; page < MAX_PAGES; page++) {
		const entries = await readAs(this, {
			path: endpoints[resource].list,
			query: { [key]: value, limit: PAGE_SIZE, ...(page > 0 && { offset: page * PAGE_SIZE }) },
			schema: pageSchema,
			what: 'a list',
			timeout: delays.doubtLook,
		});
		let alone = MAX_ALONE;
		for (const entry of entries) {
			const isSilent = !Array.isArray(entry.data) && alone-- > 0;
			const shown = isSilent
				? await readExisting.call(this, resource, String(entry.id))
				: existingSchema.safeParse(entry).data;
			if (!shown || !Array.isArray(shown.json.data)) unread++;
			else if (String(shown.delivery.data[key]) === value) found.push(shown);
		}
		if (entries.length < PAGE_SIZE) return { found, isComplete: unread === 0 };
	}
	return { found, isComplete: false };
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
