// The shapes of the service's answers and posts, as schemas.

import { isSafeObjectProperty, type GenericValue, type IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { absent, lax, laxList, laxText, nonEmptyText } from './lax';

/** More entries than any history has; reading them costs more than the rest of a post. */
const MAX_HISTORY = 2_000;

/** Whether a value is an object, not a list. */
export const isPlainObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const optionalText = absent(z.string());

/** Form posts carry numbers as text. */
const postedNumber = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** An answer with its documents or certificates as a list, whichever form the service gave them in. */
export function withRecordList(answer: IDataObject): IDataObject {
	const present = ['documents', 'certificates'].filter((key) => answer[key] !== undefined);
	const lists = present.map((key) => [key, [answer[key]].flat()] as const);
	return { ...answer, ...Object.fromEntries(lists) };
}

/** Custom data, which the service gives as a list of pairs, as an object (docs/service.md#custom-data). */
export const storedDataSchema = laxList(
	z.object({ key: z.string(), value: z.custom<GenericValue>() }),
).transform((pairs = []): Record<string, GenericValue> =>
	Object.fromEntries(
		pairs.flatMap(({ key, value }) => (isSafeObjectProperty(key) ? [[key, value] as const] : [])),
	),
);

const historySchema = z
	.object({ type: nonEmptyText, created_at: laxText, reason: laxText, decline_reason: laxText })
	.transform(({ type, created_at, reason, decline_reason }) => ({
		type,
		createdAt: created_at,
		// docs/service.md#reasons
		...((reason ?? decline_reason) && { reason: reason ?? decline_reason }),
	}));

const recordFileSchema = z.object({
	name: laxText,
	pages: lax(postedNumber),
	size: lax(postedNumber),
});

/**
 * A record: a document of a signature request (docs/service.md#documents) or a certificate of a certified email or SMS
 * (docs/service.md#certificates). Only posts carry the id of the signature request. Missing, empty or odd values are
 * left out, except for the id (docs/service.md#odd-fields); lists with more entries than `longest` are left out unread.
 */
function recordSchemaOf(longest: number) {
	return z
		.object({
			id: nonEmptyText,
			email: laxText,
			phone: laxText,
			name: laxText,
			status: laxText,
			created_at: laxText,
			decline_reason: laxText,
			decliner_email: laxText,
			file: lax(recordFileSchema),
			attachments: laxList(recordFileSchema, longest),
			events: laxList(historySchema, longest),
			signature: lax(z.object({ id: nonEmptyText })),
		})
		.transform(
			({ created_at, decline_reason, decliner_email, events = [], signature, ...record }) => ({
				...record,
				createdAt: created_at,
				declineReason:
					decline_reason ?? events.find(({ type }) => type === 'document_declined')?.reason,
				declinerEmail: decliner_email,
				events,
				deliveryId: signature?.id,
			}),
		);
}

export const recordSchema = recordSchemaOf(Infinity);

/** A document or certificate in a post, which anybody may have made. */
const postedRecordSchema = recordSchemaOf(MAX_HISTORY);

export type TrackedRecord = z.infer<typeof recordSchema>;

/** A signature request, a certified email or a certified SMS, with its documents or certificates. */
export interface Delivery {
	id: string;
	createdAt?: string;
	data: Record<string, GenericValue>;
	records: TrackedRecord[];
	/** The address of the signer who has declined a signature request. */
	declinerEmail?: string;
}

/** A list, or a single record. One without an id is an error: nobody could say how far the request has come. */
const recordsSchema = z.preprocess(
	(value) => [value].flat().filter((entry) => !standsForNothing(entry)),
	z.array(recordSchema),
);

/** A delivery in an answer (docs/service.md#signature-object, docs/service.md#certified-emails). */
export const deliverySchema = z
	.object({
		id: nonEmptyText,
		created_at: laxText,
		data: storedDataSchema,
		documents: recordsSchema,
		certificates: recordsSchema,
		decliner_email: laxText,
	})
	.transform(({ id, created_at, data, documents, certificates, decliner_email }): Delivery => ({
		id,
		createdAt: created_at,
		data,
		records: documents.length > 0 ? documents : certificates,
		declinerEmail:
			decliner_email ?? documents.map(({ declinerEmail }) => declinerEmail).find(Boolean),
	}));

/** The schema of the delivery of this ID. */
export const deliveryWithId = (id: string) =>
	deliverySchema.refine((delivery) => delivery.id.toLowerCase() === id.toLowerCase());

/** The deliveries of a list, or of a page of it. Entries that cannot be read are left out. */
export const deliveriesSchema = z
	.array(z.unknown())
	.transform((list) => list.flatMap((entry) => deliverySchema.safeParse(entry).data ?? []));

/**
 * A post of the service to an events URL (docs/service.md#event-posts, docs/service.md#certified-event-posts). Any
 * type passes: the service may have more types than its documentation.
 */
export const eventPostSchema = z.object({
	type: nonEmptyText,
	created_at: nonEmptyText,
	reason: laxText,
	document: lax(postedRecordSchema),
	certificate: lax(postedRecordSchema),
});

/** The answer to a chunk of an upload (docs/service.md#chunks). */
export const chunkSchema = z.object({
	chunk: z.coerce.number(),
	upload_key: nonEmptyText,
	completed: z.boolean(),
});

/** A certified file (docs/service.md#certified-files). The answer to a last chunk may add `completed`. */
export const certifiedFileSchema = z.object({
	id: z.string(),
	md5: z.string(),
	completed: z.literal(true).optional(),
});

/** A post that the service has made to an events URL (docs/service.md#list-of-event-hooks). */
export const eventHookSchema = z.object({
	id: nonEmptyText,
	event_type: optionalText,
	status_code: absent(z.number()),
	created_at: optionalText,
});

const count = z.number().int().nonnegative();

const hasId = (value: unknown): boolean =>
	isPlainObject(value) && typeof value.id === 'string' && value.id !== '';

/** The entries of a list, whatever else they hold; in one check (`jsonBodySchema`). */
export const entriesSchema = z.custom<Array<IDataObject & { id: string; created_at?: string }>>(
	(list) => Array.isArray(list) && list.every(hasId),
);

/** A page of event hooks: the entries, which the service gives under `web_hooks`, and their total. */
export const eventHookPageSchema = z
	.object({ web_hooks: entriesSchema, total: count.optional() })
	.transform(({ web_hooks, total }) => ({ entries: web_hooks, total }));

/** A template as both lists give it (docs/service.md#template-lists). */
export const templateSchema = z.object({ id: nonEmptyText, name: optionalText });

/** A field on a template. Only the parts that the panel shows are read. */
const templateWidgetSchema = z.object({
	key: laxText,
	name: laxText,
	type: laxText,
	required: lax(z.boolean()),
	default_value: laxText,
});

export type TemplateWidget = z.infer<typeof templateWidgetSchema>;

/** A template with its widgets, as the `/v4` list gives it (docs/service.md#template-lists). */
export const fullTemplateSchema = templateSchema.extend({
	widgets: laxList(templateWidgetSchema).transform((widgets = []) => widgets),
});

export type FullTemplate = z.infer<typeof fullTemplateSchema>;

/** An account-wide subscription to events (docs/service.md#account-wide-subscriptions). */
export const subscriptionSchema = z.object({
	id: z.string(),
	url: z.string().catch(''),
	events: z.array(z.string()).catch([]),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

/** The status of the SMS for a document (docs/service.md#sms-status). */
export const smsStatusSchema = z.object({ sms_status: nonEmptyText });

/** How many entries a list has (docs/service.md#counts). */
export const countSchema = z.object({ count });

/** Whether a value stands for nothing: PHP writes an empty list for an empty object, and the reverse. */
const standsForNothing = (value: unknown): boolean =>
	typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/** `in_queue` → `In Queue`, as the panel calls a status. */
export const inWords = (status: string) =>
	status.replaceAll('_', ' ').replace(/(?:^| )./g, (start) => start.toUpperCase());
