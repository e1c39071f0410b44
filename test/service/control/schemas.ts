import { z } from 'zod';

import { STAGES } from '../domain/jobs';

/** Whose documents: one document, or all of a signer's documents in a request. */
export const target = z.union([
	z.object({ documentId: z.string() }).strict(),
	z.object({ signatureId: z.string(), email: z.string() }).strict(),
]);
export type Target = z.infer<typeof target>;

export const signCommand = z.object({ target }).strict();

export const declineCommand = z.object({ target, reason: z.string().optional() }).strict();

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
