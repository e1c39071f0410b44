import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	briefRecordItem,
	certifiedItem,
	type CertifiedResource,
	requestItem,
} from '../events/requestItem';
import { deliverySchema, withRecordList } from '../transport/shapes';

/** One item of an operation's output; the router pairs it with the input item. */
export interface OutputItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** The service's answer as output items: one for an object, one for each entry of a list. */
export function jsonItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return [answer].flat().map((json) => ({ json }));
}

/** The fields of an answer that the items have under names of their own, in another form, or work out themselves. */
const told = new Set([
	...['id', 'created_at', 'data', 'documents', 'certificates', 'decliner_email'],
	...['outcome', 'status', 'signed', 'sent', 'total', 'signers'],
]);

/** The switch between the simplified and the untouched answer. */
const simplifyField = (hint?: string): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	...(hint !== undefined && { hint }),
});

/** The switch of Get and Get Many for signature requests. */
export const simplifySignatureField = simplifyField(
	'The status is that of the whole request: Completed when every document is, Declined, Canceled, Expired or Error as soon as one is; otherwise Ready if someone can sign now, Signing, or In Queue',
);

/** The same switch as an option, where Simplify is not what one looks for first. */
export const simplifyOption: INodeProperties = simplifyField();

/** The switch of Get and Get Many for certified emails and SMS. */
export const simplifyCertifiedField = simplifyField(
	'The status is that of the whole: Sent when every certificate is, Error as soon as one is, otherwise In Queue',
);

/**
 * A signature request in short, as all items tell of it (`requestItem`), without the history of its documents.
 * Other top-level fields of the answer stay. An answer that cannot be read stays as it is.
 */
export function simplifiedSignature(answer: IDataObject): IDataObject {
	const { data: delivery } = deliverySchema.safeParse(answer);
	return delivery
		? requestItem(delivery, othersOf(answer), briefRecordItem)
		: withRecordList(answer);
}

/** A certified email or SMS in short, as `simplifiedSignature`. */
export const simplifiedCertified =
	(resource: CertifiedResource) =>
	(answer: IDataObject): IDataObject => {
		const { data: delivery } = deliverySchema.safeParse(answer);
		return delivery
			? certifiedItem(resource, delivery, othersOf(answer), briefRecordItem)
			: withRecordList(answer);
	};

/** What an answer has besides what the items tell in their own words. */
function othersOf(answer: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(answer).filter(([name]) => !told.has(name)));
}

/**
 * Signature requests, certified emails or SMS as output items, untouched except that documents and
 * certificates are always lists.
 */
export function deliveryItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return jsonItems(answer).map(({ json }) => ({ json: withRecordList(json) }));
}

/** As `deliveryItems`, or simplified when the field or option Simplify is on. */
export function simplifiedItems(
	this: IExecuteFunctions,
	answer: IDataObject | IDataObject[],
	simplified: (delivery: IDataObject) => IDataObject,
	item: number,
): OutputItem[] {
	const simplify =
		this.getNodeParameter('simplify', item, null) ??
		this.getNodeParameter('options.simplify', item, true);
	if (!simplify) return deliveryItems(answer);
	return jsonItems(answer).map(({ json }) => ({ json: simplified(json) }));
}
