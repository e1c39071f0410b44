import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { PAGE_SIZE, WINDOW } from '../transport/lists/paging';
import { read } from '../transport/request';
import { segment, type ServicePath } from '../transport/serviceUrl';

const documentSchema = z.object({
	id: z.string(),
	name: z.string().nullish(),
	email: z.string().nullish(),
	status: z.string().nullish(),
	file: z.object({ name: z.string().nullish() }).nullish(),
});

const signatureSchema = z.object({
	id: z.string(),
	created_at: z.string().nullish(),
	documents: oneOrMore(documentSchema),
});

const certifiedSchema = z.object({
	id: z.string(),
	created_at: z.string().nullish(),
	certificates: oneOrMore(documentSchema.extend({ phone: z.string().nullish() })),
});

const eventHooksSchema = z.object({
	web_hooks: z.array(
		z.object({
			id: z.string(),
			event_type: z.string().nullish(),
			status_code: z.number().nullish(),
			created_at: z.string().nullish(),
		}),
	),
});

const templateSchema = z.object({ id: z.string(), name: z.string().nullish() });

/** What may be said of somebody. */
interface Person {
	name?: string | null;
	email?: string | null;
	phone?: string | null;
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The newest signature requests: signers, day and what the request has come to. */
export const searchSignatures = listSearch(
	'/v3/signatures.json',
	signatureSchema,
	({ created_at, documents }) => summary(documents, created_at),
	WINDOW,
);

/** The newest certified emails: recipients, day and what became of them. */
export const searchCertifiedEmails = listSearch(
	'/v3/emails.json',
	certifiedSchema,
	({ created_at, certificates }) => summary(certificates, created_at),
);

/** The newest certified SMS, as certified emails. */
export const searchCertifiedSms = listSearch(
	'/v3/sms.json',
	certifiedSchema,
	({ created_at, certificates }) => summary(certificates, created_at),
);

/** The templates of the account. */
export const searchTemplates = listSearch(
	'/v3/templates.json',
	templateSchema,
	({ id, name }) => name || id,
);

/** The newest posts that the service has made, a page at a time: event, how it was answered, time. */
export async function searchEventHooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 1);
	const answer = await read.call(this, '/v3/event-hooks', { limit: PAGE_SIZE, page });
	const { web_hooks } = eventHooksSchema.parse(answer);
	return {
		results: matching(
			web_hooks.map(({ id, event_type, status_code, created_at }) => ({
				name: joined([event_type, status_code ? `HTTP ${status_code}` : null, created_at]),
				value: id,
			})),
			filter,
		),
		paginationToken: web_hooks.length === PAGE_SIZE ? String(page + 1) : undefined,
	};
}

/** The documents of the signature request that the panel's other field names. */
export async function searchDocuments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const signatureId = currentId.call(this, 'signatureId');
	if (!signatureId) return { results: [] };

	const answer = await read.call(this, `/v3/signatures/${segment(signatureId)}.json`);
	const { documents } = signatureSchema.parse(answer);
	return {
		results: matching(
			documents.map((document) => ({
				name: joined([document.file?.name, person(document), document.status]),
				value: document.id,
			})),
			filter,
		),
	};
}

/** The certificates of the certified email that the panel's other field names. */
export async function searchEmailCertificates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await certificates.call(this, 'emails', currentId.call(this, 'emailId'), filter);
}

/** The certificates of the certified SMS that the panel's other field names. */
export async function searchSmsCertificates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await certificates.call(this, 'sms', currentId.call(this, 'smsId'), filter);
}

async function certificates(
	this: ILoadOptionsFunctions,
	path: 'emails' | 'sms',
	id: string,
	filter?: string,
): Promise<INodeListSearchResult> {
	if (!id) return { results: [] };

	const answer = await read.call(this, `/v3/${path}/${segment(id)}.json`);
	return {
		results: matching(
			certifiedSchema.parse(answer).certificates.map((certificate) => ({
				name: joined([person(certificate), certificate.status]),
				value: certificate.id,
			})),
			filter,
		),
	};
}

/**
 * A search of a list that is told its pages by offset. The service cannot search by text, so what is
 * typed picks from each page.
 *
 * @param window how far the service lists, if there is an end
 */
function listSearch<Entry extends { id: string }>(
	path: ServicePath,
	entrySchema: z.ZodType<Entry, z.ZodTypeDef, unknown>,
	nameOf: (entry: Entry) => string,
	window = Infinity,
): ListSearch {
	return async function (filter, paginationToken) {
		const offset = Number(paginationToken ?? 0);
		const answer = await read.call(this, path, { limit: PAGE_SIZE, offset });
		const entries = z.array(entrySchema).parse(answer);
		const next = offset + PAGE_SIZE;
		const isMore = entries.length === PAGE_SIZE && next + PAGE_SIZE <= window;
		return {
			results: matching(
				entries.map((entry) => ({ name: nameOf(entry), value: entry.id })),
				filter,
			),
			paginationToken: isMore ? String(next) : undefined,
		};
	};
}

function currentId(this: ILoadOptionsFunctions, parameter: string): string {
	const id = this.getCurrentNodeParameter(parameter, { extractValue: true });
	return typeof id === 'string' ? id : '';
}

/** Creation answers may carry a single object instead of a list (specification, Resources). */
function oneOrMore<Schema extends z.ZodTypeAny>(schema: Schema) {
	return z.union([z.array(schema), schema.transform((one: z.output<Schema>) => [one])]);
}

function matching(
	results: INodeListSearchResult['results'],
	filter = '',
): INodeListSearchResult['results'] {
	const wanted = filter.toLowerCase();
	return results.filter(({ name, value }) =>
		[name, value].some((text) => String(text).toLowerCase().includes(wanted)),
	);
}

function summary(
	parts: Array<Person & { status?: string | null }>,
	createdAt: string | null | undefined,
): string {
	return joined([
		unique(parts.map(person)),
		createdAt?.slice(0, 10),
		unique(parts.map(({ status }) => status ?? '')),
	]);
}

function person({ name, email, phone }: Person): string {
	return name || email || phone || '';
}

function joined(parts: Array<string | null | undefined>): string {
	return parts.filter(Boolean).join(' – ');
}

function unique(values: string[]): string {
	return [...new Set(values)].filter(Boolean).join(', ');
}
