// Which parameters the larger commands of the control interface take.

/** Parameters of the commands that have several. */

import { z } from 'zod';

import { DOCUMENT_STATUSES } from '../domain/signatures/model';
import { serviceSettings } from '../world/world';

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

export const openCommand = {
	target: anyTarget,
	/** Number of a certificate's attachment, from 0; without it only the overview is opened. */
	attachment: z.number().int().min(0).optional(),
	download: z.boolean().default(false),
};

export const emitCommand = {
	target: z.union([oneDocument, oneCertificate]),
	/** Any type, also one that does not exist yet. */
	type: z.string().min(1),
	/** Top-level field of the post. */
	reason: z.string().optional(),
};

export const redeliverCommand = {
	hookId: z.string().optional(),
	eventType: z.string().optional(),
	documentId: z.string().optional(),
};

export const seedCommand = {
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
};

export const settingsCommand = {
	...serviceSettings.partial().shape,
	/** How far the service's clock is ahead of the machine's, in milliseconds. */
	clockAhead: z.number().int().optional(),
	/** Whether event posts are held back until `releaseEvents`. */
	holdEvents: z.boolean().optional(),
	/** Posts to addresses that contain one of these texts do not arrive; replaces earlier texts. */
	unreachable: z.array(z.string().min(1)).optional(),
};

export const releaseCommand = {
	order: z.enum(['asis', 'reverse']).default('asis'),
	copies: z.number().int().min(1).max(100).default(1),
	/** All at once instead of one after the other. */
	parallel: z.boolean().default(false),
};
