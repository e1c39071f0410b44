// An execution of the trigger in the week, and the keys of what it tells.

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fromHandover } from '../../../nodes/Signaturit/trigger/history';

/** An execution of the trigger: what it was about, what came of it, and what its process had given out before. */
export interface Run {
	keys: string[];
	given: string[];
	items: INodeExecutionData[];
	error?: Error;
}

/** The keys of what an execution is started for. What a post tells unconfirmed has none yet. */
export function keysOf([item]: readonly INodeExecutionData[]): string[] {
	const handover = item && fromHandover(item.json);
	if (handover?.kind === 'question') return handover.asked;
	return handover?.kind === 'happenings' ? handover.happenings.map(({ key }) => key) : [];
}

/** The key of what an item tells, which is the same for posts and polls. */
export function keyOf({ event, outcome, signatureId, documentId }: IDataObject): string {
	if (outcome !== undefined) return `${String(signatureId)} ${String(outcome)}`;
	const { type, createdAt } = event as { type: string; createdAt: string };
	return `${String(documentId)} ${type} ${new Date(createdAt).toISOString()}`;
}
