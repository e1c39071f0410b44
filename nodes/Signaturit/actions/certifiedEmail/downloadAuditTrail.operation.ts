import { emailCertificateLocator, emailLocator } from '../../input/locators';
import { serviceFiles } from '../../transport/files/deliveryFiles';
import { fileDownload } from '../fileDownload';

/** GET /v3/emails/{id}/certificates/{id}/download/audit_trail; available from `certification_completed` on. */
export const downloadAuditTrail = fileDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a certified email',
		description: 'Download the PDF that proves what one recipient was sent and did with it',
	},
	{
		kind: 'certifiedEmail',
		locators: [emailLocator, emailCertificateLocator],
		file: serviceFiles.auditTrail,
	},
);
