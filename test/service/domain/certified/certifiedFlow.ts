// What happens to a certified email or SMS, from the queue until it is opened and certified.

import { hasEvent, type FlowEffects } from '../history';
import type { Copy, Message } from '../outbox';
import { conflict, notFound } from '../refusal';
import type { CertificateItem, Certified } from './model';

/** The way of certified emails and SMS: in_queue → sent, then opened and certified. */
export class CertifiedFlow {
	constructor(private readonly effects: FlowEffects<CertificateItem>) {}

	start(certified: Certified): void {
		this.effects.later('processing', () => {
			for (const certificate of certified.certificates) this.deliver({ certified, certificate });
		});
	}

	/** The recipient has opened the overview of the attachments. */
	openOverview(item: CertificateItem): void {
		assertSent(item);
		this.recordOnce(item, 'documents_opened');
	}

	/** @throws Refusal not_found for a number that no attachment has, conflict unless it was sent. */
	openAttachment(item: CertificateItem, number: number): void {
		const { certified, certificate } = item;
		this.openOverview(item);
		if (!certified.attachments[number]) throw notFound('Attachment');
		if (certificate.opened.has(number)) return;
		certificate.opened.add(number);
		if (certified.type === 'open_every_document' || certificate.opened.size === 1) {
			this.effects.record(item, 'document_opened');
		}
		const needed = certified.type === 'open_every_document' ? certified.attachments.length : 1;
		if (certificate.opened.size >= needed) {
			this.effects.later('audit_trail', () => this.recordOnce(item, 'certification_completed'));
		}
	}

	download(item: CertificateItem, number: number): void {
		this.openAttachment(item, number);
		this.effects.record(item, 'document_downloaded');
	}

	/** The mail could not be delivered. @throws Refusal conflict unless it was sent. */
	bounce(item: CertificateItem, reason: string): void {
		assertSent(item);
		item.certificate.status = 'error';
		this.effects.record(item, 'email_bounced', { reason });
	}

	private recordOnce(item: CertificateItem, type: string): void {
		if (!hasEvent(item.certificate, type)) this.effects.record(item, type);
	}

	private deliver(item: CertificateItem): void {
		const { certified, certificate } = item;
		certificate.status = 'sent';
		this.effects.send(messageOf(item));
		this.effects.record(item, `${certified.channel}_processed`);
		this.effects.record(item, `${certified.channel}_delivered`);
		if (certified.type === 'delivery') {
			this.effects.later('audit_trail', () => this.recordOnce(item, 'certification_completed'));
		}
	}
}

function assertSent({ certificate }: CertificateItem): void {
	if (certificate.status !== 'sent') {
		throw conflict(`The certificate is ${certificate.status}, not sent`);
	}
}

function messageOf({ certified, certificate }: CertificateItem): Message {
	const addresses = (people: Copy[]) => people.map((person) => person.email);
	return {
		channel: certified.channel,
		to: certified.channel === 'email' ? certificate.email : certificate.phone,
		name: certificate.name,
		subject: certified.subject,
		body: certified.body,
		...(certified.type !== 'delivery' && { path: `/c/${certificate.link}` }),
		copies: { cc: addresses(certified.copies.cc), bcc: addresses(certified.copies.bcc) },
		attachments: certified.type === 'delivery' ? certified.attachments.map(({ name }) => name) : [],
	};
}
