import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { localService } from '../engine/localService';
import { operationNamed } from './operationNamed';

/** Registers the hooks of `localService`, and returns what runs operations that read. */
export function listsOnService() {
	const local = localService();

	const run = async (resource: string, operation: string, parameters: INodeParameters = {}) =>
		await runNode({
			parameters: { resource, operation, ...parameters },
			credential: local.credential,
		});

	/** Runs an operation and returns the ids in its output, in order. */
	const idsOf = async (
		resource: string,
		parameters: INodeParameters,
		operation = operationNamed(resource, 'Get Many'),
	) =>
		(await run(resource, operation, parameters)).items.map(
			({ json }) => json[`${resource}Id`] ?? json.id,
		);

	/** The queries of the requests that the service has received. */
	const queries = async () =>
		(await local.control.requests()).map(({ query }) => query as IDataObject);

	return { local, run, idsOf, queries };
}
