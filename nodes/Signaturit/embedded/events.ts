/** What the embedded page can report (docs/service.md#browser-messages). */
interface EmbeddedEvent {
	type: string;
	name: string;
	description: string;
	/** What the page tells the signer when it happens. */
	words: string;
}

/** The documented events. The service may send others; they pass through. */
export const embeddedEvents: readonly EmbeddedEvent[] = [
	{
		type: 'close',
		name: 'Closed',
		description: 'The signer clicked Close after signing',
		words: 'You can close this page now.',
	},
	{
		type: 'completed',
		name: 'Completed',
		description: 'All documents of the process are signed',
		words: 'All documents are signed. Thank you.',
	},
	{
		type: 'declined',
		name: 'Declined',
		description: 'The signer refused to sign',
		words: 'You have declined to sign.',
	},
	{
		type: 'ready',
		name: 'Ready',
		description: 'The document is loaded and can be signed',
		words: 'Please read the document and sign it below.',
	},
	{
		type: 'signed',
		name: 'Signed',
		description: 'The signer has signed a document',
		words: 'Your signature has been received.',
	},
];

/** The events as choices of the panel. */
export const embeddedEventChoices = embeddedEvents.map(({ type, name, description }) => ({
	name,
	value: type,
	description,
}));
