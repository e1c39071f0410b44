import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { mapBounded, turns } from '../transport/concurrency';
import { itemsAtOnce } from './itemsAtOnce';
import { findOperation, type Operation, type Resource } from './operation';

/**
 * Runs the chosen operation for every input item, as many at once as its option says, and pairs what
 * comes out with the item it came from, in the order of the items. With Continue On Fail, an item that
 * failed yields one item with the error. Otherwise no further item is started after a failure.
 *
 * @throws NodeApiError or NodeOperationError with the index of the first item that failed
 */
export async function route(
	this: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const width = widthOf.call(this, resources);
	const ownTurn = turns();
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

/** How many items may be in flight; the dropdowns allow no expression, so the first item tells. */
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
