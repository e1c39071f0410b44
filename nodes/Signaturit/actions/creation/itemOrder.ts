import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutputItem } from '../outputItem';
import { givenReference } from './ownReference';
import { inTurn } from './turns';

/**
 * Runs the task of an item after those of the earlier items with the same Reference. Else the item whose
 * file is read first would be the one that is sent. Must be called in the order of the items.
 */
export async function inItemOrder(
	this: IExecuteFunctions,
	item: number,
	task: () => Promise<OutputItem[]>,
): Promise<OutputItem[]> {
	const reference = givenReference(this.getNodeParameter('options', item, {}) as IDataObject);
	if (reference === undefined) return await task();
	const line = [this.getExecutionId(), this.getNode().id, String(reference).trim()];
	return await inTurn(JSON.stringify(line), task);
}
