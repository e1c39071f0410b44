import { isSafeObjectProperty } from 'n8n-workflow';
import { z } from 'zod';
import { request, type CallContext, type RequestContent } from '../../transport/request';
import { segment } from '../../transport/serviceUrl';
import type { EventResource } from '../../events/catalogue';
import { optionalText, recordSchema, text, type EventRecord } from '../../transport/shapes';
import { REFERENCE_KEY } from '../../events/reference';

/** What was sent in one go: a signature request, a certified email or SMS, with its records. */
export interface Parent {
	id: string;
	createdAt?: string;
	/** Custom data without the reference that Create has put there. */
	data: Record<string, string>;
	records: EventRecord[];
}

/** Where the resources are found, by the service's names. */
export const folders = {
	signature: 'signatures',
	certifiedEmail: 'emails',
	certifiedSms: 'sms',
} as const;

const pairsSchema = z.array(z.object({ key: z.string(), value: z.string() })).catch([]);

/** Creation answers may carry a single record instead of a list (specification, Signature). */
const recordsSchema = z
	.union([z.array(recordSchema), recordSchema.transform((record) => [record])])
	.optional();

/** A signature object, a certified email or a certified SMS (specification, Resources and their fields). */
export const parentSchema = z
	.object({
		id: text,
		created_at: optionalText,
		data: pairsSchema,
		documents: recordsSchema,
		certificates: recordsSchema,
	})
	.transform(({ id, created_at, data, documents, certificates }): Parent => ({
		id,
		createdAt: created_at,
		data: Object.fromEntries(
			data
				.filter(({ key }) => key !== REFERENCE_KEY && isSafeObjectProperty(key))
				.map(({ key, value }) => [key, value]),
		),
		records: documents ?? certificates ?? [],
	}));

/** How long to wait for the service, and how hard to try. */
export interface Patience {
	/** When to give up, in milliseconds since 1970. */
	deadline: number;
	/** Whether to try again when the service is busy or the connection broke. */
	repeatable?: boolean;
}

/** What a request of such patience carries. */
export function patienceOf({ deadline, repeatable }: Patience): RequestContent {
	return { timeout: Math.max(1, deadline - Date.now()), repeatable };
}

/**
 * Gets the request, email or SMS of this id as it is now.
 *
 * @throws NodeApiError with the service's own words, or when the time is over
 */
export async function getParent(
	this: CallContext,
	resource: EventResource,
	id: string,
	patience: Patience,
): Promise<Parent> {
	const path = `/v3/${folders[resource]}/${segment(id)}.json` as const;
	return parentSchema.parse(await request.call(this, 'GET', path, patienceOf(patience)));
}
