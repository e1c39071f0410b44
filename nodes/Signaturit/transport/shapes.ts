import { z } from 'zod';

/** More than any history holds; a body with more is no event. */
const MAX_ENTRIES = 2_000;

/** Form posts carry numbers as text. */
const wholeNumber = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

type Schema<Output> = z.ZodType<Output, z.ZodTypeDef, unknown>;

/** What may be missing or `null`; then it is `undefined`. */
const absent = <Output>(schema: Schema<Output>): Schema<Output | undefined> =>
	schema.nullish().transform((value) => value ?? undefined);

/** Text that has to be there. */
export const text = z.string().min(1);

/** Text that may be missing or `null`; then it is `undefined`. */
export const optionalText = absent(z.string());

/** A list whose length is checked before its entries are. */
const list = <Output>(entry: Schema<Output>): Schema<Output[]> =>
	z
		.custom<unknown[]>((value) => Array.isArray(value) && value.length <= MAX_ENTRIES)
		.pipe(z.array(entry));

const historySchema = z
	.object({ type: text, created_at: optionalText })
	.transform(({ type, created_at }) => ({ type, createdAt: created_at }));

const fileSchema = z.object({
	name: optionalText,
	pages: absent(wholeNumber),
	size: absent(wholeNumber),
});

/**
 * What the service tracks and events are about: a document of a signature request (specification,
 * Document item), or a certificate of a certified email or SMS (Certified email, Certified SMS). Posts
 * and answers have the same form; only posts carry the id of the signature request and the reason of a
 * decline.
 */
export const recordSchema = z
	.object({
		id: text,
		email: optionalText,
		phone: optionalText,
		name: optionalText,
		status: optionalText,
		created_at: optionalText,
		decline_reason: optionalText,
		file: absent(fileSchema),
		attachments: absent(list(fileSchema)),
		events: absent(list(historySchema)),
		signature: absent(z.object({ id: text })),
	})
	.transform(({ created_at, decline_reason, events, signature, ...record }) => ({
		...record,
		createdAt: created_at,
		declineReason: decline_reason,
		events: events ?? [],
		parentId: signature?.id,
	}));

/** A document or certificate. Absent properties are `undefined`. */
export type EventRecord = z.infer<typeof recordSchema>;

/** One entry of a record's history. */
export type HistoryEntry = EventRecord['events'][number];
