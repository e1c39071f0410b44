import type { Stage } from './jobs';
import type { Message } from './outbox';

/** What a flow of requests or certified deliveries uses from outside of the domain's rules. */
export interface FlowEffects<Item> {
	now(): Date;
	/** Posts an event that has just been appended to the item's history. */
	post(item: Item, type: string, extra: Record<string, unknown>): void;
	send(message: Message): void;
	/** Does work after the answer has gone out; tests can hold a stage back. */
	later(stage: Stage, run: () => void): void;
}
