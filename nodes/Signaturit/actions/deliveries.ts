import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { briefRecordItem, deliveryItem } from '../events/state';
import { switchField, textField } from '../input/fields';
import { isOn, fieldValue } from '../input/values';
import type { ExecuteCall } from '../transport/call';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { countEntries } from '../transport/lists/lists';
import { WINDOW } from '../transport/lists/paging';
import { deliverySchema, isPlainObject, withRecordList } from '../transport/shapes';
import { entryList, filtersOf, hintAtGap, pagesInFlight, type Filters } from './plainList';
import { objectsIn, type EntryLine } from './line';
import { plainRead, type Operation, type Texts } from './operation';
import { locatorValue } from '../input/locators';
import { downloadName, type ServiceFile } from '../events/deliveryFiles';
import { downloadFile, type NameOf } from '../transport/files/download';
import { filledText } from '../input/doors';
import { asksForFile, readDelivery } from './refused';

/** An option. *Get* and *Get Many* have it as a field, because people look for it there first. */
export const simplifyOption = switchField('Simplify', 'simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** The fields of an answer that the items have in another form, or work out themselves. */
const toldByItems = new Set([
	...['id', 'created_at', 'data', 'documents', 'certificates', 'decliner_email'],
	...['outcome', 'status', 'signed', 'sent', 'total', 'signers'],
]);

/** A delivery in the form of all items, without its history. Other fields stay, and so does an unreadable answer. */
export function simplified(resource: DeliveryKind, answer: IDataObject): IDataObject {
	const { data: delivery } = deliverySchema.safeParse(answer);
	if (!delivery) return withRecordList(answer);
	const untold = Object.entries(answer).filter(([name]) => !toldByItems.has(name));
	const moreFields = Object.fromEntries(untold);
	return deliveryItem(resource, delivery, moreFields, briefRecordItem);
}

/**
 * What a model is told of a delivery: its documents, and each person with a status. One who declines makes all open
 * documents of a request `declined`, also those of others.
 */
export function deliveryLine(resource: DeliveryKind, json: IDataObject): EntryLine {
	const id = `${resource}Id`;
	const told = id in json ? json : simplified(resource, json);
	const { outcome, status, reference, name, signers, documents } = told;
	const files = objectsIn(documents).map(({ file }) => isPlainObject(file) && file.name);
	const people = objectsIn(signers ?? told.certificates);
	const isDeclined = people.some(({ declined }) => declined === true);
	return {
		id: told[id] ?? told.id,
		created: told.createdAt ?? told.created_at,
		status: outcome ?? status,
		values: [
			[...new Set([name, ...files])],
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
 * Deliveries as items, by Simplify; documents and certificates are lists in any case.
 *
 * @param where Simplify is: a read has it as a field, a creation as an option
 */
export function deliveryItems(
	call: ExecuteCall,
	resource: DeliveryKind,
	answer: IDataObject | IDataObject[],
	item: number,
	where: 'field' | 'option',
) {
	const simplify = isOn(call, simplifyOption, item, where === 'field' ? '' : 'options.');
	return [answer].flat().map((delivery) => ({
		json: simplify ? simplified(resource, delivery) : withRecordList(delivery),
	}));
}

/** As `deliveryItems`; explains the first status to somebody who tries the node in the editor. */
export function createdItems(...created: Parameters<typeof deliveryItems>) {
	const [call] = created;
	const items = deliveryItems(...created);
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
	const fields = [{ ...simplifyOption, hint }];
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

const outputField = textField('Put Output File in Field', 'binaryPropertyName', {
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
});

/**
 * An operation that adds a file to the input item, and the IDs of its delivery and record. The file is named after its
 * document and signer if the service tells them.
 */
export function fileDownload(
	resource: DeliveryKind,
	[delivery, record]: readonly [delivery: INodeProperties, record: INodeProperties],
	file: ServiceFile,
	texts: Texts,
): Operation {
	return {
		...texts,
		reads: true,
		fields: [delivery, record, outputField],
		asked: asksForFile(resource, file.name),
		async run(call, item) {
			const id = locatorValue(call, delivery, item);
			const recordId = locatorValue(call, record, item);
			const field = fieldValue(call, outputField.name, item, filledText(outputField.displayName));
			const path = endpoints[resource].download(id, recordId, file.name);
			const nameOf: NameOf = (given, type) => given ?? downloadName({ id: recordId }, file, type);
			const stored = await downloadFile(call, path, file.format, nameOf);
			const found = await readDelivery(call, resource, id, true);
			const named =
				found === 'gone'
					? undefined
					: found?.records.find((one) => one.id.toLowerCase() === recordId.toLowerCase());
			const fileName = named ? downloadName(named, file, stored.mimeType) : stored.fileName;
			// As all items call them.
			const recordField = resource === 'signature' ? 'documentId' : 'certificateId';
			const ids = { [`${resource}Id`]: id, [recordField]: recordId };
			const binary = { [field]: { ...stored, fileName } };
			return [{ json: ids, binary, onInput: true }];
		},
	};
}
