import { createHash } from 'node:crypto';

/**
 * The value of `WAITS_KEY` for a workflow: its own trigger leaves out the requests for which one of its
 * executions waits.
 */
export function waitsMark(workflowId: string): string {
	return createHash('sha256').update(`waits ${workflowId}`).digest('hex').slice(0, 32);
}
