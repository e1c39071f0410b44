// Sends a contract with the action node, so that its events reach the trigger.

import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunningService } from '../../service';
import { runNode } from '../engine/engine';
import { createParameters, credentialFor, itemWithPdf, pdfOf } from '../engine/fixtures';
import type { SentRequest } from './serviceApi';

/** Sends as many files to Ada and Charles with the action node, in the workflow with these static data. */
export async function sendContract(
	service: RunningService,
	{ signaturitTriggers }: IDataObject,
	changes: INodeParameters,
	files: number,
): Promise<SentRequest> {
	const item = await itemWithPdf('contract.pdf', await pdfOf('Contract'));
	const [data] = Object.values(item.binary ?? {});
	const names = Array.from({ length: files }, (_, index) => `file${index}`);
	const binary = Object.fromEntries(names.map((name) => [name, data])) as IBinaryKeyData;
	const { items, error } = await runNode({
		parameters: createParameters({
			binaryPropertyNames: names.join(','),
			...changes,
			options: { events: 'trigger', simplify: false, ...(changes.options as INodeParameters) },
		}),
		credential: credentialFor(service),
		items: [{ json: {}, binary }],
		staticData: { signaturitTriggers },
	});
	if (error) throw error;
	return items[0]?.json as unknown as SentRequest;
}
