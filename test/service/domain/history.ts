// What has happened to a document or certificate, and what flows need from outside.

import type { Stage } from './jobs';
import type { Message } from './outbox';

/** Something that happened to a document or a certificate. */
export interface ServiceEvent {
	type: string;
	at: Date;
	/** Why: of a bounce, and of a decline, which call it by different names. */
	reasons?: { reason?: string; decline_reason?: string };
}

export const hasEvent = ({ events }: { events: ServiceEvent[] }, type: string): boolean =>
	events.some((event) => event.type === type);

/** What a flow of requests or certified deliveries uses from outside of the domain's rules. */
export interface FlowEffects<Item> {
	now(): Date;
	/** Appends an event to the item's history and posts it. */
	record(item: Item, type: string, reasons?: ServiceEvent['reasons']): void;
	send(message: Message): void;
	/** Does work after the answer has gone out; tests can hold a stage back. */
	later(stage: Stage, run: () => void): void;
}
