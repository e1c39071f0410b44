// Runs Signature Request: Create on the local service, and shows the body that it receives.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { WORDS } from '../../../unit/actions/signature/create/arbitraryRecipients';
import { runNode, type NodeRun } from '../../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { ADA } from '../../../people';

/** Parameters of Create for one recipient, as the panel gives them. */
export const withRecipient = (recipient: IDataObject): INodeParameters => ({
	recipients: { recipient: [{ ...ADA, ...recipient }] } as INodeParameters,
});

/** Parameters of Create for one recipient with a signature and these widgets, which are at a position. */
export const withWidgets = (...widget: IDataObject[]) =>
	withRecipient({
		widgets: {
			widget: [{ type: 'signature' }, ...widget].map((one) => ({ place: 'position', ...one })),
		},
	});

/**
 * Registers the hooks of `localService`, and returns what runs Signature Request: Create with a PDF that
 * contains `WORDS`.
 */
export function createOnService() {
	const local = localService();
	let pdf: Buffer;

	beforeAll(async () => {
		pdf = await pdfOf(WORDS.join(' '));
	});

	const run = async (
		changes: INodeParameters = {},
		json: IDataObject = {},
		settings: Partial<NodeRun> = {},
	) =>
		await runNode({
			parameters: createParameters(changes),
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', pdf, json)],
			...settings,
		});

	/** The bodies of the POST requests that the service has received. */
	const bodies = async () =>
		(await local.control.requests())
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => body as IDataObject);

	/** Runs Create, which must succeed with one POST request, and returns the body of that request. */
	const sent = async (changes: INodeParameters, json?: IDataObject) => {
		const { error } = await run(changes, json);
		expect(error).toBeUndefined();
		const all = await bodies();
		expect(all).toHaveLength(1);
		return all[0];
	};

	return { local, run, bodies, sent, pdf: () => pdf };
}
