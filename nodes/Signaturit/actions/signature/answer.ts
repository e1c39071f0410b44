import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { jsonItems, type OutputItem } from '../operation';
import { simplifiedSignature, simplifyField } from '../simplify';

/** The switch by which Get and Get Many give signature requests in short. */
export const simplifySignatureField = simplifyField(
	'The status is that of the whole request: Completed when every document is, Declined, Canceled, Expired or Error as soon as one is; otherwise Ready if someone can sign now, Signing, or In Queue',
);

/** Signature requests as output items, in short if the user wants them so. */
export function signatureItemsAsWanted(
	this: IExecuteFunctions,
	answer: IDataObject | IDataObject[],
	item: number,
): OutputItem[] {
	return signatureItems(answer, this.getNodeParameter('simplify', item) as boolean);
}

/**
 * A signature request as an output item. Creation answers may carry a single document instead of a
 * list (specification, Signature); what follows in a workflow can count on a list.
 */
export function signatureItems(
	answer: IDataObject | IDataObject[],
	simplify = false,
): OutputItem[] {
	return jsonItems(answer).map(({ json }) => ({
		json: simplify ? simplifiedSignature(json) : withList(json),
	}));
}

function withList({ documents, ...rest }: IDataObject): IDataObject {
	return documents === undefined ? rest : { ...rest, documents: [documents].flat() };
}
