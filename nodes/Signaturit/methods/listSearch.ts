import { UserError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT } from '../events/catalogue';
import { Call } from '../transport/call';
import { accountEntrySchema } from '../transport/expected';
import { brandingList, endpoints, type DeliveryKind } from '../transport/endpoints';
import type { ListPath } from '../transport/lists/lists';
import { pageNumber, walkPages, WINDOW, type PageQuery } from '../transport/lists/paging';
import { readAs } from '../transport/request';
import {
	deliverySchema,
	eventHookSchema,
	subscriptionSchema,
	templateSchema,
	type TrackedRecord,
} from '../transport/shapes';
import {
	certificateLabel,
	certifiedLabel,
	documentLabel,
	entryLabel,
	joined,
	requestLabel,
	timeLabel,
} from './labels';

/** With a search text, pages are read until so many entries match, or so many pages were read. */
const ENOUGH = 10;
const MAX_SEARCHED_PAGES = 10;

type ListSearch = (
	call: Call<ILoadOptionsFunctions>,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The door to a search: n8n calls it for the list of a field. */
const door = (search: ListSearch) =>
	async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
		return await search(new Call(this), filter, paginationToken);
	};

const deliveries = z.array(deliverySchema);
const accountEntries = z.array(accountEntrySchema);
const templates = z.array(templateSchema);
const subscriptions = z.array(subscriptionSchema);
const eventHooks = z
	.object({ web_hooks: z.array(eventHookSchema) })
	.transform(({ web_hooks }) => web_hooks);

const { signature, certifiedEmail, certifiedSms, template, eventHook, ...accountEndpoints } =
	endpoints;

/** The newest signature requests, certified emails and certified SMS. */
export const searchSignatureRequests = listSearch(
	{ ...signature, window: WINDOW },
	deliveries,
	requestLabel,
);
export const searchCertifiedEmails = listSearch(certifiedEmail, deliveries, certifiedLabel);
export const searchCertifiedSms = listSearch(certifiedSms, deliveries, certifiedLabel);

/** The templates, brandings, contacts and subscriptions of the account. */
export const searchTemplates = listSearch(template, templates, ({ id, name }) => name || id);
export const searchBrandings = listSearch(
	brandingList,
	accountEntries,
	({ id, name, created_at }, timeZone) => joined([name || id, timeLabel(created_at, timeZone)]),
);
export const searchContacts = listSearch(accountEndpoints.contact, accountEntries, entryLabel);
export const searchSubscriptions = listSearch(
	accountEndpoints.subscription,
	subscriptions,
	({ url, events }) => joined([url, events.includes(ANY_EVENT) ? 'any event' : events.join(', ')]),
);

/** The newest posts that the service has made, by event, status of the answer and time. */
export const searchEventHooks = listSearch(
	{ ...eventHook, isNumbered: true },
	eventHooks,
	({ event_type, status_code, created_at }, timeZone) => {
		const status = status_code ? `HTTP ${status_code}` : undefined;
		return joined([event_type, status, timeLabel(created_at, timeZone)]);
	},
);

/** The documents or certificates of the delivery that is selected in the panel. */
export const searchDocuments = recordSearch(
	{ resource: 'signature', field: 'signatureId', noun: 'signature request' },
	documentLabel,
);
export const searchEmailCertificates = recordSearch(
	{ resource: 'certifiedEmail', field: 'emailId', noun: 'certified email' },
	certificateLabel,
);
export const searchSmsCertificates = recordSearch(
	{ resource: 'certifiedSms', field: 'smsId', noun: 'certified SMS' },
	certificateLabel,
);

/** The users of the team, its seats, also the empty ones, and its groups. */
export const searchTeamUsers = teamSearch(accountEndpoints.teamUser);
export const searchTeamSeats = teamSearch(accountEndpoints.teamSeat);
export const searchTeamGroups = teamSearch(accountEndpoints.teamGroup);

/** A search of a list that the service gives whole. */
function teamSearch({ list }: ListPath) {
	return door(async (call, filter) => {
		const entries = await readAs(call, list, { schema: accountEntries, what: 'a list' });
		return { results: matching(entries, entryLabel, filter) };
	});
}

/** A search of the records of the delivery that is selected in a field of the panel. */
function recordSearch(
	{ resource, field, noun }: { resource: DeliveryKind; field: string; noun: string },
	labelOf: (record: TrackedRecord) => string,
) {
	return door(async (call, filter) => {
		const id = call.n8n.getCurrentNodeParameter(field, { extractValue: true });
		if (typeof id !== 'string' || id === '') throw new UserError(`Choose the ${noun} first`);
		const wanted = { schema: deliverySchema, what: 'what was asked for' };
		const { records } = await readAs(call, endpoints[resource].one(id), wanted);
		return { results: matching(records, labelOf, filter) };
	});
}

/**
 * A search of a list, which is read by page numbers or by offsets. The service cannot search by text, so its pages are
 * read here: with a search text more than one, because n8n asks for no other page when nothing matches on the first.
 */
function listSearch<Entry extends { id: string }>(
	{ list, isNumbered, pageSize, window }: ListPath & { isNumbered?: boolean },
	schema: z.ZodType<Entry[], z.ZodTypeDef, unknown>,
	labelOf: (entry: Entry, timeZone: string) => string,
) {
	return door(async (call, filter, paginationToken) => {
		const timeZone = call.n8n.getTimezone();
		const readPage = async (query: PageQuery) => {
			const { limit, offset } = query;
			const place = isNumbered ? { page: pageNumber(query) } : { offset };
			return await readAs(call, list, { query: { limit, ...place }, schema, what: 'a list' });
		};
		const from = { offset: Number(paginationToken ?? 0) };
		const results: INodeListSearchResult['results'] = [];
		let nextToken: string | undefined;
		const pages = walkPages(readPage, { most: MAX_SEARCHED_PAGES, from, pageSize, window });
		for await (const { entries, next } of pages) {
			results.push(...matching(entries, (entry) => labelOf(entry, timeZone), filter));
			// Search ends with the window.
			nextToken = next && next.until === undefined ? String(next.offset) : undefined;
			if (!filter || results.length >= ENOUGH) break;
		}
		return { results, paginationToken: nextToken };
	});
}

function matching<Entry extends { id: string }>(
	entries: readonly Entry[],
	labelOf: (entry: Entry) => string,
	filter = '',
): INodeListSearchResult['results'] {
	const wanted = filter.toLowerCase();
	return entries
		.map((entry) => ({ name: labelOf(entry), value: entry.id }))
		.filter(({ name, value }) => [name, value].some((text) => text.toLowerCase().includes(wanted)));
}
