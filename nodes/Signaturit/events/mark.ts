import { createHash } from 'node:crypto';

/**
 * The key of the custom data by which a trigger finds the requests that its workflow has sent: lists can be
 * filtered by custom data (docs/service.md#filters).
 */
export const MARK_KEY = 'n8n_trigger';

/** What makes a trigger the one it is. */
export interface TriggerIdentity {
	workflowId: string;
	nodeId: string;
	/** Its production URL. A copied database has the same workflows and nodes, but another address. */
	url: string;
}

/** The mark of a trigger: 32 characters, always the same for the same trigger. It tells nobody its address. */
export function markOf({ workflowId, nodeId, url }: TriggerIdentity): string {
	const identity = JSON.stringify([workflowId, nodeId, url]);
	return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
