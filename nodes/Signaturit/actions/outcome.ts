import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import {
	briefRecordItem,
	certifiedItem,
	type CertifiedResource,
	requestItem,
} from '../events/requestItem';
import { verdictOf } from '../transport/errors';
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

/** The fields of an answer that the items have under another name, in another form, or work out themselves. */
const toldByItems = new Set([
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
	return Object.fromEntries(Object.entries(answer).filter(([name]) => !toldByItems.has(name)));
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

/** An error of n8n's, as all failures of an item are shown. */
type Failure = NodeApiError | NodeOperationError;

/** What an item has come to: its output, or why it has none. */
export type ItemResult = { items: OutputItem[] } | { failure: Failure };

/** Turns any error into one of n8n's, with the item's index. */
export function failureOf(this: IExecuteFunctions, error: unknown, item: number): Failure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= item;
		return error;
	}
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	return new NodeOperationError(this.getNode(), cause, {
		itemIndex: item,
		description: 'description' in cause ? String(cause.description ?? '') : undefined,
	});
}

/**
 * The output of a failed item with Continue On Fail. n8n sends it to the error output only if it has
 * exactly these two keys.
 *
 * @param writes whether the operation changes something: then the verdict is added. What fails without a
 * verdict has failed before anything was sent
 */
export function failureJson(failure: Failure, writes: boolean): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		message,
		error: {
			message,
			...(description && { description }),
			...(httpCode && { httpCode }),
			...(writes && { verdict: verdictOf(failure) ?? 'refused' }),
		},
	};
}

/**
 * Adds to the failure that ends an execution what became of the other items: they are not in the output,
 * and what was created for them exists.
 *
 * @param outcomes by item; those that were not begun are missing
 * @param count how many items there are
 */
export function addOtherOutcomes(
	failure: Failure,
	outcomes: ReadonlyMap<number, ItemResult>,
	count: number,
): void {
	const others = [...outcomes]
		.filter(([, outcome]) => !('failure' in outcome && outcome.failure === failure))
		.sort(([a], [b]) => a - b)
		.map(([item, outcome]) => `• Item ${item + 1} of ${count}: ${summary(outcome)}`);
	if (others.length === 0) return;
	failure.description = [failure.description, 'The other items:', ...others]
		.filter(Boolean)
		.join('\n');
}

/** Where an item has the ID of what it is about. */
const idFields = ['signatureId', 'certifiedEmailId', 'certifiedSmsId', 'id'];

function summary(outcome: ItemResult): string {
	if ('failure' in outcome) return outcome.failure.message;
	const ids = outcome.items.flatMap(({ json }) => {
		const name = idFields.find((field) => json[field] !== undefined);
		return name === undefined ? [] : [String(json[name])];
	});
	return ids.length > 0 ? `done, ${ids.join(', ')}` : 'done';
}
