import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

/** What creates something, with these changes of its parameters. */
export const creating = {
	'Signature Request: Create': createParameters,
	'Signature Request: Send and Wait for Signature': (changes: INodeParameters) =>
		createParameters({ operation: 'sendAndWait', ...changes }),
	'Certified Email: Create': createEmail,
	'Certified SMS: Create': createSms,
};

/** Registers the hooks of a local service, and what creates something there. */
export function chosenOnService() {
	const local = localService();
	let pdf: Buffer;
	beforeAll(async () => {
		pdf = await pdfOf('A contract');
	});
	const item = async (json = {}) => await itemWithPdf('contract.pdf', pdf, json);
	return {
		local,
		/** An input item with a file. */
		item,
		/** Runs the node for one item. */
		run: async (parameters: INodeParameters, json = {}) =>
			await runNode({ parameters, credential: local.credential, items: [await item(json)] }),
		/** The bodies of the POST requests that the service has received. */
		bodies: async () =>
			(await local.control.requests())
				.filter(({ method }) => method === 'POST')
				.map(({ body }) => body),
	};
}
