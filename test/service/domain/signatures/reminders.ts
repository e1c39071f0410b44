// Reminders of a signature request, and which reminder or expiry is due next.

import { addDays } from '../clock';
import {
	assertRemindable,
	inProgress,
	itemsOf,
	itemsOfSigner,
	readyOf,
	type SigningEffects,
} from './documents';
import * as mail from './messages';
import type { SignatureRequest, Signer } from './model';

/** Reminders, sent by hand or when they are due. */
export class Reminders {
	constructor(private readonly effects: SigningEffects) {}

	/** @throws Refusal forbidden when nobody can be reminded. */
	remind(request: SignatureRequest): void {
		assertRemindable(request);
		const ready = readyOf(itemsOf(request));
		for (const signer of new Set(ready.map((item) => item.signer))) {
			this.remindSigner(request, signer);
		}
	}

	/** Sends a reminder that is due by the parameter `reminders`. */
	remindAutomatically(request: SignatureRequest, signer: Signer): void {
		signer.remindersSent += 1;
		signer.lastReminderAt = this.effects.now();
		this.remindSigner(request, signer);
	}

	private remindSigner(request: SignatureRequest, signer: Signer): void {
		const ready = readyOf(itemsOfSigner(request, signer));
		this.effects.send(mail.reminder(request, signer));
		// No event of a reminder by SMS is documented.
		const kind = signer.channel === 'sms' ? 'sms' : 'reminder_email';
		for (const item of ready) this.effects.record(item, `${kind}_processed`);
		this.effects.later('processing', () => {
			for (const item of ready) this.effects.record(item, `${kind}_delivered`);
		});
	}
}

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
	const isWaiting = readyOf(itemsOfSigner(request, signer)).length > 0;
	return isWaiting && wait && since ? addDays(since, wait) : undefined;
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
