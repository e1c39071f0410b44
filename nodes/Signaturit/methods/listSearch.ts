import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints, type DeliveryKind, type ServicePath } from '../transport/endpoints';
import { PAGE_SIZE, WINDOW } from '../transport/lists/paging';
import { read } from '../transport/request';
import {
	deliverySchema,
	eventHookPageSchema,
	eventHookSchema,
	templateSchema,
	type Delivery,
	type TrackedRecord,
} from '../transport/shapes';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The newest signature requests: signers, day and what the request has come to. */
export const searchSignatures = listSearch(
	endpoints.signature.list,
	deliverySchema,
	summary,
	WINDOW,
);

/** The newest certified emails: recipients, day and what became of them. */
export const searchCertifiedEmails = listSearch(
	endpoints.certifiedEmail.list,
	deliverySchema,
	summary,
);

/** The newest certified SMS, as certified emails. */
export const searchCertifiedSms = listSearch(endpoints.certifiedSms.list, deliverySchema, summary);

/** The templates of the account. */
export const searchTemplates = listSearch(
	endpoints.template.list,
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
	const answer = await read.call(this, endpoints.eventHook.list, { limit: PAGE_SIZE, page });
	const hooks = z.array(eventHookSchema).parse(eventHookPageSchema.parse(answer).entries);
	return {
		results: matching(
			hooks.map(({ id, event_type, status_code, created_at }) => ({
				name: joined([event_type, status_code ? `HTTP ${status_code}` : undefined, created_at]),
				value: id,
			})),
			filter,
		),
		paginationToken: hooks.length === PAGE_SIZE ? String(page + 1) : undefined,
	};
}

/** The documents of the signature request that the panel's other field names. */
export async function searchDocuments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchRecords.call(
		this,
		'signature',
		currentId.call(this, 'signatureId'),
		(document) => [document.file?.name, person(document), document.status],
		filter,
	);
}

/** The certificates of the certified email that the panel's other field names. */
export async function searchEmailCertificates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const id = currentId.call(this, 'emailId');
	return await searchRecords.call(this, 'certifiedEmail', id, certificateName, filter);
}

/** The certificates of the certified SMS that the panel's other field names. */
export async function searchSmsCertificates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const id = currentId.call(this, 'smsId');
	return await searchRecords.call(this, 'certifiedSms', id, certificateName, filter);
}

async function searchRecords(
	this: ILoadOptionsFunctions,
	kind: DeliveryKind,
	id: string,
	nameOf: (record: TrackedRecord) => Array<string | undefined>,
	filter?: string,
): Promise<INodeListSearchResult> {
	if (!id) return { results: [] };

	const { records } = deliverySchema.parse(await read.call(this, endpoints[kind].one(id)));
	const results = records.map((record) => ({ name: joined(nameOf(record)), value: record.id }));
	return { results: matching(results, filter) };
}

/**
 * A search of a list whose pages are read by offset. The service cannot search by text, so the search
 * text filters each page.
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

function matching(
	results: INodeListSearchResult['results'],
	filter = '',
): INodeListSearchResult['results'] {
	const wanted = filter.toLowerCase();
	return results.filter(({ name, value }) =>
		[name, value].some((text) => String(text).toLowerCase().includes(wanted)),
	);
}

function summary({ records, createdAt }: Delivery): string {
	return joined([
		unique(records.map(person)),
		createdAt?.slice(0, 10),
		unique(records.map(({ status }) => status ?? '')),
	]);
}

function certificateName(certificate: TrackedRecord): Array<string | undefined> {
	return [person(certificate), certificate.status];
}

function person({ name, email, phone }: TrackedRecord): string {
	return name || email || phone || '';
}

function joined(parts: Array<string | undefined>): string {
	return parts.filter(Boolean).join(' – ');
}

function unique(values: string[]): string {
	return [...new Set(values)].filter(Boolean).join(', ');
}
