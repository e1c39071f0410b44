import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** The option of what to do when a creation is not found after its outcome was unknown. */
export const sendAgainOption = (thing: string): INodeProperties => ({
	displayName: 'Send Again If Not Found',
	name: 'sendAgain',
	type: 'boolean',
	default: false,
	description: `Whether to send once more when no answer came and Signaturit does not list the ${thing} after two minutes. If it appears later, it was sent twice. Without this, the item ends as unknown.`,
});

/** The option whether requests that are over count as sent. */
export const countEndedOption: INodeProperties = {
	displayName: 'Count Ended Requests',
	name: 'countEnded',
	type: 'boolean',
	default: false,
	description:
		'Whether a request with the same Reference that was canceled, declined or has expired counts as sent already. Without this, a new one is sent.',
};

/** What the user has chosen for creations of unknown outcome, and for those that are over. */
export function creationOptions(
	this: IExecuteFunctions,
	item: number,
): { sendAgain: boolean; countEnded: boolean } {
	return {
		sendAgain: this.getNodeParameter('options.sendAgain', item, false) === true,
		countEnded: this.getNodeParameter('options.countEnded', item, false) === true,
	};
}
