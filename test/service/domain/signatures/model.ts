// The data of a signature request: statuses, event types, signers, widgets and documents.

/** The data of a signature request; the rules are in the files beside this one. */

import type { User } from '../account';
import type { SourceFile } from '../files/sourceFile';
import type { ServiceEvent } from '../history';
import type { Copy } from '../outbox';

/** Document status values (docs/service.md#document-statuses). */
export const DOCUMENT_STATUSES = [
	'in_queue',
	'ready',
	'signing',
	'completed',
	'expired',
	'canceled',
	'declined',
	'error',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Event types of a document (docs/service.md#event-types). */
export const SIGNATURE_EVENTS = [
	'email_processed',
	'email_delivered',
	'email_bounced',
	'email_deferred',
	'reminder_email_processed',
	'reminder_email_delivered',
	'sms_processed',
	'sms_delivered',
	'password_sms_processed',
	'password_sms_delivered',
	'document_opened',
	'document_signed',
	'document_completed',
	'audit_trail_completed',
	'document_declined',
	'document_expired',
	'document_canceled',
	'photo_added',
	'voice_added',
	'file_added',
	'photo_id_added',
	'expiration_extended',
] as const;

export type WidgetType =
	'date' | 'image' | 'check' | 'radio' | 'select' | 'text' | 'signature' | 'digital certificate';

export type ValidationRule = 'email' | 'phone' | 'zip' | 'dni' | 'age' | 'iban';

/** A field that a signer fills on the signing page. */
export interface Widget {
	id: string;
	type: WidgetType;
	label: string;
	/** From 1; ignored with `wordAnchor`. */
	page: number;
	/** In percent of the page, like `top`, `width` and `height`. */
	left: number;
	top: number;
	width?: number;
	height?: number;
	wordAnchor?: string;
	default: string;
	editable: boolean;
	required: boolean;
	rule?: ValidationRule;
	yesNo?: boolean;
	/** Radio: the group and the position in it. */
	group?: { id: string; index: number };
	/** Select: the values offered. */
	choices?: string[];
}

export interface AttachmentDemand {
	kind: 'photo' | 'photo_id' | 'file';
	label: string;
}

export interface Attachment {
	kind: AttachmentDemand['kind'];
	name: string;
	bytes: Uint8Array;
}

export interface Signer {
	id: string;
	/** Place in the order of signing; a replacement has the same as the signer it replaces. */
	position: number;
	/** Missing only if the request goes there by SMS. */
	email?: string;
	name: string;
	phone?: string;
	/** How the request is sent. */
	channel: 'email' | 'sms' | 'url';
	/** Of the message to this signer, in place of the request's. */
	subject?: string;
	body?: string;
	role: 'signer' | 'validator';
	/** Secret part of the signing page's address. */
	link: string;
	widgets: Widget[];
	/** What the signer must attach to a document, by its number from 0. */
	demands: (documentNumber: number) => AttachmentDemand[];
	/** Set if a password sent by SMS protects the documents. */
	password?: string;
	/** Set once the signer has entered the password. */
	unlocked?: boolean;
	/** Set if the signer must enter a code sent by SMS. */
	code?: string;
	/** When the request was sent to this signer. */
	sentAt?: Date;
	remindersSent: number;
	lastReminderAt?: Date;
}

export interface SignDocument {
	id: string;
	createdAt: Date;
	signerId: string;
	/** Number of the file in the request, from 0. */
	fileNumber: number;
	file: SourceFile;
	status: DocumentStatus;
	events: ServiceEvent[];
	declineReason?: string;
	cancelReason?: string;
	/** What the signer filled in, by field name. */
	values: Record<string, string>;
	/** Images that the signer added, by field name. */
	images: Record<string, Uint8Array>;
	/** Signatures that the signer has drawn in place of typing a name, by field name. */
	drawings: Record<string, string>;
	attachments: Attachment[];
	/** Padding of the signed download in bytes, for tests of large downloads. */
	padding?: number;
}

export interface SignatureRequest {
	id: string;
	createdAt: Date;
	owner: User;
	name: string;
	/** Custom data that is stored and can be searched. */
	data: Record<string, string>;
	/** Custom data that fills form fields or template widgets. */
	fill: Record<string, string>;
	signers: Signer[];
	documents: SignDocument[];
	cc: Copy[];
	subject?: string;
	body?: string;
	replyTo?: string;
	signingMode: 'sequential' | 'parallel';
	signatureType: 'simple' | 'advanced' | 'smart';
	callbackUrl?: string;
	eventsUrl?: string;
	expiresAt?: Date;
	/** Days before each automatic reminder; `repeat` repeats a single one for ever. */
	reminders: { days: number[]; repeat: boolean };
	/** Secret part of the address for all signers, with delivery type `url`. */
	link?: string;
	declinerEmail?: string;
}
