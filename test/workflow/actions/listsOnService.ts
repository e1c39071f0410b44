// Runs the reading operations of one resource on the local service, and shows IDs and queries.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { localService } from '../engine/localService';
import { operationNamed } from './operationNamed';

/** Registers the hooks of `localService`, and returns what runs the operations of a resource that read. */
export function listsOnService(resource: string) {
	const local = localService();

	const run = async (operation: string, parameters: INodeParameters = {}) =>
		await runNode({
			parameters: { resource, operation, ...parameters },
			credential: local.credential,
		});

	/** Runs an operation and returns the ids in its output, in order. */
	const idsOf = async (
		parameters: INodeParameters,
		operation = operationNamed(resource, 'Get Many'),
	) => (await run(operation, parameters)).items.map(({ json }) => json[`${resource}Id`] ?? json.id);

	/** The queries of the requests that the service has received. */
	const queries = async () =>
		(await local.control.requests()).map(({ query }) => query as IDataObject);

	return { local, run, idsOf, queries };
}
