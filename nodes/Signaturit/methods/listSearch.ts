import { UserError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod';
import { accountEndpoints } from '../transport/accountEndpoints';
import { groupSchema, seatSchema } from '../transport/accountShapes';
import { endpoints, type DeliveryKind, type ServicePath } from '../transport/endpoints';
import { PAGE_SIZE, WINDOW } from '../transport/lists/paging';
import { readAs } from '../transport/request';
import {
	deliverySchema,
	eventHookSchema,
	templateSchema,
	type TrackedRecord,
} from '../transport/shapes';
import {
	certificateLabel,
	certifiedLabel,
	documentLabel,
	joined,
	requestLabel,
	seatLabel,
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

/** Lists the newest signature requests. */
export const searchSignatures = listSearch(
	endpoints.signature.list,
	deliverySchema,
	requestLabel,
	WINDOW,
);

/** Lists the newest certified emails. */
export const searchCertifiedEmails = listSearch(
	endpoints.certifiedEmail.list,
	deliverySchema,
	certifiedLabel,
);

/** Lists the newest certified SMS. */
export const searchCertifiedSms = listSearch(
	endpoints.certifiedSms.list,
	deliverySchema,
	certifiedLabel,
);

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
	const timeZone = this.getTimezone();
	return await searched(filter, Number(paginationToken ?? 1), async (page) => {
		const { web_hooks: hooks } = await readAs(this, endpoints.eventHook.list, {
			query: { limit: PAGE_SIZE, page },
			schema: z.object({ web_hooks: z.array(eventHookSchema) }),
			what: 'a list',
		});
		const entries = hooks.map(({ id, event_type, status_code, created_at }) => {
			const status = status_code ? `HTTP ${status_code}` : undefined;
			return { name: joined([event_type, status, timeLabel(created_at, timeZone)]), value: id };
		});
		return { entries, next: hooks.length === PAGE_SIZE ? page + 1 : undefined };
	});
}

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
export const searchTeamUsers = wholeListSearch(accountEndpoints.team.users, seatSchema, seatLabel);

/** Lists the seats of the team, also the empty ones. */
export const searchTeamSeats = wholeListSearch(accountEndpoints.team.seats, seatSchema, seatLabel);

/** Lists the groups of the team. */
export const searchTeamGroups = wholeListSearch(
	accountEndpoints.team.groups,
	groupSchema.extend({ id: z.string() }),
	({ name }) => name,
);

/** A search of a list that the service gives whole. */
function wholeListSearch<Entry extends { id: string }>(
	path: ServicePath,
	entrySchema: z.ZodType<Entry, z.ZodTypeDef, unknown>,
	labelOf: (entry: Entry) => string,
): ListSearch {
	return async function (filter) {
		const schema = z.array(entrySchema);
		const entries = await readAs(this, path, { schema, what: 'a list' });
		const results = entries.map((entry) => ({ name: labelOf(entry), value: entry.id }));
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
 * A search of a list whose pages are read by offset.
 *
 * @param window how far the service lists, if there is an end
 */
function listSearch<Entry extends { id: string }>(
	path: ServicePath,
	entrySchema: z.ZodType<Entry, z.ZodTypeDef, unknown>,
	labelOf: (entry: Entry, timeZone: string) => string,
	window = Infinity,
): ListSearch {
	return async function (filter, paginationToken) {
		const timeZone = this.getTimezone();
		return await searched(filter, Number(paginationToken ?? 0), async (offset) => {
			const entries = await readAs(this, path, {
				query: { limit: PAGE_SIZE, offset },
				schema: z.array(entrySchema),
				what: 'a list',
			});
			const next = offset + PAGE_SIZE;
			const isMore = entries.length === PAGE_SIZE && next + PAGE_SIZE <= window;
			return {
				entries: entries.map((entry) => ({ name: labelOf(entry, timeZone), value: entry.id })),
				next: isMore ? next : undefined,
			};
		});
	};
}

/** A page of a list, and where the next one begins. */
interface Page {
	entries: INodeListSearchResult['results'];
	next: number | undefined;
}

/**
 * The entries that match a search text. The service cannot search by text, so the pages are read here: with a
 * search text more than one, because n8n asks for no other page when nothing matches on the first.
 *
 * @param from where the first page begins
 */
async function searched(
	filter: string | undefined,
	from: number,
	read: (from: number) => Promise<Page>,
): Promise<INodeListSearchResult> {
	const results: INodeListSearchResult['results'] = [];
	let next: number | undefined = from;
	for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
		const { entries, next: following }: Page = await read(next);
		results.push(...matching(entries, filter));
		next = following;
		if (!filter || results.length >= ENOUGH) break;
	}
	return { results, paginationToken: next === undefined ? undefined : String(next) };
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
