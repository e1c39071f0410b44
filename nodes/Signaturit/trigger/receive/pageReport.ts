import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { receiveReport } from '../../embedded/reports/report';
import { toHandover } from '../handover/handover';

const itemSchema = z.object({
	event: z.object({ type: z.string() }),
	signatureId: z.string(),
	documentId: z.string().optional(),
});

/**
 * Answers a report of an embedded signing page, and hands it to the execution that it starts, where it
 * counts once: pages are opened again, and browsers report again.
 */
export function receivePageReport(this: IWebhookFunctions): IWebhookResponseData {
	const answer = receiveReport.call(this);
	const item = answer.workflowData?.[0]?.[0]?.json;
	if (!item) return answer;
	const handover = { kind: 'report', key: keyOf(item), item } as const;
	return { ...answer, workflowData: [[{ json: toHandover(handover) }]] };
}

function keyOf(item: IDataObject): string {
	const { event, signatureId, documentId = '' } = itemSchema.parse(item);
	return `page ${JSON.stringify([signatureId, documentId, event.type])}`;
}
