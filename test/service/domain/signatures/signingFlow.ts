// The steps of a signature request from its start until all have signed.

import { hasEvent } from '../history';
import { newCode, newId, newLink } from '../ids';
import {
	assertReady,
	assertReplaceable,
	itemsOfSigner,
	isCompleted,
	newDocument,
	readyOf,
	recordOpened,
	type SigningEffects,
	type SigningItem,
} from './documents';
import * as mail from './messages';
import type { Attachment, SignatureRequest, SignDocument, Signer } from './model';

/** What a signer fills in and attaches. */
export interface SignerInput {
	/** By field name. */
	values: Record<string, string>;
	/** Of image fields, by field name. */
	images: Record<string, Uint8Array>;
	/** Of signatures that are drawn (domain/fields/drawing.ts), by field name. */
	drawings: Record<string, string>;
	/** By document id. */
	attachments: Map<string, Attachment[]>;
}

/**
 * The way of a signature request to its completion: in_queue → ready → signing → completed.
 * Every step appends its events to the histories of the documents, in order, and posts them.
 */
export class SigningFlow {
	constructor(private readonly effects: SigningEffects) {}

	/** Starts a new request: the first signers get it once it has been processed. */
	start(request: SignatureRequest): void {
		this.effects.later('processing', () => this.sendToNext(request));
	}

	/** Records that the signer has opened the signing page. */
	open(items: SigningItem[]): void {
		recordOpened(this.effects, items);
	}

	/** Sends the password or code that a signer needs, once. */
	sendSecrets(request: SignatureRequest, signer: Signer): void {
		const items = readyOf(itemsOfSigner(request, signer));
		const asked = items.some((item) => hasEvent(item.document, 'password_sms_processed'));
		if (items.length === 0 || asked || (signer.password ?? signer.code) === undefined) return;
		this.effects.send(mail.secrets(request, signer));
		for (const item of items) {
			this.effects.record(item, 'password_sms_processed');
			this.effects.record(item, 'password_sms_delivered');
		}
	}

	/** @throws Refusal conflict unless every document is ready. */
	sign(items: SigningItem[], given: SignerInput): void {
		assertReady(items);
		recordOpened(this.effects, items);
		for (const item of items) {
			const { document, signer } = item;
			Object.assign(document.values, given.values);
			Object.assign(document.images, given.images);
			Object.assign(document.drawings, given.drawings);
			for (const attachment of given.attachments.get(document.id) ?? []) {
				document.attachments.push(attachment);
				this.effects.record(item, `${attachment.kind}_added`);
			}
			document.status = 'signing';
			// No event type exists for the approval of a validator.
			if (signer.role === 'signer') this.effects.record(item, 'document_signed');
		}
		this.effects.later('sealing', () => this.seal(items));
	}

	/**
	 * Replaces a document whose mail could not be delivered.
	 *
	 * @returns the new document.
	 * @throws Refusal forbidden unless the document has an email delivery error.
	 */
	changeSigner(item: SigningItem, email: string, name: string | undefined): SignDocument {
		const { request, document, signer } = item;
		assertReplaceable(request, document);
		const replacement = replacementFor(request, signer, email, name ?? signer.name);
		const fresh = newDocument(replacement, document.file, document.fileNumber, this.effects.now());
		request.documents = request.documents.map((other) => (other === document ? fresh : other));
		const left = request.documents.some((other) => other.signerId === signer.id);
		if (!left) request.signers = request.signers.filter((other) => other !== signer);
		this.effects.later('processing', () => this.deliver(request, replacement));
		return fresh;
	}

	/** Makes the audit trails of documents that have none yet. */
	completeAuditTrails(items: SigningItem[]): void {
		this.effects.later('audit_trail', () => {
			for (const item of items) {
				if (item.document.status !== 'in_queue') this.completeAuditTrail(item);
			}
		});
	}

	private completeAuditTrail(item: SigningItem): void {
		if (!hasEvent(item.document, 'audit_trail_completed')) {
			this.effects.record(item, 'audit_trail_completed');
		}
	}

	private seal(items: SigningItem[]): void {
		for (const item of items) {
			item.document.status = 'completed';
			this.effects.record(item, 'document_completed');
			this.effects.later('audit_trail', () => this.completeAuditTrail(item));
		}
		const request = items[0]?.request;
		if (!request) return;
		if (isCompleted(request)) {
			for (const copy of request.cc) this.effects.send(mail.copy(request, copy));
		} else {
			this.sendToNext(request);
		}
	}

	/** Sends the request to all signers (parallel), or to the first who has not completed it. */
	private sendToNext(request: SignatureRequest): void {
		const open = request.signers.filter((signer) =>
			itemsOfSigner(request, signer).some(({ document }) => document.status !== 'completed'),
		);
		for (const signer of request.signingMode === 'parallel' ? open : open.slice(0, 1)) {
			this.deliver(request, signer);
		}
	}

	private deliver(request: SignatureRequest, signer: Signer): void {
		const items = itemsOfSigner(request, signer).filter(
			({ document }) => document.status === 'in_queue',
		);
		if (items.length === 0) return;
		signer.sentAt = this.effects.now();
		for (const item of items) item.document.status = 'ready';
		if (signer.channel === 'url') return;
		this.effects.send(mail.invitation(request, signer));
		for (const item of items) {
			this.effects.record(item, `${signer.channel}_processed`);
			this.effects.record(item, `${signer.channel}_delivered`);
		}
	}
}

/** The signer who replaces another. All documents of the other get the same replacement. */
function replacementFor(
	request: SignatureRequest,
	signer: Signer,
	email: string,
	name: string,
): Signer {
	const known = request.signers.find(
		(other) => other.position === signer.position && other.email === email && other !== signer,
	);
	if (known) return known;
	const replacement: Signer = {
		...signer,
		id: newId(),
		email,
		name,
		link: newLink(),
		...(signer.password && { password: newCode() }),
		...(signer.code && { code: newCode() }),
		sentAt: undefined,
		remindersSent: 0,
		lastReminderAt: undefined,
	};
	request.signers.splice(request.signers.indexOf(signer), 0, replacement);
	return replacement;
}
