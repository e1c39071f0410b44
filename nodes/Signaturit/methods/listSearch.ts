// The searches behind the panel's lists of Signaturit objects, and the labels of their entries.

import { UserError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT } from '../events/catalogue';
import { knownZone } from '../events/standing';
import { certifiedStatus, instant, requestStatus } from '../events/state';
import { userReferenceIn } from '../events/tracking';
import type { Call } from '../transport/call';
import { entryTo } from '../transport/entry';
import { accountEntrySchema, type AccountEntry } from '../transport/expected';
import { brandingList, endpoints, type DeliveryKind } from '../transport/endpoints';
import type { ListPath } from '../transport/lists/lists';
import { pageNumber, walkPages, WINDOW, type PageQuery } from '../transport/lists/paging';
import { readAs } from '../transport/request';
import {
	deliverySchema,
	eventHookSchema,
	inWords,
	subscriptionSchema,
	templateSchema,
	type Delivery,
	type TrackedRecord,
} from '../transport/shapes';

/** With a search text, pages are read until so many entries match, or so many pages were read. */
const ENOUGH = 10;
const MAX_SEARCHED_PAGES = 10;

type ListSearch = (
	call: Call<ILoadOptionsFunctions>,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A search, as n8n calls it for the list of a field. */
const listSearchOf = (search: ListSearch) => entryTo(search);

const deliveries = z.array(deliverySchema);
const accountEntries = z.array(accountEntrySchema);
const eventHooks = z
	.object({ web_hooks: z.array(eventHookSchema) })
	.transform(({ web_hooks }) => web_hooks);

const { signature, certifiedEmail, certifiedSms, template, eventHook, ...accountEndpoints } =
	endpoints;

/** The searches of the panel's lists, by the names that its fields have for them (`input/locators.ts`). */
export const listSearch = {
	// The newest signature requests, certified emails and certified SMS.
	searchSignatureRequests: pagedSearch({ ...signature, window: WINDOW }, deliveries, requestLabel),
	searchCertifiedEmails: pagedSearch(certifiedEmail, deliveries, certifiedLabel),
	searchCertifiedSms: pagedSearch(certifiedSms, deliveries, certifiedLabel),

	// The templates, brandings, contacts and subscriptions of the account.
	searchTemplates: pagedSearch(template, z.array(templateSchema), ({ id, name }) => name || id),
	searchBrandings: pagedSearch(brandingList, accountEntries, ({ id, name, created_at }, timeZone) =>
		joined([name || id, timeLabel(created_at, timeZone)]),
	),
	searchContacts: pagedSearch(accountEndpoints.contact, accountEntries, entryLabel),
	searchSubscriptions: pagedSearch(
		accountEndpoints.subscription,
		z.array(subscriptionSchema),
		({ url, events }) =>
			joined([url, events.includes(ANY_EVENT) ? 'any event' : events.join(', ')]),
	),

	// The newest posts that the service has made, by event, status of the answer and time.
	searchEventHooks: pagedSearch(
		{ ...eventHook, isNumbered: true },
		eventHooks,
		({ event_type, status_code, created_at }, timeZone) => {
			const status = status_code ? `HTTP ${status_code}` : undefined;
			return joined([event_type, status, timeLabel(created_at, timeZone)]);
		},
	),

	// The documents or certificates of the delivery that is selected in the panel.
	searchDocuments: recordSearch(
		{ resource: 'signature', field: 'signatureId', noun: 'signature request' },
		documentLabel,
	),
	searchEmailCertificates: recordSearch(
		{ resource: 'certifiedEmail', field: 'emailId', noun: 'certified email' },
		certificateLabel,
	),
	searchSmsCertificates: recordSearch(
		{ resource: 'certifiedSms', field: 'smsId', noun: 'certified SMS' },
		certificateLabel,
	),

	// The users of the team, its seats, also the empty ones, and its groups.
	searchTeamUsers: teamSearch(accountEndpoints.teamUser),
	searchTeamSeats: teamSearch(accountEndpoints.teamSeat),
	searchTeamGroups: teamSearch(accountEndpoints.teamGroup),
};

/** A search of a list that the service gives whole. */
function teamSearch({ list }: ListPath) {
	return listSearchOf(async (call, filter) => {
		const entries = await readAs(call, list, { schema: accountEntries, what: 'a list' });
		return { results: matching(entries, entryLabel, filter) };
	});
}

/** A search of the records of the delivery that is selected in a field of the panel. */
function recordSearch(
	{ resource, field, noun }: { resource: DeliveryKind; field: string; noun: string },
	labelOf: (record: TrackedRecord) => string,
) {
	return listSearchOf(async (call, filter) => {
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
function pagedSearch<Entry extends { id: string }>(
	{ list, isNumbered, pageSize, window }: ListPath & { isNumbered?: boolean },
	schema: z.ZodType<Entry[], z.ZodTypeDef, unknown>,
	labelOf: (entry: Entry, timeZone: string) => string,
) {
	return listSearchOf(async (call, filter, paginationToken) => {
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

// The labels of the entries. The panel cuts long ones off, so the parts that tell them apart come first.

/** The label of a signature request in lists: its reference, time, signers, files and status. */
export function requestLabel({ data, records, createdAt }: Delivery, timeZone: string): string {
	return joined([
		userReferenceIn(data),
		timeLabel(createdAt, timeZone),
		unique(records.map(person)),
		unique(records.map(({ file }) => file?.name)),
		statusLabel(requestStatus(records.map(({ status }) => status))),
	]);
}

/** The label of a certified email or SMS in lists: its reference, time, recipients and status. */
export function certifiedLabel({ data, records, createdAt }: Delivery, timeZone: string): string {
	return joined([
		userReferenceIn(data),
		timeLabel(createdAt, timeZone),
		unique(records.map(person)),
		statusLabel(certifiedStatus(records.map(({ status }) => status))),
	]);
}

/** The label of a document of a signature request in lists: its signer, file and status. */
export function documentLabel(document: TrackedRecord): string {
	return joined([person(document), document.file?.name, statusLabel(document.status)]);
}

/** The label of a certificate in lists: its recipient and status. */
export function certificateLabel(certificate: TrackedRecord): string {
	return joined([person(certificate), statusLabel(certificate.status)]);
}

/** The label of a contact, or a seat or group of the team in lists: its name, address, role and status. */
function entryLabel({ id, name, email, role, status }: AccountEntry): string {
	return joined([joined([name, email]) || id, role, status]);
}

/** A time as people write it, e.g. `1 Mar 2026, 10:05`, in UTC if there is no such zone; unchanged if it is no time. */
export function timeLabel(timestamp: string | undefined, timeZone: string): string | undefined {
	const time = instant(timestamp);
	if (timestamp === undefined || Number.isNaN(time)) return timestamp;
	const zone = knownZone(timeZone);
	const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
	return new Intl.DateTimeFormat('en-GB', format).format(time);
}

/** Joins the parts that are there, e.g. `contract.pdf – Ada Lovelace`. */
function joined(parts: ReadonlyArray<string | undefined>): string {
	return parts.filter(Boolean).join(' – ');
}

function statusLabel(status: string | undefined): string | undefined {
	return status === undefined ? undefined : inWords(status);
}

function person({ name, email, phone }: TrackedRecord): string {
	return name || email || phone || '';
}

function unique(values: ReadonlyArray<string | undefined>): string {
	return [...new Set(values)].filter(Boolean).join(', ');
}
