/** What the embedded page can report (docs/service.md#browser-messages). */
interface EmbeddedEvent {
	type: string;
	name: string;
	description: string;
	/** What the page tells the signer when it happens. */
	words: string;
}

/** What the page says before anything has happened. */
export const LOADING = 'Loading the document …';

/** The link that the page shows when the frame sends no message. */
export const HELP = 'The document does not appear? Open it in this window.';

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
