import { z } from 'zod';

import { STAGES } from '../domain/jobs';
import { DOCUMENT_STATUSES } from '../domain/signatures/model';

const oneDocument = z.object({ documentId: z.string() }).strict();
const oneCertificate = z.object({ certificateId: z.string() }).strict();

/** Whose documents: one document, or all of a signer's documents in a request. */
export const target = z.union([
	oneDocument,
	z.object({ signatureId: z.string(), email: z.string() }).strict(),
]);
export type Target = z.infer<typeof target>;

/** Documents, or the certificate of one recipient of a certified email or SMS. */
export const anyTarget = z.union([target, oneCertificate]);
export type AnyTarget = z.infer<typeof anyTarget>;

export const signCommand = z
	.object({
		target,
		/** By field name (`w<recipient>-<widget>`, `group-<custom_id>`, `template-<key>`). */
		values: z.record(z.string()).default({}),
	})
	.strict();

export const declineCommand = z.object({ target, reason: z.string().optional() }).strict();

export const openCommand = z
	.object({
		target: anyTarget,
		/** Number of a certificate's attachment, from 0; none opens the overview only. */
		attachment: z.number().int().min(0).optional(),
		download: z.boolean().default(false),
	})
	.strict();
export type OpenCommand = Omit<z.input<typeof openCommand>, 'target'>;

export const bounceCommand = z
	.object({ target: anyTarget, reason: z.string().default('550 No such user') })
	.strict();

export const expireCommand = z.object({ signatureId: z.string() }).strict();
export const extendCommand = expireCommand.extend({ days: z.number().int().min(1) });
export const advanceCommand = z.object({ days: z.number().positive().max(3650) }).strict();

export const emitCommand = z
	.object({
		target: z.union([oneDocument, oneCertificate]),
		/** Any type, also one that does not exist yet. */
		type: z.string().min(1),
		/** Top-level field of the post. */
		reason: z.string().optional(),
	})
	.strict();
export type EmitCommand = z.infer<typeof emitCommand>;

export const redeliverCommand = z
	.object({ hookId: z.string(), eventType: z.string(), documentId: z.string() })
	.partial()
	.strict();
export type RedeliverCommand = z.infer<typeof redeliverCommand>;

/** A command that needs to know nothing. */
export const nothing = z.object({}).strict();

export const userCommand = z.object({ administrator: z.boolean().default(false) }).strict();

export const seedCommand = z
	.object({
		kind: z.enum(['signatures', 'emails', 'sms', 'templates', 'event_hooks']).default('signatures'),
		count: z.number().int().min(1).max(100_000),
		/** Over how many days, back from now, they are spread; 0 puts them all at this moment. */
		spreadDays: z.number().min(0).max(3650).default(365),
		status: z.enum(DOCUMENT_STATUSES).default('completed'),
		signers: z.number().int().min(1).max(20).default(1),
		/** Custom data beside `seed`, which is the number from the oldest on. */
		data: z.record(z.string()).default({}),
		/** Grows signed downloads by so many bytes. */
		downloadBytes: z.number().int().min(0).max(2_000_000_000).optional(),
	})
	.strict();
export type SeedCommand = z.input<typeof seedCommand>;

export const settingsCommand = z
	.object({
		allowUnknownParameters: z.boolean(),
		includeSignatureId: z.boolean(),
		/** Stages of processing that wait: `processing`, `sealing`, `audit_trail`. */
		hold: z.array(z.enum(STAGES)),
		/** Keeps event posts back until `releaseEvents`. */
		holdEvents: z.boolean(),
	})
	.partial()
	.strict();
export type SettingsCommand = z.infer<typeof settingsCommand>;

export const releaseCommand = z
	.object({
		order: z.enum(['asis', 'reverse']).default('asis'),
		copies: z.number().int().min(1).max(100).default(1),
		/** All at the same moment instead of one after the other. */
		parallel: z.boolean().default(false),
	})
	.strict();
export type ReleaseCommand = z.input<typeof releaseCommand>;

const hits = {
	method: z.string().optional(),
	/** Text that the path has to contain. */
	path: z.string().optional(),
	/** How many requests it hits; 0 for all. */
	times: z.number().int().min(0).default(1),
	/** How many matching requests pass first. */
	skip: z.number().int().min(0).default(0),
};

export const faultCommand = z.discriminatedUnion('kind', [
	z
		.object({
			...hits,
			kind: z.literal('status'),
			/** 429 comes with Retry-After, 502 with an HTML body, others in the documented shape. */
			status: z.number().int().min(400).max(599),
			retryAfterSeconds: z.number().int().min(0).default(1),
			message: z.string().optional(),
		})
		.strict(),
	z.object({ ...hits, kind: z.literal('latency'), ms: z.number().min(0).max(120_000) }).strict(),
	z.object({ ...hits, kind: z.literal('reset_before') }).strict(),
	z.object({ ...hits, kind: z.literal('reset_after') }).strict(),
	z
		.object({
			...hits,
			kind: z.literal('truncate'),
			/** Share of the body that arrives. */
			fraction: z.number().min(0).max(0.99).default(0.5),
		})
		.strict(),
]);
export type FaultCommand = z.input<typeof faultCommand>;
