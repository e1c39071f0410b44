import { pdf } from '../../transport/files/fileFormat';
import { segment } from '../../transport/serviceUrl';
import { fileDownload } from '../fileDownload';
import { emailCertificateLocator, emailLocator } from '../../input/locators';

/** GET /v3/emails/{id}/certificates/{id}/download/audit_trail; there from `certification_completed` on. */
export const downloadAuditTrail = fileDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a certified email',
		description: 'Download the PDF that proves what one recipient was sent and did with it',
	},
	{
		locators: [emailLocator, emailCertificateLocator],
		path: (emailId, certificateId) =>
			`/v3/emails/${segment(emailId)}/certificates/${segment(certificateId)}/download/audit_trail`,
		format: pdf,
		suffix: 'audit-trail.pdf',
	},
);
