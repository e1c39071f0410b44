// The data of a certified email or SMS, with its attachments and one certificate per recipient.

import type { User } from '../account';
import type { ServiceEvent } from '../history';
import { newId, newLink } from '../ids';
import type { Copy } from '../outbox';

/** Status values of certified emails and SMS (docs/service.md#certificates). */
export const CERTIFICATE_STATUSES = ['in_queue', 'sent', 'error'] as const;

export interface CertifiedAttachment {
	name: string;
	size: number;
	bytes: Uint8Array;
	/** Known for PDFs only. */
	pages?: number;
}

/** The evidence for one recipient. */
export interface Certificate {
	id: string;
	createdAt: Date;
	/** Empty for SMS. */
	email: string;
	/** Empty for email. */
	phone: string;
	name: string;
	status: (typeof CERTIFICATE_STATUSES)[number];
	events: ServiceEvent[];
	/** Secret part of the address where the attachments are opened. */
	link: string;
	/** Numbers of the attachments that have been opened. */
	opened: Set<number>;
}

/** What a certified email or SMS certifies (docs/service.md#certified-emails). */
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

export interface CertificateItem {
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
