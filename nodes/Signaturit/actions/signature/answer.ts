import type { IDataObject } from 'n8n-workflow';
import { jsonItems, type OutputItem } from '../operation';

/**
 * A signature request as an output item. Creation answers may carry a single document instead of a
 * list (specification, Signature); what follows in a workflow can count on a list.
 */
export function signatureItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return jsonItems(answer).map(({ json }) => ({
		json: json.documents === undefined ? json : { ...json, documents: [json.documents].flat() },
	}));
}
