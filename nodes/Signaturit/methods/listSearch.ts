import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { endpoints, type DeliveryKind, type ServicePath } from '../transport/endpoints';
import { PAGE_SIZE, WINDOW } from '../transport/lists/paging';
import { readAs } from '../transport/request';
import {
	deliverySchema,
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

/** Lists the newest signature requests by signers, day and status. */
export const searchSignatures = listSearch(
	endpoints.signature.list,
	deliverySchema,
	summary,
	WINDOW,
);

/** Lists the newest certified emails by recipients, day and status. */
export const searchCertifiedEmails = listSearch(
	endpoints.certifiedEmail.list,
	deliverySchema,
	summary,
);

/** Lists the newest certified SMS by recipients, day and status. */
export const searchCertifiedSms = listSearch(endpoints.certifiedSms.list, deliverySchema, summary);

/** Lists the templates of the account. */
export const searchTemplates = listSearch(
	endpoints.template.list,
	templateSchema,
	({ id, name }) => name || id,
);

/** Lists the newest posts that the service has made by event, status of the answer and time. */
export async function searchEventHooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 1);
	const { web_hooks: hooks } = await readAs(this, {
		path: endpoints.eventHook.list,
		query: { limit: PAGE_SIZE, page },
		schema: z.object({ web_hooks: z.array(eventHookSchema) }),
		what: 'a list',
	});
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

/** Lists the documents of the signature request that is selected in the panel. */
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

/** Lists the certificates of the certified email that is selected in the panel. */
export async function searchEmailCertificates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const id = currentId.call(this, 'emailId');
	return await searchRecords.call(this, 'certifiedEmail', id, certificateName, filter);
}

/** Lists the certificates of the certified SMS that is selected in the panel. */
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

	const { records } = await readAs(this, {
		path: endpoints[kind].one(id),
		schema: deliverySchema,
		what: 'what was asked for',
	});
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
		const entries = await readAs(this, {
			path,
			query: { limit: PAGE_SIZE, offset },
			schema: z.array(entrySchema),
			what: 'a list',
		});
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
