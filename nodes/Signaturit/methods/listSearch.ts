import { UserError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { accountEntrySchema } from '../transport/expected';
import {
	brandingList,
	endpoints,
	type DeliveryKind,
	type ServicePath,
} from '../transport/endpoints';
import {
	pageNumber,
	walkPages,
	WINDOW,
	type PageQuery,
	type Place,
} from '../transport/lists/paging';
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
	contactLabel,
	documentLabel,
	joined,
	requestLabel,
	seatLabel,
	subscriptionLabel,
	timeLabel,
} from './labels';

/** With a search text, pages are read until so many entries match, or so many pages were read. */
const ENOUGH = 10;
const MAX_PAGES = 10;

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** How the pages of a list are asked for. */
interface Paging {
	/** Whether by their numbers, in place of offsets. */
	isNumbered?: boolean;
	/** Most entries of a page. */
	pageSize?: number;
	/** How far the service lists, if there is an end. */
	window?: number;
}

const { signature, certifiedEmail, certifiedSms, contact, subscription } = endpoints;
const deliveries = z.array(deliverySchema);
const accountEntries = z.array(accountEntrySchema);
const subscriptions = z.array(subscriptionSchema);

/** Lists the newest signature requests. */
export const searchSignatures = listSearch(signature.list, deliveries, requestLabel, {
	window: WINDOW,
});

/** Lists the newest certified emails. */
export const searchCertifiedEmails = listSearch(certifiedEmail.list, deliveries, certifiedLabel);

/** Lists the newest certified SMS. */
export const searchCertifiedSms = listSearch(certifiedSms.list, deliveries, certifiedLabel);

/** Lists the templates of the account. */
export const searchTemplates = listSearch(
	endpoints.template.list,
	z.array(templateSchema),
	({ id, name }) => name || id,
);

/** Lists the brandings of the account by name and time. */
export const searchBrandings = listSearch(
	brandingList.list,
	accountEntries,
	({ id, name, created_at }, timeZone) => joined([name || id, timeLabel(created_at, timeZone)]),
	brandingList,
);

/** Lists the people that are kept in Signaturit. */
export const searchContacts = listSearch(contact.list, accountEntries, contactLabel);

/** Lists the subscriptions of the account. */
export const searchSubscriptions = listSearch(subscription.list, subscriptions, subscriptionLabel);

/** Lists the newest posts that the service has made by event, status of the answer and time. */
export const searchEventHooks = listSearch(
	endpoints.eventHook.list,
	z.object({ web_hooks: z.array(eventHookSchema) }).transform(({ web_hooks }) => web_hooks),
	({ event_type, status_code, created_at }, timeZone) => {
		const status = status_code ? `HTTP ${status_code}` : undefined;
		return joined([event_type, status, timeLabel(created_at, timeZone)]);
	},
	{ isNumbered: true },
);

/** Lists the documents of the signature request that is selected in the panel. */
export const searchDocuments = recordSearch(
	'signature',
	{ parameter: 'signatureId', thing: 'signature request' },
	documentLabel,
);

/** Lists the certificates of the certified email that is selected in the panel. */
export const searchEmailCertificates = recordSearch(
	'certifiedEmail',
	{ parameter: 'emailId', thing: 'certified email' },
	certificateLabel,
);

/** Lists the certificates of the certified SMS that is selected in the panel. */
export const searchSmsCertificates = recordSearch(
	'certifiedSms',
	{ parameter: 'smsId', thing: 'certified SMS' },
	certificateLabel,
);

/** Lists the users of the team by name, role and status. */
export const searchTeamUsers = teamSearch(endpoints.teamUser.list);

/** Lists the seats of the team, also the empty ones. */
export const searchTeamSeats = teamSearch(endpoints.teamSeat.list);

/** Lists the groups of the team, which have a name only. */
export const searchTeamGroups = teamSearch(endpoints.teamGroup.list);

/** A search of a list that the service gives whole. */
function teamSearch(path: ServicePath): ListSearch {
	return async function (filter) {
		const entries = await readAs(this, path, { schema: accountEntries, what: 'a list' });
		const results = entries.map((entry) => ({ name: seatLabel(entry), value: entry.id }));
		return { results: matching(results, filter) };
	};
}

/** A search of the records of what is selected in a field of the panel. */
function recordSearch(
	kind: DeliveryKind,
	{ parameter, thing }: { parameter: string; thing: string },
	labelOf: (record: TrackedRecord) => string,
): ListSearch {
	return async function (filter) {
		const id = this.getCurrentNodeParameter(parameter, { extractValue: true });
		if (typeof id !== 'string' || id === '') throw new UserError(`Choose the ${thing} first`);
		const { records } = await readAs(this, endpoints[kind].one(id), {
			schema: deliverySchema,
			what: 'what was asked for',
		});
		const results = records.map((record) => ({ name: labelOf(record), value: record.id }));
		return { results: matching(results, filter) };
	};
}

/**
 * A search of a list. The service cannot search by text, so its pages are read here: with a search text more than
 * one, because n8n asks for no other page when nothing matches on the first.
 */
function listSearch<Entry extends { id: string }>(
	path: ServicePath,
	schema: z.ZodType<Entry[], z.ZodTypeDef, unknown>,
	labelOf: (entry: Entry, timeZone: string) => string,
	{ isNumbered = false, pageSize, window }: Paging = {},
): ListSearch {
	return async function (filter, paginationToken) {
		const timeZone = this.getTimezone();
		const readPage = async (query: PageQuery) => {
			const { limit, offset } = query;
			const place = isNumbered ? { page: pageNumber(query) } : { offset };
			return await readAs(this, path, { query: { limit, ...place }, schema, what: 'a list' });
		};
		const from = { offset: Number(paginationToken ?? 0) };
		const results: INodeListSearchResult['results'] = [];
		let place: Place | undefined;
		const pages = walkPages(readPage, { most: MAX_PAGES, from, pageSize, window });
		for await (const { entries, next } of pages) {
			const named = entries.map((entry) => ({ name: labelOf(entry, timeZone), value: entry.id }));
			results.push(...matching(named, filter));
			// Search ends with the window.
			place = next?.until === undefined ? next : undefined;
			if (!filter || results.length >= ENOUGH) break;
		}
		return { results, paginationToken: place && String(place.offset) };
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
