import { serviceFiles } from '../../transport/files/serviceFiles';
import { documentDownload } from './documentDownload';

/** GET /v3/signatures/{id}/documents/{id}/download/audit_trail; available from `audit_trail_completed` on. */
export const downloadAuditTrail = documentDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a document',
		description: 'Download the PDF that proves who did what and when with a document',
	},
	serviceFiles.auditTrail,
);
