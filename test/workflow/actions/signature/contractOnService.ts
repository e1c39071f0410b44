import { runNode, type NodeResult, type NodeRun } from '../../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

/**
 * Registers the hooks of `localService`, and returns what runs the node with a contract: by default
 * Signature Request: Create.
 */
export function contractOnService() {
	const local = localService();
	let pdf: Buffer;
	beforeAll(async () => {
		pdf = await pdfOf('A contract');
	});

	const run = async (changes: Partial<NodeRun> = {}): Promise<NodeResult> =>
		await runNode({
			parameters: createParameters(),
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', pdf)],
			...changes,
		});

	/** The POST requests that the service has received. */
	const posts = async () =>
		(await local.control.requests()).filter(({ method }) => method === 'POST');

	return { local, run, posts, pdf: () => pdf };
}
