import { ApiError } from '../../http/errors';
import { newId, newLink } from '../ids';
import type { CertificateStatus, Copy, HistoryEvent, User } from '../signatures/model';
import type { Stage } from '../jobs';
import type { Message } from '../outbox';

export interface CertifiedAttachment {
	name: string;
	size: number;
	type: string;
	bytes: Uint8Array;
	/** Known for PDFs only. */
	pages?: number;
}

/** The proof for one recipient. */
export interface Certificate {
	id: string;
	createdAt: Date;
	/** Address of an email's recipient, empty for SMS. */
	email: string;
	/** Number of an SMS's recipient, empty for email. */
	phone: string;
	name: string;
	status: CertificateStatus;
	events: HistoryEvent[];
	/** Opaque end of the page where the attachments are opened. */
	link: string;
	/** Numbers of the attachments that have been opened. */
	opened: Set<number>;
}

/** What a certified email or SMS certifies (specification, POST /v3/emails.json, type). */
export type CertifiedType = 'delivery' | 'open_document' | 'open_every_document';

/** A certified email or a certified SMS. */
export interface Certified {
	id: string;
	createdAt: Date;
	channel: 'email' | 'sms';
	owner: User;
	type: CertifiedType;
	subject: string;
	body: string;
	eventsUrl?: string;
	data: Record<string, string>;
	attachments: CertifiedAttachment[];
	certificates: Certificate[];
	copies: { cc: Copy[]; bcc: Copy[] };
}

export interface CertificateSubject {
	certified: Certified;
	certificate: Certificate;
}

export const newCertificate = (
	person: { email?: string; phone?: string; name: string },
	now: Date,
): Certificate => ({
	id: newId(),
	createdAt: now,
	email: person.email ?? '',
	phone: person.phone ?? '',
	name: person.name,
	status: 'in_queue',
	events: [],
	link: newLink(),
	opened: new Set(),
});

export const hasCertificateEvent = (certificate: Certificate, type: string): boolean =>
	certificate.events.some((event) => event.type === type);

/** What the flow needs from the world around it. */
export interface CertifiedWorld {
	now(): Date;
	/** Posts an event that has just been appended to the certificate's history. */
	post(subject: CertificateSubject, type: string, extra: Record<string, unknown>): void;
	send(message: Message): void;
	later(stage: Stage, run: () => void): void;
}

/** The life of certified emails and SMS: in_queue → sent, opened by their recipients, certified. */
export class CertifiedFlow {
	constructor(private readonly world: CertifiedWorld) {}

	start(certified: Certified): void {
		this.world.later('processing', () => {
			for (const certificate of certified.certificates) this.deliver({ certified, certificate });
		});
	}

	/** The recipient has opened the overview of the attachments. */
	openOverview(subject: CertificateSubject): void {
		assertSent(subject);
		this.once(subject, 'documents_opened');
	}

	/** @throws ApiError 404 for a number that no attachment has, 409 unless it was sent. */
	openAttachment(subject: CertificateSubject, number: number): void {
		const { certified, certificate } = subject;
		this.openOverview(subject);
		if (!certified.attachments[number]) throw new ApiError(404, 'Attachment not found');
		if (certificate.opened.has(number)) return;
		certificate.opened.add(number);
		if (certified.type === 'open_every_document' || certificate.opened.size === 1) {
			this.record(subject, 'document_opened');
		}
		const needed = certified.type === 'open_every_document' ? certified.attachments.length : 1;
		if (certificate.opened.size >= needed) {
			this.world.later('audit_trail', () => this.once(subject, 'certification_completed'));
		}
	}

	download(subject: CertificateSubject, number: number): void {
		this.openAttachment(subject, number);
		this.record(subject, 'document_downloaded');
	}

	/** The mail came back. @throws ApiError 409 unless it was sent. */
	bounce(subject: CertificateSubject, reason: string): void {
		assertSent(subject);
		subject.certificate.status = 'error';
		this.record(subject, 'email_bounced', { reason });
	}

	/** Appends an event to the certificate's history and posts it. */
	record(subject: CertificateSubject, type: string, extra: Record<string, unknown> = {}): void {
		subject.certificate.events.push({ type, at: this.world.now() });
		this.world.post(subject, type, extra);
	}

	private once(subject: CertificateSubject, type: string): void {
		if (!hasCertificateEvent(subject.certificate, type)) this.record(subject, type);
	}

	private deliver(subject: CertificateSubject): void {
		const { certified, certificate } = subject;
		certificate.status = 'sent';
		this.world.send(messageOf(subject));
		this.record(subject, `${certified.channel}_processed`);
		this.record(subject, `${certified.channel}_delivered`);
		if (certified.type === 'delivery') {
			this.world.later('audit_trail', () => this.once(subject, 'certification_completed'));
		}
	}
}

function assertSent({ certificate }: CertificateSubject): void {
	if (certificate.status !== 'sent') {
		throw new ApiError(409, `The certificate is ${certificate.status}, not sent`);
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
