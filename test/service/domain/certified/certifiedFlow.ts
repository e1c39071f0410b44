import type { FlowEffects } from '../flow';
import { hasEvent } from '../history';
import type { Message } from '../outbox';
import type { Copy } from '../people';
import { conflict, notFound } from '../refusal';
import type { CertificateSubject, Certified } from './model';

/** The life of certified emails and SMS: in_queue → sent, opened by their recipients, certified. */
export class CertifiedFlow {
	constructor(private readonly effects: FlowEffects<CertificateSubject>) {}

	start(certified: Certified): void {
		this.effects.later('processing', () => {
			for (const certificate of certified.certificates) this.deliver({ certified, certificate });
		});
	}

	/** The recipient has opened the overview of the attachments. */
	openOverview(subject: CertificateSubject): void {
		assertSent(subject);
		this.recordOnce(subject, 'documents_opened');
	}

	/** @throws Refusal not_found for a number that no attachment has, conflict unless it was sent. */
	openAttachment(subject: CertificateSubject, number: number): void {
		const { certified, certificate } = subject;
		this.openOverview(subject);
		if (!certified.attachments[number]) throw notFound('Attachment');
		if (certificate.opened.has(number)) return;
		certificate.opened.add(number);
		if (certified.type === 'open_every_document' || certificate.opened.size === 1) {
			this.recordEvent(subject, 'document_opened');
		}
		const needed = certified.type === 'open_every_document' ? certified.attachments.length : 1;
		if (certificate.opened.size >= needed) {
			this.effects.later('audit_trail', () => this.recordOnce(subject, 'certification_completed'));
		}
	}

	download(subject: CertificateSubject, number: number): void {
		this.openAttachment(subject, number);
		this.recordEvent(subject, 'document_downloaded');
	}

	/** The mail came back. @throws Refusal conflict unless it was sent. */
	bounce(subject: CertificateSubject, reason: string): void {
		assertSent(subject);
		subject.certificate.status = 'error';
		this.recordEvent(subject, 'email_bounced', { reason });
	}

	/** Appends an event to the certificate's history and posts it. */
	recordEvent(
		subject: CertificateSubject,
		type: string,
		extra: Record<string, unknown> = {},
	): void {
		subject.certificate.events.push({ type, at: this.effects.now() });
		this.effects.post(subject, type, extra);
	}

	private recordOnce(subject: CertificateSubject, type: string): void {
		if (!hasEvent(subject.certificate, type)) this.recordEvent(subject, type);
	}

	private deliver(subject: CertificateSubject): void {
		const { certified, certificate } = subject;
		certificate.status = 'sent';
		this.effects.send(messageOf(subject));
		this.recordEvent(subject, `${certified.channel}_processed`);
		this.recordEvent(subject, `${certified.channel}_delivered`);
		if (certified.type === 'delivery') {
			this.effects.later('audit_trail', () => this.recordOnce(subject, 'certification_completed'));
		}
	}
}

function assertSent({ certificate }: CertificateSubject): void {
	if (certificate.status !== 'sent') {
		throw conflict(`The certificate is ${certificate.status}, not sent`);
	}
}

function messageOf({ certified, certificate }: CertificateSubject): Message {
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
