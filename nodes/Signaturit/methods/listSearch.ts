import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { request } from '../transport/request';
import { segment } from '../transport/serviceUrl';

/** Entries a page of a list holds; the service allows 100 at most (specification, Limits). */
const PAGE_SIZE = 100;

/** The service lists no further than limit + offset = 10000 (specification, Limits). */
const WINDOW = 10_000;

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
	documents: z.union([z.array(documentSchema), documentSchema.transform((one) => [one])]),
});

const templateSchema = z.object({ id: z.string(), name: z.string().nullish() });

type ListedDocument = z.infer<typeof documentSchema>;

/** The newest signature requests, a page at a time: signers, day and what the request has come to. */
export async function searchSignatures(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const answer = await request.call(this, 'GET', '/v3/signatures.json', {
		query: { limit: PAGE_SIZE, offset },
	});
	const signatures = z.array(signatureSchema).parse(answer);
	const next = offset + PAGE_SIZE;
	return {
		results: matching(
			signatures.map(({ id, created_at, documents }) => ({
				name: [
					unique(documents.map(signer)),
					created_at?.slice(0, 10),
					unique(documents.map(status)),
				]
					.filter(Boolean)
					.join(' – '),
				value: id,
			})),
			filter,
		),
		paginationToken:
			signatures.length === PAGE_SIZE && next + PAGE_SIZE <= WINDOW ? String(next) : undefined,
	};
}

/** The documents of the signature request that the panel's other field names. */
export async function searchDocuments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const signatureId = this.getCurrentNodeParameter('signatureId', { extractValue: true });
	if (typeof signatureId !== 'string' || signatureId === '') return { results: [] };

	const answer = await request.call(this, 'GET', `/v3/signatures/${segment(signatureId)}.json`);
	const { documents } = signatureSchema.parse(answer);
	return {
		results: matching(
			documents.map((document) => ({
				name: [document.file?.name, signer(document), status(document)].filter(Boolean).join(' – '),
				value: document.id,
			})),
			filter,
		),
	};
}

/** The templates of the account, a page at a time. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const answer = await request.call(this, 'GET', '/v3/templates.json', {
		query: { limit: PAGE_SIZE, offset },
	});
	const templates = z.array(templateSchema).parse(answer);
	return {
		results: matching(
			templates.map(({ id, name }) => ({ name: name || id, value: id })),
			filter,
		),
		paginationToken: templates.length === PAGE_SIZE ? String(offset + PAGE_SIZE) : undefined,
	};
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

function signer({ name, email }: ListedDocument): string {
	return name || email || '';
}

function status({ status }: ListedDocument): string {
	return status ?? '';
}

function unique(values: string[]): string {
	return [...new Set(values)].filter(Boolean).join(', ');
}
