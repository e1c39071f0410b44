import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { newSecret } from '../../events/tracking';

const keptSchema = z
	.object({ workflowId: z.string(), secret: z.string().min(32) })
	.optional()
	.catch(undefined);

/** The workflow's secret; `undefined` before a trigger for embedded signing has been activated. */
export function workflowSecret(staticData: IDataObject, workflowId: string): string | undefined {
	const kept = keptSchema.parse(staticData.signaturitEmbedded);
	// A copied workflow brings the static data of its original along.
	return kept?.workflowId === workflowId ? kept.secret : undefined;
}

/**
 * Makes the workflow's secret unless it has one. The secret is kept after deactivation, so that pages
 * that are open while the workflow is deactivated and activated again can still report.
 */
export function keepSecret(staticData: IDataObject, workflowId: string): void {
	if (workflowSecret(staticData, workflowId) !== undefined) return;
	staticData.signaturitEmbedded = { workflowId, secret: newSecret() };
}
