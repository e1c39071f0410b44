import type { DownloadName } from '../endpoints';
import { pdf, zip, type FileFormat } from './fileFormat';

/** A file that the service keeps of a document or certificate. */
export interface ServiceFile {
	/** Last part of its address. */
	name: DownloadName;
	format: FileFormat;
	/** The last part of its file name (`downloadName`). */
	title: string;
}

/** The files of a document; certificates have an audit trail only. */
export const serviceFiles = {
	signed: { name: 'signed', format: pdf, title: 'signed' },
	sent: { name: 'sent', format: pdf, title: 'sent' },
	auditTrail: { name: 'audit_trail', format: pdf, title: 'audit trail' },
	attachments: { name: 'attachments', format: zip, title: 'attachments' },
} as const satisfies Record<string, ServiceFile>;
