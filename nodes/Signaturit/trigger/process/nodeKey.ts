import type { IExecuteFunctions } from 'n8n-workflow';

/** Text that identifies one node of one workflow within this process. */
export function nodeKey(this: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${this.getWorkflow().id ?? ''} ${this.getNode().id}`;
}
