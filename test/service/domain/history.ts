/** Something that happened to a document or a certificate. */
export interface ServiceEvent {
	type: string;
	at: Date;
	/** Why: of a bounce, and of a decline, which call it by different names. */
	reasons?: { reason?: string; decline_reason?: string };
}

export const hasEvent = ({ events }: { events: ServiceEvent[] }, type: string): boolean =>
	events.some((event) => event.type === type);
