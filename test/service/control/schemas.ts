import { z } from 'zod';

import { STAGES } from '../domain/jobs';
import { DOCUMENT_STATUSES } from '../domain/signatures/model';
import { BOUNCE_REASON } from '../world/acting';

const oneDocument = z.object({ documentId: z.string() }).strict();
const oneCertificate = z.object({ certificateId: z.string() }).strict();

/** One document, or all documents of one signer in a request. */
export const target = z.union([
	oneDocument,
	z.object({ signatureId: z.string(), email: z.string() }).strict(),
]);
export type Target = z.infer<typeof target>;

/** Documents, or one recipient's certificate of a certified email or SMS. */
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
		/** Number of a certificate's attachment, from 0; without it only the overview is opened. */
		attachment: z.number().int().min(0).optional(),
		download: z.boolean().default(false),
	})
	.strict();
export type OpenCommand = Omit<z.input<typeof openCommand>, 'target'>;

export const bounceCommand = z
	.object({ target: anyTarget, reason: z.string().default(BOUNCE_REASON) })
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

export const userCommand = z.object({ administrator: z.boolean().default(false) }).strict();

export const seedCommand = z
	.object({
		kind: z
			.enum([
				'signatures',
				'emails',
				'sms',
				'templates',
				'event_hooks',
				'brandings',
				'contacts',
				'subscriptions',
			])
			.default('signatures'),
		count: z.number().int().min(1).max(100_000),
		/** Over how many days back from now the dates are spread; 0 gives all the current time. */
		spreadDays: z.number().min(0).max(3650).default(365),
		status: z.enum(DOCUMENT_STATUSES).default('completed'),
		signers: z.number().int().min(1).max(20).default(1),
		/** Custom data in addition to `seed`, the number counted from the oldest. */
		data: z.record(z.string()).default({}),
		/** Bytes of padding added to signed downloads. */
		downloadBytes: z.number().int().min(0).max(2_000_000_000).optional(),
	})
	.strict();
export type SeedCommand = z.input<typeof seedCommand>;

export const settingsCommand = z
	.object({
		allowUnknownParameters: z.boolean(),
		includeSignatureId: z.boolean(),
		creationsAnswer200: z.boolean(),
		/** Stages of processing to hold back; replaces what was held back before. */
		hold: z.array(z.enum(STAGES)),
		/** How many reads of a list leave out what was created since. */
		hideNew: z.number().int().min(0),
		/** Whether lists ignore filters by custom data. */
		ignoreCustomData: z.boolean(),
		/** Whether certified SMS have no custom data: answers do not show it, and their list ignores it. */
		smsWithoutData: z.boolean(),
		/** Whether answers tell why somebody declined, and why an email came back. */
		reasonsInAnswers: z.boolean(),
		/** By which of its words custom data fills a template's widget. */
		widgetsFilledBy: z.enum(['key', 'name', 'either']),
		/** In how many days requests expire that do not say it; 0 for never. */
		expireTime: z.number().int().min(0).max(365),
		/** After how many days people are reminded of requests that do not say it; 0 for never. */
		reminders: z.number().int().min(0).max(365),
		/** How many credits the account has left. */
		credits: z.number().int().min(0).max(1_000),
		/** How far the service's clock is ahead of the machine's, in milliseconds. */
		clockAhead: z.number().int(),
		/** Whether event posts are held back until `releaseEvents`. */
		holdEvents: z.boolean(),
		/** Posts to addresses that contain one of these texts do not arrive; replaces earlier texts. */
		unreachable: z.array(z.string().min(1)),
	})
	.partial()
	.strict();
export type SettingsCommand = z.infer<typeof settingsCommand>;

export const releaseCommand = z
	.object({
		order: z.enum(['asis', 'reverse']).default('asis'),
		copies: z.number().int().min(1).max(100).default(1),
		/** All at once instead of one after the other. */
		parallel: z.boolean().default(false),
	})
	.strict();
export type ReleaseCommand = z.input<typeof releaseCommand>;

const hits = {
	method: z.string().optional(),
	/** Text that the path must contain. */
	path: z.string().optional(),
	/** How many requests it hits; 0 means all. */
	times: z.number().int().min(0).default(1),
	/** How many matching requests pass before it hits. */
	skip: z.number().int().min(0).default(0),
};

export const faultCommand = z.discriminatedUnion('kind', [
	z
		.object({
			...hits,
			kind: z.literal('status'),
			/** 429 has Retry-After, 502 an HTML body; the others have the documented body. */
			status: z.number().int().min(400).max(599),
			retryAfterSeconds: z.number().int().min(0).default(1),
			message: z.string().optional(),
		})
		.strict(),
	z.object({ ...hits, kind: z.literal('latency'), ms: z.number().min(0).max(120_000) }).strict(),
	/** The request is carried out at once. */
	z
		.object({ ...hits, kind: z.literal('late_answer'), ms: z.number().min(0).max(600_000) })
		.strict(),
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
