import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { findOperation, type Operation, type Resource } from './operation';

/**
 * Runs the chosen operation for every input item, one after the other, and pairs what comes out with
 * the item it came from. With Continue On Fail, an item that failed yields one item with the error.
 *
 * @throws NodeApiError or NodeOperationError with the item's index
 */
export async function route(
	this: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const item of this.getInputData().keys()) {
		try {
			const items = await operationAt.call(this, resources, item).run.call(this, item);
			output.push(...items.map((entry) => ({ ...entry, pairedItem: { item } })));
		} catch (error) {
			const failure = withItem.call(this, error, item);
			if (!this.continueOnFail()) throw failure;
			output.push({ json: errorJson(failure), pairedItem: { item } });
		}
	}
	return output;
}

function operationAt(
	this: IExecuteFunctions,
	resources: readonly Resource[],
	item: number,
): Operation {
	const resource = this.getNodeParameter('resource', item) as string;
	const operation = this.getNodeParameter('operation', item) as string;
	const found = findOperation(resources, resource, operation);
	if (found) return found;
	throw new UserError(`There is no operation "${operation}" for the resource "${resource}"`);
}

/** Gives an error of whatever origin the item's index and n8n's form. */
function withItem(
	this: IExecuteFunctions,
	error: unknown,
	item: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= item;
		return error;
	}
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	return new NodeOperationError(this.getNode(), cause, {
		itemIndex: item,
		description: 'description' in cause ? String(cause.description ?? '') : undefined,
	});
}

/** These two keys and no other make n8n send the item to the error output, if there is one. */
function errorJson(failure: NodeApiError | NodeOperationError): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		message,
		error: { message, ...(description && { description }), ...(httpCode && { httpCode }) },
	};
}
