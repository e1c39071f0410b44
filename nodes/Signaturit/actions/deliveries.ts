// Signature requests, certified emails and certified SMS as items, and the operations that get, list and count them.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { deliveryItem, withoutUndefined } from '../events/items';
import type { ExecuteCall } from '../transport/call';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { countEntries } from '../transport/lists/lists';
import { WINDOW } from '../transport/lists/paging';
import { deliverySchema, isPlainObject, withRecordList } from '../transport/shapes';
import { objectsIn, type EntryLine } from './line';
import type { Operation, Texts } from './operation';
import { plainRead } from './plain';
import { isSimplified, otherOf, outputFields, type OutputPlace } from './output';
import { filtersOf, type Filters } from './filters';
import { entryList, hintAtGap, pagesInFlight } from './plainList';

/** The fields of a delivery's item besides its ID, which a tool may be limited to. */
const fieldNames = {
	all: ['status', 'fileName', 'fileNames', 'reference', 'createdAt', 'data', 'other'],
	signature: ['outcome', 'signers'],
	certifiedEmail: ['certificates'],
	certifiedSms: ['certificates'],
} as const;

/** *Simplify* or *Output* of a delivery. *Get* and *Get Many* have it as a field, because people look for it there first. */
export const deliveryOutput = (
	resource: DeliveryKind,
	moreNames: readonly string[] = [],
	more?: Partial<INodeProperties>,
) => outputFields([...fieldNames.all, ...fieldNames[resource], ...moreNames], more);

/** The fields of an answer that the items have in another form. */
const toldByItems = ['id', 'created_at', 'data', 'documents', 'certificates', 'decliner_email'];

/** The fields of the answer to a creation that stay at the top. Only a new request has a URL (docs/service.md#delivery-and-messages). */
const addedBy = ({ reused, url }: IDataObject) => [
	...['reference', 'anotherSent'],
	reused === true || url === undefined ? 'reused' : 'url',
];

/**
 * A delivery in the form of all items, without its history. What the service adds stands in `other`; so does all of an
 * answer that is no delivery.
 *
 * @param more as in `deliveryItem`
 * @param added fields of the answer that stay at the top
 */
export function simplified(
	resource: DeliveryKind,
	answer: IDataObject,
	more: Readonly<Record<string, unknown>> = {},
	added: readonly string[] = [],
): IDataObject {
	const { data: delivery } = deliverySchema.safeParse(answer);
	const { id, ...unread } = answer;
	if (!delivery) return withoutUndefined({ [`${resource}Id`]: id, ...more, ...otherOf(unread) });
	const fields = Object.entries(answer);
	const known = fields.filter(([name]) => added.includes(name));
	const others = fields.filter(
		([name]) => !toldByItems.includes(name) && name !== 'reused' && !added.includes(name),
	);
	return deliveryItem(resource, delivery, {
		...Object.fromEntries(known),
		...more,
		...otherOf(Object.fromEntries(others)),
	});
}

/**
 * What a model is told of a delivery: its documents, and each person with a status. One who declines makes all open
 * documents of a request `declined`, also those of others.
 */
export function deliveryLine(resource: DeliveryKind, json: IDataObject): EntryLine {
	const id = `${resource}Id`;
	const told = id in json ? json : simplified(resource, json);
	const { outcome, status, reference, fileName, fileNames = [fileName], other } = told;
	const name = isPlainObject(other) ? other.name : undefined;
	const people = objectsIn(told.signers ?? told.certificates);
	const isDeclined = people.some(({ declined }) => declined === true);
	return {
		id: told[id] ?? told.id,
		created: told.createdAt ?? told.created_at,
		status: outcome ?? status,
		values: [
			[...new Set([name, fileNames].flat())],
			people.map((person) => {
				const hasNot = isDeclined && person.status === 'declined' && person.declined !== true;
				const did = hasNot ? 'unsigned' : person.status;
				return [person.name, person.email ?? person.phone, did, person.declineReason];
			}),
			reference === undefined ? [] : [['reference', reference]],
		],
	};
}

/**
 * Deliveries as items, by *Simplify*; documents and certificates are lists in any case.
 *
 * @param place of *Simplify*
 * @param more further arguments of `simplified`
 */
export function deliveryItems(
	call: ExecuteCall,
	resource: DeliveryKind,
	answer: IDataObject | IDataObject[],
	item: number,
	place: OutputPlace,
	...more: [Readonly<Record<string, unknown>>?, (readonly string[])?]
) {
	const isSimple = isSimplified(call, item, place);
	return [answer].flat().map((delivery) => ({
		json: isSimple ? simplified(resource, delivery, ...more) : withRecordList(delivery),
	}));
}

/** The item of what was created; explains the first status to somebody who tries the node in the editor. */
export function createdItems(
	call: ExecuteCall,
	resource: DeliveryKind,
	created: IDataObject,
	item: number,
) {
	// What was there already may have ended, which its status says too.
	const more = { outcome: undefined };
	const items = deliveryItems(call, resource, created, item, 'option', more, addedBy(created));
	if (call.n8n.getMode() === 'manual' && items.some(({ json }) => json.status === 'in_queue')) {
		const meaning = 'The status in_queue means: it is being prepared, and goes out in a moment.';
		call.hint('info', meaning);
	}
	return items;
}

interface Deliveries extends Record<'get' | 'getMany' | 'count', Texts> {
	resource: DeliveryKind;
	locator: INodeProperties;
	filters: Filters;
	/** The filters of the count; those of the list unless given. */
	countFilters?: Filters;
}

/**
 * *Get*, *Get Many* and *Count*: GET /v3/signatures/{id}.json, /v3/signatures.json and /v3/signatures/count.json, and
 * the same of emails and SMS. Deliveries that were created on a part of a UTC day are counted in the list.
 */
export function deliveryReads(deliveries: Deliveries) {
	const { resource, locator, filters, countFilters = filters, ...texts } = deliveries;
	const { list, count, one } = endpoints[resource];
	const isSignature = resource === 'signature';
	// The other lists have no limit to how far they can be read.
	const path = { list, count, window: isSignature ? WINDOW : undefined };
	const hint = isSignature
		? 'The status is that of the whole request. In Queue means that Signaturit is still preparing it.'
		: 'The status is that of the whole. In Queue means that it is not sent yet.';
	const fields = deliveryOutput(resource, [], { hint });
	const counted = filtersOf(countFilters);
	return {
		get: plainRead(one, [locator], {
			...texts.get,
			fields,
			give({ call, answer, item }) {
				return deliveryItems(call, resource, answer, item, 'field');
			},
		}),
		getMany: entryList(path, filtersOf(filters), {
			...texts.getMany,
			line: (json) => deliveryLine(resource, json),
			fields,
			give(call, entries, item) {
				return deliveryItems(call, resource, entries, item, 'field');
			},
		}),
		count: {
			...texts.count,
			reads: true,
			fields: [counted.field],
			async run(call, item) {
				const inFlight = pagesInFlight(call);
				const wanted = counted.read(call, item);
				const found = await countEntries(call, path, wanted, inFlight);
				hintAtGap(call, found.gap, item);
				return [{ json: { count: found.count } }];
			},
		} satisfies Operation,
	};
}
