import { addDays } from '../clock';
import {
	assertCancelable,
	assertReady,
	assertRemindable,
	assertReplaceable,
	canBeCanceled,
	documentsOf,
	hasEvent,
	isCompleted,
	isOpen,
	subjects,
	type Subject,
} from './documents';
import type { Stage } from '../jobs';
import * as mail from './messages';
import { newDocument } from './newDocument';
import type { Attachment, SignatureRequest, SignDocument, Signer } from './model';
import type { Message } from '../outbox';
import { replacementFor } from './replacement';

/** What the flow needs from the world around it. */
export interface FlowWorld {
	now(): Date;
	/** Posts an event that has just been appended to the document's history. */
	post(subject: Subject, type: string, extra: Record<string, unknown>): void;
	send(message: Message): void;
	later(stage: Stage, run: () => void): void;
}

/** What a signer gives when signing. */
export interface Given {
	/** By field name. */
	values: Record<string, string>;
	/** Of image fields, by field name. */
	images: Record<string, Uint8Array>;
	/** By document id. */
	attachments: Map<string, Attachment[]>;
}

/**
 * The life of signature requests: in_queue → ready → signing → completed, and the other ends.
 * Every step appends its events to the documents' histories, in order, before they are posted.
 */
export class SigningFlow {
	constructor(private readonly world: FlowWorld) {}

	/** Starts a new request: its first signers get it once the service has processed it. */
	start(request: SignatureRequest): void {
		this.world.later('processing', () => this.sendToNext(request));
	}

	/** The signer's page has been opened: recorded once per document. */
	open(items: Subject[]): void {
		for (const item of items) {
			if (item.document.status === 'ready' && !hasEvent(item.document, 'document_opened')) {
				this.record(item, 'document_opened');
			}
		}
	}

	/** Sends the password or code that a signer needs, once. */
	sendSecrets(request: SignatureRequest, signer: Signer): void {
		const items = documentsOf(request, signer).filter((item) => item.document.status === 'ready');
		const asked = items.some((item) => hasEvent(item.document, 'password_sms_processed'));
		if (items.length === 0 || asked || (signer.password ?? signer.code) === undefined) return;
		this.world.send(mail.secrets(request, signer));
		for (const item of items) {
			this.record(item, 'password_sms_processed');
			this.record(item, 'password_sms_delivered');
		}
	}

	/** @throws ApiError 409 unless every document is ready. */
	sign(items: Subject[], given: Given): void {
		assertReady(items);
		this.open(items);
		for (const item of items) {
			const { document, signer } = item;
			Object.assign(document.values, given.values);
			Object.assign(document.images, given.images);
			for (const attachment of given.attachments.get(document.id) ?? []) {
				document.attachments.push(attachment);
				this.record(item, `${attachment.kind}_added`);
			}
			document.status = 'signing';
			// Validators approve; no event type of its own exists for that.
			if (signer.role === 'signer') this.record(item, 'document_signed');
		}
		this.world.later('sealing', () => this.seal(items));
	}

	/** @throws ApiError 409 unless every document is ready. */
	decline(items: Subject[], reason: string | undefined): void {
		assertReady(items);
		this.open(items);
		const request = items[0]?.request;
		if (!request) return;
		request.declinerEmail = items[0]?.signer.email;
		for (const item of items) {
			item.document.status = 'declined';
			if (reason) item.document.declineReason = reason;
			this.record(item, 'document_declined', reason ? { decline_reason: reason } : {});
		}
		// One decline ends the whole request (wire facts, Callbacks).
		for (const { document } of subjects(request)) {
			if (isOpen(document)) document.status = 'declined';
		}
	}

	/** @throws ApiError 403 when nothing of the request is ready. */
	cancel(request: SignatureRequest, reason: string | undefined): void {
		assertCancelable(request);
		for (const item of subjects(request)) {
			if (!canBeCanceled(item.document)) continue;
			item.document.status = 'canceled';
			if (reason) item.document.cancelReason = reason;
			this.record(item, 'document_canceled');
		}
		for (const signer of request.signers.filter((item) => item.sentAt)) {
			this.world.send(mail.canceled(request, signer, reason));
		}
	}

	/** @throws ApiError 403 when nobody can be reminded. */
	remind(request: SignatureRequest): void {
		assertRemindable(request);
		const ready = subjects(request).filter((item) => item.document.status === 'ready');
		for (const signer of new Set(ready.map((item) => item.signer))) {
			this.remindSigner(request, signer);
		}
	}

	/** A reminder that the request asked for, `reminders` days after the last mail. */
	remindAutomatically(request: SignatureRequest, signer: Signer): void {
		signer.remindersSent += 1;
		signer.lastReminderAt = this.world.now();
		this.remindSigner(request, signer);
	}

	/** Ends what is still open because its time is over. */
	expire(request: SignatureRequest): void {
		for (const item of subjects(request)) {
			if (!isOpen(item.document)) continue;
			item.document.status = 'expired';
			this.record(item, 'document_expired');
		}
	}

	/** Gives the signers more days. @throws ApiError 409 unless something is ready. */
	extend(request: SignatureRequest, days: number): void {
		const ready = subjects(request).filter((item) => item.document.status === 'ready');
		assertReady(ready);
		request.expiresAt = addDays(request.expiresAt ?? this.world.now(), days);
		for (const item of ready) this.record(item, 'expiration_extended');
	}

	/** The signer's mail came back. @throws ApiError 409 unless the documents are ready. */
	bounce(items: Subject[], reason: string): void {
		assertReady(items);
		for (const item of items) {
			item.document.status = 'error';
			this.record(item, 'email_bounced', { reason });
		}
	}

	/**
	 * Replaces a document whose mail could not be delivered.
	 *
	 * @returns the new document.
	 * @throws ApiError 403 unless the document has an email delivery error.
	 */
	changeSigner(item: Subject, email: string, name: string | undefined): SignDocument {
		const { request, document, signer } = item;
		assertReplaceable(request, document);
		const replacement = replacementFor(request, signer, email, name ?? signer.name);
		const fresh = newDocument(replacement, document.file, document.fileNumber, this.world.now());
		request.documents = request.documents.map((other) => (other === document ? fresh : other));
		const left = request.documents.some((other) => other.signerId === signer.id);
		if (!left) request.signers = request.signers.filter((other) => other !== signer);
		this.world.later('processing', () => this.deliver(request, replacement));
		return fresh;
	}

	/** Makes the audit trails of documents that have none yet. */
	completeAuditTrails(request: SignatureRequest): void {
		this.world.later('audit_trail', () => {
			for (const item of subjects(request)) {
				if (item.document.status !== 'in_queue') this.completeAuditTrail(item);
			}
		});
	}

	/** Appends an event to a document's history and posts it. */
	record(item: Subject, type: string, extra: Record<string, unknown> = {}): void {
		item.document.events.push({ type, at: this.world.now() });
		this.world.post(item, type, extra);
	}

	private remindSigner(request: SignatureRequest, signer: Signer): void {
		const ready = documentsOf(request, signer).filter((item) => item.document.status === 'ready');
		this.world.send(mail.reminder(request, signer));
		for (const item of ready) this.record(item, 'reminder_email_processed');
		this.world.later('processing', () => {
			for (const item of ready) this.record(item, 'reminder_email_delivered');
		});
	}

	private completeAuditTrail(item: Subject): void {
		if (!hasEvent(item.document, 'audit_trail_completed')) {
			this.record(item, 'audit_trail_completed');
		}
	}

	private seal(items: Subject[]): void {
		for (const item of items) {
			item.document.status = 'completed';
			this.record(item, 'document_completed');
			this.world.later('audit_trail', () => this.completeAuditTrail(item));
		}
		const request = items[0]?.request;
		if (!request) return;
		if (isCompleted(request)) {
			for (const copy of request.cc) this.world.send(mail.copy(request, copy));
		} else {
			this.sendToNext(request);
		}
	}

	/** Sends the request to everybody (parallel), or to the first who has not completed it yet. */
	private sendToNext(request: SignatureRequest): void {
		const open = request.signers.filter((signer) =>
			documentsOf(request, signer).some(({ document }) => document.status !== 'completed'),
		);
		for (const signer of request.signingMode === 'parallel' ? open : open.slice(0, 1)) {
			this.deliver(request, signer);
		}
	}

	private deliver(request: SignatureRequest, signer: Signer): void {
		const items = documentsOf(request, signer).filter(
			(item) => item.document.status === 'in_queue',
		);
		if (items.length === 0) return;
		signer.sentAt = this.world.now();
		for (const item of items) item.document.status = 'ready';
		if (request.deliveryType === 'url') return;
		this.world.send(mail.invitation(request, signer));
		for (const item of items) {
			this.record(item, `${request.deliveryType}_processed`);
			this.record(item, `${request.deliveryType}_delivered`);
		}
	}
}
