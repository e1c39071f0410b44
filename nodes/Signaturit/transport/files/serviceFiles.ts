import type { DownloadName } from '../endpoints';
import { pdf, zip, type FileFormat } from './fileFormat';

/** A file that the service keeps of a document or certificate. */
export interface ServiceFile {
	/** Last part of its address. */
	name: DownloadName;
	format: FileFormat;
	/** Stored under this name when the service gives none; the record's id is put before it. */
	suffix: string;
}

/** The files of a document; certificates have an audit trail only. */
export const serviceFiles = {
	signed: { name: 'signed', format: pdf, suffix: 'signed.pdf' },
	sent: { name: 'sent', format: pdf, suffix: 'sent.pdf' },
	auditTrail: { name: 'audit_trail', format: pdf, suffix: 'audit-trail.pdf' },
	attachments: { name: 'attachments', format: zip, suffix: 'attachments.zip' },
} as const satisfies Record<string, ServiceFile>;
