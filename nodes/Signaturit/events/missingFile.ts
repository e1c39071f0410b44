import type { INode, NodeApiError } from 'n8n-workflow';
import type { DeliveryKind, DownloadName } from '../transport/endpoints';
import { apiError, httpStatusOf, problemOf } from '../transport/errors/errors';
import { inWords, type TrackedRecord } from '../transport/shapes';

/** The events after which the service has a file (docs/service.md#order-of-events). */
export const madeWith: Record<DeliveryKind, Partial<Record<DownloadName, string>>> = {
	signature: { signed: 'document_completed', audit_trail: 'audit_trail_completed' },
	certifiedEmail: { audit_trail: 'certification_completed' },
	certifiedSms: { audit_trail: 'certification_completed' },
};

/** How far a document or certificate has come. */
export type RecordState = Pick<TrackedRecord, 'status' | 'events'>;

/** Whether an event has happened to a document or certificate. */
export function hasHappened(event: string | undefined, { status, events }: RecordState): boolean {
	// The status may be ahead of the history.
	const isCompleted = event === 'document_completed' && status === 'completed';
	return isCompleted || events.some(({ type }) => type === event);
}

/** The consequence of a document's status for a missing file (docs/service.md#document-statuses). */
const consequences: Record<string, string> = {
	in_queue: 'so nobody has signed it yet',
	ready: 'so nobody has signed it yet',
	signing: 'so the signature is still being applied',
	canceled: 'so it was not signed',
	declined: 'so it was not signed',
	expired: 'so it was not signed',
	error: 'so it was not signed',
	completed: 'and its audit trail is still being made',
};
const inProgress = new Set(['in_queue', 'ready', 'signing']);
/** Their audit trails are generated on request only (docs/service.md#audit-trails). */
const ended = new Set(['canceled', 'declined', 'expired']);

/** Events by which a signer's document gets attachments (docs/service.md#event-types). */
const attaching = new Set(['file_added', 'photo_added', 'photo_id_added', 'voice_added']);

/** Whether the signer of a document has attached something. */
export const hasAttachments = ({ events }: Pick<RecordState, 'events'>) =>
	events.some(({ type }) => attaching.has(type));

/** Why a file is missing, and when it will be there; `undefined` if the record does not explain it. */
export function whyMissing(resource: DeliveryKind, file: DownloadName, record: RecordState) {
	const { status } = record;
	if (status === undefined) return undefined;
	const what = resource === 'signature' ? 'document' : 'certificate';
	const absence = (subject: string, consequence: string, description: string) => ({
		message: `The ${subject} not available: the ${what} is "${inWords(status)}", ${consequence}`,
		description,
	});
	if (file === 'attachments' && !hasAttachments(record)) {
		const rule =
			'A document has attachments only if its signer attached a file, a photo or a recording.';
		return absence('attachments are', 'and its signer has attached nothing', rule);
	}
	const event = madeWith[resource][file];
	if (event === undefined || hasHappened(event, record)) return undefined;
	const after = `It can be downloaded after the event ${event} (${inWords(event)}).`;
	if (resource !== 'signature') {
		const consequence =
			status === 'error' ? 'so the message could not be sent' : 'so it is not certified yet';
		return absence('audit trail is', consequence, after);
	}
	const consequence = consequences[status];
	if (consequence === undefined) return undefined;
	if (file === 'signed') {
		const advice = inProgress.has(status) ? after : 'Only a completed document has a signed PDF.';
		return absence('signed PDF is', consequence, advice);
	}
	const generate = ended.has(status) ? 'The operation Generate Audit Trail makes one. ' : '';
	return absence('audit trail is', consequence, generate + after);
}

/** Whether the service refused to give a file, perhaps because there is none (docs/service.md#downloads). */
export const isRefusedFile = (error: unknown): error is NodeApiError =>
	[204, 400, 403, 404, 409].includes(httpStatusOf(error) ?? NaN);

/** Whether the service answered that there is no such file, or answered nothing. */
const isAbsentFile = (error: unknown) => [204, 404].includes(httpStatusOf(error) ?? NaN);

/** A download that has failed. */
export interface FailedDownload {
	/** The error to show: why there is no file, above the service's words; as it came if nothing explains it. */
	error: unknown;
	/** Whether there is no file. Otherwise the download failed for another reason. */
	isMissing: boolean;
}

/** Explains the error of a download by the record that the file belongs to. */
export function explained(
	node: INode,
	error: unknown,
	...[resource, file, record]: Parameters<typeof whyMissing>
): FailedDownload {
	const why = whyMissing(resource, file, record);
	if (!why || !isRefusedFile(error)) return { error, isMissing: isAbsentFile(error) };
	const said = problemOf(error);
	const lines = [why.description, `Signaturit answered: ${said.message}`, said.description];
	const description = lines.filter(Boolean).join('\n');
	const problem = { ...said, ...why, description, advice: [], remedy: 'nobody' } as const;
	return { error: apiError(node, problem), isMissing: true };
}
