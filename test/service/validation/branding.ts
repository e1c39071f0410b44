// Which parameters a branding and the list of brandings take.

import { z } from 'zod';

import { limitAndOffset, refuseBeyond } from './paging';
import { choice, date, flag, integer, text } from './primitives';

/** Longest name of a branding, in characters (docs/service.md#text-lengths). */
const NAME_LIMIT = 24;

/** A template in which this word must stand (docs/service.md#branding-templates). */
const templateWith = (word: string) =>
	text()
		.refine(
			(value) => new RegExp(`\\{\\{\\s*${word}\\s*\\}\\}`).test(String(value)),
			`must contain {{${word}}}`,
		)
		.optional();

const anyTemplate = () => text().optional();

/** Parameters of POST and PATCH (docs/service.md#brandings). */
export const brandingParameters = z
	.object({
		name: text().refine(
			(value) => [...String(value)].length <= NAME_LIMIT,
			`must be at most ${NAME_LIMIT} characters`,
		),
		layout_color: text(),
		text_color: text(),
		header_color: text(),
		footer_color: text(),
		signature_color: choice('black', 'blue'),
		logo: text(),
		show_csv: flag,
		show_biometric_hash: flag,
		show_welcome_page: flag,
		show_survey_page: flag,
		csv_position: choice('right', 'left'),
		application_texts: z
			.object({
				send_button: text(),
				sign_button: text(),
				photo: text(),
				voice: text(),
				multi_page: text(),
				open_sign_button: text(),
				open_email_button: text(),
				terms_and_conditions: text(),
			})
			.partial()
			.strict(),
		templates: z
			.object({
				signatures_request: templateWith('sign_button'),
				signatures_receipt: anyTemplate(),
				request_expired: anyTemplate(),
				pending_sign: templateWith('sign_button'),
				pending_sign_bulk: anyTemplate(),
				document_canceled: anyTemplate(),
				emails_request: templateWith('email_button'),
				validation_request: templateWith('validate_button'),
				signed_document: anyTemplate(),
				document_declined: anyTemplate(),
				request_expired_requester: anyTemplate(),
			})
			.strict(),
		'sms-templates': z
			.object({ sms_verify: templateWith('code'), sms_validate: templateWith('code') })
			.strict(),
	})
	.partial()
	.strict();
export type BrandingParameters = z.output<typeof brandingParameters>;

/** Filters of the list; limit and offset together reach the first 1,000 (docs/service.md#page-sizes). */
export const brandingList = z
	.object({
		limit: integer(1, 10).default(10),
		offset: limitAndOffset.offset,
		since: date().optional(),
		until: date().optional(),
	})
	.strict()
	.superRefine(refuseBeyond(1_000));
