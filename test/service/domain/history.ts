/** Something that happened to a document or a certificate. */
export interface HistoryEvent {
	type: string;
	at: Date;
}

export const hasEvent = ({ events }: { events: HistoryEvent[] }, type: string): boolean =>
	events.some((event) => event.type === type);
