// Why a file of a document or certificate cannot be downloaded yet, or ever.

import type { ExecutionCall } from '../transport/call';
import type { DeliveryKind, DownloadName } from '../transport/endpoints';
import { httpStatusOf, mayBeState, withReason, withState } from '../transport/errors/errors';
import type { Reason } from '../transport/errors/refusal';
import { inWords, type Delivery, type TrackedRecord } from '../transport/shapes';
import { remedyOf, standOf, type Standing } from './standing';

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

/** Events by which a signer's document gets attachments (docs/service.md#event-types). */
const attaching = new Set(['file_added', 'photo_added', 'photo_id_added', 'voice_added']);

/** Whether the signer of a document has attached something. */
export const hasAttachments = ({ events }: Pick<RecordState, 'events'>) =>
	events.some(({ type }) => attaching.has(type));

/** A file of a document or certificate. */
interface OneFile {
	resource: DeliveryKind;
	file: DownloadName;
	delivery: Delivery;
	record: TrackedRecord;
}

/** Begins the message when a file is missing. */
export const lackOf: Readonly<Record<DownloadName, string>> = {
	signed: 'The signed PDF is not available',
	sent: 'The PDF that was sent is not available',
	uploaded: 'The uploaded file is not available',
	audit_trail: 'The audit trail is not available',
	attachments: 'The attachments are not available',
};

/** Their audit trails are generated on request only (docs/service.md#audit-trails). */
const endedStandings: readonly Standing[] = ['canceled', 'declined', 'expired'];

const openStandings: readonly Standing[] = ['in_queue', 'ready', 'signing'];

const earlyStandings: readonly Standing[] = ['in_queue', 'failed'];

const ATTACHED =
	'There are attachments only if the signer attaches a file, a photo or a recording.';

/**
 * Why a file is missing, and what to do; `undefined` if the record does not explain it.
 *
 * @param zone IANA name; days are told in it
 */
export function whyMissing(one: OneFile, zone: string): Reason | undefined {
	const { resource, file, record, delivery } = one;
	const event = madeWith[resource][file];
	if (record.status === undefined || hasHappened(event, record)) return undefined;
	const after = `It can be downloaded after the event ${event} (${inWords(event ?? '')}).`;
	if (resource !== 'signature') return uncertified(record, after);
	const stand = standOf(delivery, zone, record);
	if (!stand) return undefined;
	const { standing, sentence, advice } = stand;
	const because = (step: string, more = ''): Reason => ({
		message: `${lackOf[file]}: ${sentence}${more}.`,
		advice: step,
		remedy: remedyOf(step),
	});
	switch (file) {
		case 'attachments':
			return hasAttachments(record) ? undefined : because(ATTACHED, ', and nothing is attached');
		case 'signed':
			return because(openStandings.includes(standing) ? after : advice);
		case 'audit_trail': {
			if (standing === 'completed') return because(after, ', and its audit trail is being made');
			const generate = `The operation Generate Audit Trail makes one. ${after}`;
			return because(
				openStandings.includes(standing)
					? after
					: endedStandings.includes(standing)
						? generate
						: advice,
			);
		}
		default:
			// The other files are there as soon as the request is prepared.
			return earlyStandings.includes(standing) ? because(advice) : undefined;
	}
}

function uncertified({ status = '' }: RecordState, advice: string): Reason {
	const consequence =
		status === 'error' ? 'so the message could not be sent' : 'so it is not certified yet';
	const message = `${lackOf.audit_trail}: the certificate is "${inWords(status)}", ${consequence}.`;
	return { message, advice, remedy: 'nobody' };
}

/** Whether the service answered that there is no such file, or answered nothing. */
const isAbsentFile = (error: unknown) => [204, 404].includes(httpStatusOf(error) ?? NaN);

/** A download that has failed. */
export interface FailedDownload {
	/** The error to show: why there is no file, above the service's words. */
	error: unknown;
	/** Whether there is no file. Otherwise the download failed for another reason. */
	isMissing: boolean;
}

/** Explains the error of a download by the record that the file belongs to, or says beside it how that stands. */
export function explained(call: ExecutionCall, error: unknown, one: OneFile): FailedDownload {
	if (!mayBeState(error)) return { error, isMissing: false };
	const zone = call.n8n.getTimezone();
	const why = whyMissing(one, zone);
	if (why) return { error: withReason(call.node, error, why), isMissing: true };
	const stand = one.resource === 'signature' && standOf(one.delivery, zone, one.record);
	const told = withState(call.node, error, stand ? stand.sentence : undefined);
	return { error: told, isMissing: isAbsentFile(error) };
}
