import { assertRemindable, itemsOfSigner, readyOf, itemsOf } from './documents';
import { recordEvent, type SigningEffects } from './events';
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
		for (const item of ready) recordEvent(this.effects, item, `${kind}_processed`);
		this.effects.later('processing', () => {
			for (const item of ready) recordEvent(this.effects, item, `${kind}_delivered`);
		});
	}
}
