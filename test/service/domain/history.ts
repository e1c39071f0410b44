/** Something that happened to a document or a certificate. */
export interface ServiceEvent {
	type: string;
	at: Date;
}

export const hasEvent = ({ events }: { events: ServiceEvent[] }, type: string): boolean =>
	events.some((event) => event.type === type);
