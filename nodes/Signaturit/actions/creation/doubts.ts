import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { itemKeys } from '../itemKeys';
import type { CreationKind } from './creation';

const doubtSchema = z.object({ value: z.string(), execution: z.string() });

/** A creation of which it is unknown whether it exists: the reference with which it was sent, and when. */
export type Doubt = z.infer<typeof doubtSchema>;

/** What is kept about a creation over the tries of *Retry On Fail*, and over n8n's Retry of an execution. */
export interface DoubtMemory {
	/** The doubt that an earlier try has left. */
	left: Doubt | undefined;
	/** Whether it was left by another execution: then someone has decided to try again. */
	isOfOtherExecution: boolean;
	/** To be called before it is sent with this reference. */
	begin(value: string): void;
	/** To be called when its outcome is known. */
	settle(): void;
}

/**
 * The doubt about the creation for an item, or about the one with this own reference, whichever item it is
 * for. n8n keeps the context of a node as long as an execution.
 */
export function doubtMemory(
	this: IExecuteFunctions,
	{ resource }: CreationKind,
	item: number,
	ownReference: string | undefined,
): DoubtMemory {
	const context: Record<string, unknown> = this.getContext('node');
	const keys = itemKeys.call(this, `${resource}.create`);
	const key = `${ownReference === undefined ? keys.ofDoubt(item) : `${resource}:${ownReference}`}:doubt`;
	const execution = this.getExecutionId() ?? '';
	const left = doubtSchema.safeParse(context[key]).data;
	return {
		left,
		isOfOtherExecution: left !== undefined && left.execution !== execution,
		begin: (value) => {
			context[key] = { value, execution } satisfies Doubt;
		},
		settle: () => {
			Reflect.deleteProperty(context, key);
		},
	};
}
