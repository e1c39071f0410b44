import { addDays } from '../clock';
import { documentsOf, inProgress } from './documents';
import type { SignatureRequest, Signer } from './model';

/** Something that happens by itself at a time. */
export interface Due {
	at: Date;
	request: SignatureRequest;
	/** The signer to remind; none when the request expires. */
	signer?: Signer;
}

/** When a signer is reminded next, if at all (docs/service.md#reminders). */
function nextReminder(request: SignatureRequest, signer: Signer): Date | undefined {
	const { days, repeat } = request.reminders;
	const wait = days[signer.remindersSent] ?? (repeat ? days[0] : undefined);
	const since = signer.lastReminderAt ?? signer.sentAt;
	const waiting = documentsOf(request, signer).some((item) => item.document.status === 'ready');
	return waiting && wait && since ? addDays(since, wait) : undefined;
}

/** The next thing that is due until `until`, earliest first; expiry goes before a reminder. */
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
