import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { mapBounded, staggeredStarts } from '../transport/concurrency';
import { itemsAtOnce } from './itemsAtOnce';
import { findOperation, type Operation, type Resource } from './operation';

/**
 * Runs the selected operation for every input item, at most *Items at Once* of them at a time. The output
 * keeps the order of the input, and each output item is paired with its input item. With Continue On
 * Fail, a failed item gives one item with the error. Otherwise no item is started after a failure.
 *
 * @throws NodeApiError or NodeOperationError with the index of the first item that failed
 */
export async function route(
	this: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const width = widthOf.call(this, resources);
	const ownTurn = staggeredStarts();
	const output = await mapBounded(this.getInputData().length, width, async (item) => {
		try {
			if (width > 1) await ownTurn();
			const items = await operationAt.call(this, resources, item).run.call(this, item);
			return items.map((entry) => ({ ...entry, pairedItem: { item } }));
		} catch (error) {
			const failure = withItem.call(this, error, item);
			if (!this.continueOnFail()) throw failure;
			return [{ json: errorJson(failure), pairedItem: { item } }];
		}
	});
	return output.flat();
}

/** How many items may run at a time. The dropdowns allow no expressions, so the first item decides for all. */
function widthOf(this: IExecuteFunctions, resources: readonly Resource[]): number {
	try {
		return itemsAtOnce.call(this, operationAt.call(this, resources, 0));
	} catch (error) {
		throw withItem.call(this, error, 0);
	}
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

/** Turns any error into one of n8n's, with the item's index. */
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

/** n8n sends the item to the error output only if it has exactly these two keys. */
function errorJson(failure: NodeApiError | NodeOperationError): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		message,
		error: { message, ...(description && { description }), ...(httpCode && { httpCode }) },
	};
}
