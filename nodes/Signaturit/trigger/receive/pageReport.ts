import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { receiveReport } from '../../embedded/reports';
import { toHandover } from '../handover/handover';
import { ownState } from '../process/ownState';

const itemSchema = z.object({
	event: z.object({ type: z.string() }),
	signatureId: z.string(),
	documentId: z.string().optional(),
});

/** How many executions the reports with one token start in an hour at most: a signer has it, and may report anything. */
const MOST = 100;

/**
 * Answers a report of an embedded signing page, and hands it to the execution that it starts, where it
 * counts once: pages are opened again, and browsers report again.
 */
export function receivePageReport(this: IWebhookFunctions): IWebhookResponseData {
	const { reports } = ownState.call(this);
	const answer = receiveReport.call(this, (token) => {
		const places = Array.from({ length: MOST }, (_, place) => `${token} ${place}`);
		const free = places.find((place) => !reports.has(place));
		if (free !== undefined) reports.add(free);
		return free !== undefined;
	});
	const item = answer.workflowData?.[0]?.[0]?.json;
	if (!item) return answer;
	const handover = { kind: 'report', key: keyOf(item), item } as const;
	return { ...answer, workflowData: [[{ json: toHandover(handover) }]] };
}

function keyOf(item: IDataObject): string {
	const { event, signatureId, documentId = '' } = itemSchema.parse(item);
	return `page ${JSON.stringify([signatureId, documentId, event.type])}`;
}
