import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { localService } from '../engine/localService';

/** Runs of operations that read, on a service of the test file's own. */
export function listsOnService() {
	const local = localService();

	const run = async (resource: string, operation: string, parameters: INodeParameters = {}) =>
		await runNode({
			parameters: { resource, operation, ...parameters },
			credential: local.credential,
		});

	/** The ids in an operation's output, in its order. */
	const idsOf = async (resource: string, parameters: INodeParameters, operation = 'getMany') =>
		(await run(resource, operation, parameters)).items.map(({ json }) => json.id);

	/** The queries that the service has received. */
	const queries = async () =>
		(await local.control.requests()).map(({ query }) => query as IDataObject);

	return { local, run, idsOf, queries };
}
