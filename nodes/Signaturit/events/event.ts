import { z } from 'zod';

/** Form posts carry numbers as text. */
const wholeNumber = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

const text = z.string().min(1);
const optionalText = z
	.string()
	.nullish()
	.transform((value) => value ?? undefined);

const historySchema = z
	.object({ type: text, created_at: optionalText })
	.transform(({ type, created_at }) => ({ type, createdAt: created_at }));

const fileSchema = z
	.object({
		name: optionalText,
		pages: wholeNumber.nullish().transform((value) => value ?? undefined),
		size: wholeNumber.nullish().transform((value) => value ?? undefined),
	})
	.nullish()
	.transform((value) => value ?? undefined);

const documentSchema = z.object({
	id: text,
	email: optionalText,
	name: optionalText,
	status: optionalText,
	created_at: optionalText,
	decline_reason: optionalText,
	file: fileSchema,
	events: z.array(historySchema).nullish(),
	signature: z.object({ id: text }).nullish(),
});

/**
 * A posted event of a document: `{created_at, type, document}` (specification, Events URL for
 * signatures), with `document.signature.id`, `document.decline_reason` and `reason` where the service
 * sends them. Any type passes: the service may know more types than its documentation.
 */
const postSchema = z
	.object({ type: text, created_at: text, reason: optionalText, document: documentSchema })
	.transform(({ type, created_at, reason, document }) => ({
		event: { type, createdAt: created_at, reason },
		document: {
			id: document.id,
			email: document.email,
			name: document.name,
			status: document.status,
			createdAt: document.created_at,
			declineReason: document.decline_reason,
			file: document.file,
			events: document.events ?? [],
		},
		signature: { id: document.signature?.id },
	}));

/** What the trigger emits for one event. Absent properties are `undefined`. */
export type SignaturitEvent = z.infer<typeof postSchema>;

/** Turns a decoded body into an event, or answers `undefined` if it is none. */
export function toEvent(body: unknown): SignaturitEvent | undefined {
	const parsed = postSchema.safeParse(body);
	return parsed.success ? parsed.data : undefined;
}
