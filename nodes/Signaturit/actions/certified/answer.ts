import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { jsonItems, type OutputItem } from '../operation';
import { simplifiedCertified, simplifyField } from '../simplify';

/** The switch by which Get and Get Many give certified emails and SMS in short. */
export const simplifyCertifiedField = simplifyField(
	'The status is that of the whole: Sent when every certificate is, Error as soon as one is, otherwise In Queue',
);

/** Certified emails or SMS as output items, in short if the user wants them so. */
export function certifiedItemsAsWanted(
	this: IExecuteFunctions,
	answer: IDataObject | IDataObject[],
	item: number,
): OutputItem[] {
	return certifiedItems(answer, this.getNodeParameter('simplify', item) as boolean);
}

/**
 * A certified email or SMS as an output item. Creation answers may carry a single certificate instead
 * of a list (specification, Certified email); what follows in a workflow can count on a list.
 */
export function certifiedItems(
	answer: IDataObject | IDataObject[],
	simplify = false,
): OutputItem[] {
	return jsonItems(answer).map(({ json }) => ({
		json: simplify ? simplifiedCertified(json) : withList(json),
	}));
}

function withList({ certificates, ...rest }: IDataObject): IDataObject {
	return certificates === undefined ? rest : { ...rest, certificates: [certificates].flat() };
}
