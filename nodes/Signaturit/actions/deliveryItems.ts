import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { withRecordList } from '../transport/shapes';
import { jsonItems, type OutputItem } from './outputItem';

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
