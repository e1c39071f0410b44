import { z } from 'zod';
import { field, optional, text, validated, wholeNumber } from '../input/schemas';
import { type SignaturitCredential, signingPageOrigins } from '../transport/endpoints';

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

/** The origins that the frame may show, and the one whose messages are read. */
export interface SigningOrigins {
	/** Origins in the notation of a Content-Security-Policy. */
	frame: string[];
	/** The one origin whose messages are read. */
	messages: string;
}

/** The service's real hosts. */
const REAL_HOSTS = '.signaturit.com';

/**
 * The origins of the signing page for an environment. The service may redirect through other hosts of its
 * own before the signing page, and to the request's callback URL afterwards. The environment Custom may be
 * a proxy in front of the real service: then the signing URL leads to the real pages, and tells which ones.
 */
export function signingOrigins(
	{ environment }: Pick<SignaturitCredential, 'environment'>,
	signingUrl: URL,
	callbackUrl?: URL,
): SigningOrigins {
	const real = environment === 'custom' ? environmentOf(signingUrl) : environment;
	const own =
		real === undefined
			? { frame: [], messages: signingUrl.origin }
			: { frame: [`https://*${REAL_HOSTS}`], messages: signingPageOrigins[real] };
	const frame = [signingUrl.origin, own.messages, ...own.frame, callbackUrl?.origin ?? []].flat();
	return { frame: [...new Set(frame)], messages: own.messages };
}

/** The environment of the real service that an address belongs to; `undefined` for any other address. */
function environmentOf({ protocol, hostname }: URL): keyof typeof signingPageOrigins | undefined {
	if (protocol !== 'https:' || !hostname.endsWith(REAL_HOSTS)) return undefined;
	return hostname.endsWith(`.sandbox${REAL_HOSTS}`) ? 'sandbox' : 'production';
}
