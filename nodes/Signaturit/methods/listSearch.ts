import { UserError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { accountEntrySchema } from '../transport/accountShapes';
import {
	brandingList,
	endpoints,
	type DeliveryKind,
	type ServicePath,
} from '../transport/endpoints';
import { PAGE_SIZE, WINDOW } from '../transport/lists/paging';
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
	/** The parameter that says which page, its value for the first one, and what is added for the next one. */
	parameter: 'offset' | 'page';
	first: number;
	step: number;
	/** Most entries of a page. */
	pageSize?: number;
	/** How far the service lists, if there is an end. */
	window?: number;
}

const byOffset: Paging = { parameter: 'offset', first: 0, step: PAGE_SIZE };

const deliveriesSchema = z.array(deliverySchema);
const accountEntriesSchema = z.array(accountEntrySchema);

/** Lists the newest signature requests. */
export const searchSignatures = listSearch(
	endpoints.signature.list,
	deliveriesSchema,
	requestLabel,
	{ ...byOffset, window: WINDOW },
);

/** Lists the newest certified emails. */
export const searchCertifiedEmails = listSearch(
	endpoints.certifiedEmail.list,
	deliveriesSchema,
	certifiedLabel,
);

/** Lists the newest certified SMS. */
export const searchCertifiedSms = listSearch(
	endpoints.certifiedSms.list,
	deliveriesSchema,
	certifiedLabel,
);

/** Lists the templates of the account. */
export const searchTemplates = listSearch(
	endpoints.template.list,
	z.array(templateSchema),
	({ id, name }) => name || id,
);

/** Lists the brandings of the account by name and time. */
export const searchBrandings = listSearch(
	brandingList.list,
	accountEntriesSchema,
	({ id, name, created_at }, timeZone) => joined([name || id, timeLabel(created_at, timeZone)]),
	{ ...byOffset, ...brandingList, step: brandingList.pageSize },
);

/** Lists the people that are kept in Signaturit. */
export const searchContacts = listSearch(
	endpoints.contact.list,
	accountEntriesSchema,
	contactLabel,
);

/** Lists the subscriptions of the account. */
export const searchSubscriptions = listSearch(
	endpoints.subscription.list,
	z.array(subscriptionSchema),
	subscriptionLabel,
);

/** Lists the newest posts that the service has made by event, status of the answer and time. */
export const searchEventHooks = listSearch(
	endpoints.eventHook.list,
	z.object({ web_hooks: z.array(eventHookSchema) }).transform(({ web_hooks }) => web_hooks),
	({ event_type, status_code, created_at }, timeZone) => {
		const status = status_code ? `HTTP ${status_code}` : undefined;
		return joined([event_type, status, timeLabel(created_at, timeZone)]);
	},
	{ parameter: 'page', first: 1, step: 1 },
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
export const searchTeamUsers = teamSearch(endpoints.team.users);

/** Lists the seats of the team, also the empty ones. */
export const searchTeamSeats = teamSearch(endpoints.team.seats);

/** Lists the groups of the team, which have a name only. */
export const searchTeamGroups = teamSearch(endpoints.team.groups);

/** A search of a list that the service gives whole. */
function teamSearch(path: ServicePath): ListSearch {
	return async function (filter) {
		const schema = accountEntriesSchema;
		const entries = await readAs(this, path, { schema, what: 'a list' });
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
	{ parameter, first, step, pageSize = PAGE_SIZE, window = Infinity }: Paging = byOffset,
): ListSearch {
	return async function (filter, paginationToken) {
		const timeZone = this.getTimezone();
		const results: INodeListSearchResult['results'] = [];
		let next: number | undefined = Number(paginationToken ?? first);
		for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
			const from: number = next;
			const entries: Entry[] = await readAs(this, path, {
				query: { limit: pageSize, [parameter]: from },
				schema,
				what: 'a list',
			});
			const named = entries.map((entry) => ({ name: labelOf(entry, timeZone), value: entry.id }));
			results.push(...matching(named, filter));
			const isLast = entries.length < pageSize || from + step + pageSize > window;
			next = isLast ? undefined : from + step;
			if (!filter || results.length >= ENOUGH) break;
		}
		return { results, paginationToken: next === undefined ? undefined : String(next) };
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
