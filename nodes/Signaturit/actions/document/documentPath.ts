import { pdf, zip, type FileFormat } from '../../transport/files/fileFormat';
import { segment, type ServicePath } from '../../transport/serviceUrl';

/** A file that the service keeps for a document. */
export interface DocumentFile {
	/** Last segment of the endpoint. */
	path: string;
	format: FileFormat;
	/** Stored under this name when the service gives none; the document's id is put before it. */
	suffix: string;
}

export const documentFiles = {
	signed: { path: 'signed', format: pdf, suffix: 'signed.pdf' },
	sent: { path: 'sent', format: pdf, suffix: 'sent.pdf' },
	auditTrail: { path: 'audit_trail', format: pdf, suffix: 'audit-trail.pdf' },
	attachments: { path: 'attachments', format: zip, suffix: 'attachments.zip' },
} satisfies Record<string, DocumentFile>;

/** What the endpoints of a document begin with. */
export function documentPath(signatureId: string, documentId: string): ServicePath {
	return `/v3/signatures/${segment(signatureId)}/documents/${segment(documentId)}`;
}

/** GET /v3/signatures/{id}/documents/{id}/download/… */
export function filePath(signatureId: string, documentId: string, file: DocumentFile): ServicePath {
	return `${documentPath(signatureId, documentId)}/download/${file.path}`;
}
