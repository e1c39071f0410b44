import type { IDataObject } from 'n8n-workflow';
import { jsonItems, type OutputItem } from '../operation';

/**
 * A certified email or SMS as an output item. Creation answers may carry a single certificate instead
 * of a list (specification, Certified email); what follows in a workflow can count on a list.
 */
export function certifiedItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return jsonItems(answer).map(({ json }) => ({
		json:
			json.certificates === undefined
				? json
				: { ...json, certificates: [json.certificates].flat() },
	}));
}
