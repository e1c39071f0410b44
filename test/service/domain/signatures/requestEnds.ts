// How a signature request ends without completion: declined, canceled, expired or bounced.

import { addDays } from '../clock';
import {
	assertCancelable,
	assertReady,
	canBeCanceled,
	isOpen,
	readyOf,
	recordOpened,
	itemsOf,
	type SigningEffects,
	type SigningItem,
} from './documents';
import * as mail from './messages';
import type { SignatureRequest } from './model';

/** How a signature request ends without completion: declined, canceled, expired or bounced. */
export class RequestEnds {
	constructor(private readonly effects: SigningEffects) {}

	/** @throws Refusal conflict unless every document is ready. */
	decline(items: SigningItem[], reason: string | undefined): void {
		assertReady(items);
		recordOpened(this.effects, items);
		const request = items[0]?.request;
		if (!request) return;
		request.declinerEmail = items[0]?.signer.email;
		for (const item of items) {
			item.document.status = 'declined';
			if (reason) item.document.declineReason = reason;
			this.effects.record(item, 'document_declined', reason ? { decline_reason: reason } : {});
		}
		// One decline ends the whole request (docs/service.md#document-statuses).
		for (const { document } of itemsOf(request)) {
			if (isOpen(document)) document.status = 'declined';
		}
	}

	/** @throws Refusal forbidden when nothing of the request is ready. */
	cancel(request: SignatureRequest, reason: string | undefined): void {
		assertCancelable(request);
		for (const item of itemsOf(request)) {
			if (!canBeCanceled(item.document)) continue;
			item.document.status = 'canceled';
			if (reason) item.document.cancelReason = reason;
			this.effects.record(item, 'document_canceled');
		}
		for (const signer of request.signers.filter((item) => item.sentAt)) {
			this.effects.send(mail.canceled(request, signer, reason));
		}
	}

	/** Ends the documents that nobody has signed in time. */
	expire(request: SignatureRequest): void {
		for (const item of itemsOf(request)) {
			if (!isOpen(item.document)) continue;
			item.document.status = 'expired';
			this.effects.record(item, 'document_expired');
		}
	}

	/** Gives the signers more days. @throws Refusal conflict unless something is ready. */
	extend(request: SignatureRequest, days: number): void {
		const ready = readyOf(itemsOf(request));
		assertReady(ready);
		request.expiresAt = addDays(request.expiresAt ?? this.effects.now(), days);
		for (const item of ready) this.effects.record(item, 'expiration_extended');
	}

	/** The mail could not be delivered. @throws Refusal conflict unless all documents are ready. */
	bounce(items: SigningItem[], reason: string): void {
		assertReady(items);
		for (const item of items) {
			item.document.status = 'error';
			this.effects.record(item, 'email_bounced', { reason });
		}
	}
}
