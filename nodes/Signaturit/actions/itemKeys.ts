import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The names under which a run of the node keeps something in its context, which n8n keeps over all tries. */
export interface ItemKeys {
	/** What all names of this run begin with. */
	run: string;
	/** Of an item in this run. */
	ofItem(item: number): string;
	/** Of an item whose outcome is unknown. For a tool it is the same in all runs. */
	ofDoubt(item: number): string;
}

/**
 * Names for what an operation keeps about its items. In a loop, and as a tool of an agent, a node runs
 * several times in one execution. An item is known by its number and its input.
 *
 * @param operation e.g. `signature.create`
 */
export function itemKeys(this: IExecuteFunctions, operation: string): ItemKeys {
	const { $runIndex } = this.getWorkflowDataProxy(0);
	const run = `${String($runIndex)}:${operation}:`;
	const inputs = this.getInputData();
	const ofItem = (item: number) => `${run}${item}:${hash(inputs[item]?.json)}`;
	// n8n counts each try of a tool as a run of its own.
	const isTool = this.getNode().type.endsWith('Tool');
	return {
		run,
		ofItem,
		ofDoubt: (item) => (isTool ? `${operation}:${hash(inputs[item]?.json)}` : ofItem(item)),
	};
}

function hash(json: IDataObject | undefined): string {
	return createHash('sha256')
		.update(JSON.stringify(json ?? {}))
		.digest('base64url');
}
