import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Creation } from './creation';
import type { Sent } from './sending';

/** The output of a creation: the service's answer, the user's reference, and whether it was there already. */
export function outputOf(
	this: IExecuteFunctions,
	sent: Sent,
	{ reference, fields }: Creation,
): IDataObject {
	const own = reference === undefined ? {} : { reference };
	if ('answer' in sent) return { ...sent.answer, ...own, reused: false };
	const { json } = sent.existing;
	if (fields.delivery_type === 'url' && json.url === undefined) {
		// docs/service.md#delivery-and-messages
		this.addExecutionHints({
			message: `The signature request ${String(json.id)} exists already. Signaturit tells the URL for signing only when it creates a request, so it is missing here.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return { ...json, ...own, reused: true };
}
