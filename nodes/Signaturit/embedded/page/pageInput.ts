import { z } from 'zod';
import { validated } from '../../input/checks';
import { field, optional, text, wholeNumber } from '../../input/schemas';

const TITLE = 'Sign the document';

/** A web address whose host needs no escaping in a Content-Security-Policy. */
const address = (name: string, whenEmpty?: string) =>
	field(
		z
			.string()
			.trim()
			.refine((url) => URL.canParse(url))
			.transform((url) => new URL(url))
			.refine(({ protocol, hostname }) => /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname)),
		(value) =>
			value || !whenEmpty
				? `${name} must be a web address that starts with http:// or https://`
				: `${name} is empty: ${whenEmpty}`,
	);

const inputSchema = z.object({
	signingUrl: address('Signing URL', 'only Create with the Delivery Type URL gives one out'),
	callbackUrl: optional(address('Redirect URL After Signing')),
	language: optional(
		field(
			z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/),
			'Language must be a code such as en or pt-BR',
		),
	).transform((language) => language ?? 'en'),
	reportDays: optional(wholeNumber('Reports Count For (Days)', 1, 365)).transform(
		(days) => days ?? 30,
	),
	title: text('Title').transform((title) => title ?? TITLE),
	texts: z
		.array(z.object({ when: z.string(), text: text('Texts') }))
		.default([])
		.transform((rows) =>
			Object.fromEntries(rows.flatMap((row) => (row.text ? [[row.when, row.text]] : []))),
		),
});

/** The panel's values, not validated yet. */
export type PageInput = Readonly<Partial<Record<keyof z.input<typeof inputSchema>, unknown>>>;

/**
 * Validates the fields of Get Embedded Signing Page.
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function pageInput(input: PageInput) {
	const { texts, ...fields } = validated(inputSchema, input);
	return { ...fields, words: texts };
}
