// The panel's fields for an embedded signing page, and the validation of their values.

import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choiceField,
	noticeField,
	numberField,
	tableField,
	textField,
	option,
} from '../input/fields';
import { signatureLocator } from '../input/locators';
import { choice, text, wholeNumber } from '../input/doors';
import { field, isBlank, optional, refusal, validated } from '../input/schemas';
import { type SignaturitCredential } from '../transport/credential';
import { signingPageOrigins, urlOf } from '../transport/hosts';

/** The reports that start a workflow by name. All others do so as Any Event (docs/service.md#browser-messages). */
export const reportedEvents = [
	option('Completed', 'completed', 'All documents of the process are signed'),
	option('Declined', 'declined', 'The signer refused to sign'),
	option('Signed', 'signed', 'The signer has signed a document'),
];

/** The events of a page (docs/service.md#browser-messages). Other events of the service are reported as they come. */
export const pageEvents = [
	...reportedEvents,
	option('Ready', 'ready', 'The document is loaded and can be signed'),
	option('Closed', 'close', 'The signer clicked Close after signing'),
];

/** When the page says a text. */
const textWhen = [
	...pageEvents,
	option('Loading', 'loading', 'Nothing has happened yet'),
	option('Nothing Appears', 'help', 'The link that is offered when the document does not load'),
].sort((a, b) => (a.name < b.name ? -1 : 1));

export const reportsField = choiceField('Reports', 'reports', {
	default: 'trigger',
	description:
		'Where the page reports what the signer does. Reports prove nothing; what counts are the events of Signaturit.',
	options: [
		option(
			"Send to This Workflow's Trigger",
			'trigger',
			"Start this workflow's Signaturit Trigger with the resource Embedded Signing; the workflow must be published",
		),
		option("Don't Send", 'none', 'The page only shows what happens'),
	],
});

/** The fields of Get Embedded Signing Page. */
export const pageFields: INodeProperties[] = [
	noticeField(
		'Put the html on your own website, or answer with it in Respond to Webhook, whose protection of pages may block it. <a href="https://github.com/n8n-nodes-signaturit/n8n-nodes-signaturit/blob/main/docs/embedded.md" target="_blank">Docs</a>',
		'sandboxNotice',
	),
	{
		...signatureLocator,
		default: { mode: 'id', value: '={{ $json.signatureId }}' },
		description: 'The signature request that is signed in the page',
	},
	textField('Signing URL', 'signingUrl', {
		required: true,
		default: '={{ $json.url }}',
		placeholder: 'e.g. https://…',
		description:
			'The URL in the output of Create for a request with the Delivery Type URL; Signaturit does not give it again',
	}),
	reportsField,
];

/** The options of Get Embedded Signing Page. */
export const pageOptions: INodeProperties[] = [
	textField('Redirect URL After Signing', 'callbackUrl', {
		placeholder: 'e.g. https://example.com/thanks',
		description: 'The same address as in the request, if it has one. The page may then lead there.',
	}),
	textField('Language', 'language', {
		default: 'en',
		placeholder: 'e.g. es',
		description: 'Language code of Title and Texts, for screen readers',
	}),
	textField('Put HTML File in Field', 'binaryPropertyName', {
		default: 'data',
		hint: 'The name of the output binary field to put the page in as a file',
	}),
	numberField('Reports Count For (Days)', 'reportDays', {
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description: 'How long the trigger accepts reports from the page',
	}),
	tableField('Texts', 'texts', {
		row: {
			displayName: 'Text',
			name: 'text',
			values: [
				choiceField('When', 'when', { default: 'ready', options: textWhen }),
				textField('Text', 'text', { placeholder: 'e.g. Lea el documento y fírmelo.' }),
			],
		},
		description: "What the page says instead of its own words, e.g. in the signers' language",
	}),
	textField('Title', 'title', {
		placeholder: 'e.g. Your employment contract',
		description: 'Heading of the page',
	}),
];

/** A web address whose host needs no escaping in a Content-Security-Policy. */
const address = (name: string, whenEmpty?: string) =>
	field(
		z
			.string()
			.trim()
			.transform((url) => urlOf(url))
			.pipe(z.instanceof(URL))
			.refine(({ protocol, hostname }) => /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname)),
		(value) =>
			whenEmpty && isBlank(value)
				? `${name} is empty: ${whenEmpty}`
				: refusal(name, value, 'must be a web address that starts with http:// or https://'),
	);

const inputSchema = z.object({
	signingUrl: address('Signing URL', 'only Create with the Delivery Type URL gives one out'),
	callbackUrl: optional(address('Redirect URL After Signing')),
	language: optional(
		field(z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/), (value) =>
			refusal('Language', value, 'must be a code such as en or pt-BR'),
		),
	),
	reportDays: optional(wholeNumber('Reports Count For (Days)', 1, 365)),
	title: text('Title'),
	binaryPropertyName: text('Put HTML File in Field'),
	texts: z
		.array(z.object({ when: choice('When', textWhen), text: text('Text') }), {
			message: 'Texts must be a list of rows',
		})
		.optional(),
});

/** Validates the fields of Get Embedded Signing Page. Throws a UserError that names every problem at once. */
export function pageInput(input: Partial<Record<keyof z.input<typeof inputSchema>, unknown>>) {
	const { texts: rows = [], ...fields } = validated(inputSchema, input);
	const { language = 'en', reportDays = 30, title = 'Sign the document', ...urls } = fields;
	const filled = rows.flatMap((row) => (row.text ? [[row.when, row.text]] : []));
	return { ...urls, language, reportDays, title, words: Object.fromEntries(filled) };
}

export interface SigningOrigins {
	/** Which pages the frame may show, in the notation of a Content-Security-Policy. */
	frame: string[];
	/** The one origin whose messages are read. */
	messages: string;
}

const REAL_HOSTS = '.signaturit.com';

/**
 * The origins of the signing page for an environment. The service may redirect through other hosts of its own, and to
 * the callback URL. The environment Custom may be a proxy: then the signing URL tells which real pages it leads to.
 */
export function signingOrigins(
	{ environment }: Pick<SignaturitCredential, 'environment'>,
	signingUrl: URL,
	callbackUrl?: URL,
): SigningOrigins {
	const real = environment === 'custom' ? environmentOf(signingUrl) : environment;
	const messages = real === undefined ? signingUrl.origin : signingPageOrigins[real];
	const hosts = real === undefined ? [] : `https://*${REAL_HOSTS}`;
	const frame = [signingUrl.origin, messages, hosts, callbackUrl?.origin ?? []].flat();
	return { frame: [...new Set(frame)], messages };
}

/** Which environment of the real service has this address, if one has. */
function environmentOf({ protocol, hostname }: URL): keyof typeof signingPageOrigins | undefined {
	if (protocol !== 'https:' || !hostname.endsWith(REAL_HOSTS)) return undefined;
	return hostname.endsWith(`.sandbox${REAL_HOSTS}`) ? 'sandbox' : 'production';
}
