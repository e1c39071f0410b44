import { IANAZone } from 'luxon';
import { certifiedStatus, instant, requestStatus } from '../events/state';
import { userReferenceIn } from '../events/tracking';
import type { AccountEntry } from '../transport/expected';
import { inWords, type Delivery, type TrackedRecord } from '../transport/shapes';

// The panel cuts long entries off, so the parts that tell them apart come first.

/** The label of a signature request in lists: its reference, time, signers, files and status. */
export function requestLabel({ data, records, createdAt }: Delivery, timeZone: string): string {
	return joined([
		userReferenceIn(data),
		timeLabel(createdAt, timeZone),
		unique(records.map(person)),
		unique(records.map(({ file }) => file?.name)),
		statusLabel(requestStatus(records.map(({ status }) => status))),
	]);
}

/** The label of a certified email or SMS in lists: its reference, time, recipients and status. */
export function certifiedLabel({ data, records, createdAt }: Delivery, timeZone: string): string {
	return joined([
		userReferenceIn(data),
		timeLabel(createdAt, timeZone),
		unique(records.map(person)),
		statusLabel(certifiedStatus(records.map(({ status }) => status))),
	]);
}

/** The label of a document of a signature request in lists: its signer, file and status. */
export function documentLabel(document: TrackedRecord): string {
	return joined([person(document), document.file?.name, statusLabel(document.status)]);
}

/** The label of a certificate in lists: its recipient and status. */
export function certificateLabel(certificate: TrackedRecord): string {
	return joined([person(certificate), statusLabel(certificate.status)]);
}

/** The label of a contact, or a seat or group of the team in lists: its name, address, role and status. */
export function entryLabel({ id, name, email, role, status }: AccountEntry): string {
	return joined([joined([name, email]) || id, role, status]);
}

/**
 * A time as people write it, e.g. `1 Mar 2026, 10:05`; as the service wrote it if it cannot be read.
 *
 * @param timeZone e.g. `Europe/Madrid`; UTC if it is not a time zone
 */
export function timeLabel(timestamp: string | undefined, timeZone: string): string | undefined {
	const time = instant(timestamp);
	if (timestamp === undefined || Number.isNaN(time)) return timestamp;
	const zone = IANAZone.isValidZone(timeZone) ? timeZone : 'UTC';
	const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
	return new Intl.DateTimeFormat('en-GB', format).format(time);
}

/** Joins the parts that are there, e.g. `contract.pdf – Ada Lovelace`. */
export function joined(parts: ReadonlyArray<string | undefined>): string {
	return parts.filter(Boolean).join(' – ');
}

function statusLabel(status: string | undefined): string | undefined {
	return status === undefined ? undefined : inWords(status);
}

function person({ name, email, phone }: TrackedRecord): string {
	return name || email || phone || '';
}

function unique(values: ReadonlyArray<string | undefined>): string {
	return [...new Set(values)].filter(Boolean).join(', ');
}
