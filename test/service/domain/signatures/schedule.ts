import { addDays } from '../clock';
import { itemsOfSigner, inProgress } from './documents';
import type { SignatureRequest, Signer } from './model';

/** A reminder or an expiry that is due at a time. */
export interface Due {
	at: Date;
	request: SignatureRequest;
	/** The signer to remind; undefined if the request expires. */
	signer?: Signer;
}

/** When a signer is reminded next, if at all (docs/service.md#reminders). */
function nextReminder(request: SignatureRequest, signer: Signer): Date | undefined {
	const { days, repeat } = request.reminders;
	const wait = days[signer.remindersSent] ?? (repeat ? days[0] : undefined);
	const since = signer.lastReminderAt ?? signer.sentAt;
	const waiting = itemsOfSigner(request, signer).some((item) => item.document.status === 'ready');
	return waiting && wait && since ? addDays(since, wait) : undefined;
}

/** What is due next until `until`. An expiry goes before a reminder of the same time. */
export function nextDue(requests: readonly SignatureRequest[], until: Date): Due | undefined {
	let next: Due | undefined;
	const consider = (due: Due) => {
		if (due.at <= until && (!next || due.at < next.at)) next = due;
	};
	for (const request of requests) {
		if (!request.expiresAt && request.reminders.days.length === 0) continue;
		if (!inProgress(request)) continue;
		if (request.expiresAt) consider({ at: request.expiresAt, request });
		for (const signer of request.signers) {
			const at = nextReminder(request, signer);
			if (at) consider({ at, request, signer });
		}
	}
	return next;
}
