import { assertRemindable, documentsOf, readyOf, subjects } from './documents';
import { recordEvent, type SigningEffects } from './events';
import * as mail from './messages';
import type { SignatureRequest, Signer } from './model';

/** Reminds signers, when the client asks for it or when the request's reminders are due. */
export class Reminders {
	constructor(private readonly effects: SigningEffects) {}

	/** @throws Refusal forbidden when nobody can be reminded. */
	remind(request: SignatureRequest): void {
		assertRemindable(request);
		const ready = readyOf(subjects(request));
		for (const signer of new Set(ready.map((item) => item.signer))) {
			this.remindSigner(request, signer);
		}
	}

	/** A reminder that the request asked for, `reminders` days after the last mail. */
	remindAutomatically(request: SignatureRequest, signer: Signer): void {
		signer.remindersSent += 1;
		signer.lastReminderAt = this.effects.now();
		this.remindSigner(request, signer);
	}

	private remindSigner(request: SignatureRequest, signer: Signer): void {
		const ready = readyOf(documentsOf(request, signer));
		this.effects.send(mail.reminder(request, signer));
		for (const item of ready) recordEvent(this.effects, item, 'reminder_email_processed');
		this.effects.later('processing', () => {
			for (const item of ready) recordEvent(this.effects, item, 'reminder_email_delivered');
		});
	}
}
