import { pdf } from '../../transport/files/fileFormat';
import { segment } from '../../transport/serviceUrl';
import { fileDownload } from '../fileDownload';
import { smsCertificateLocator, smsLocator } from '../../input/locators';

/** GET /v3/sms/{id}/certificates/{id}/download/audit_trail; there from `certification_completed` on. */
export const downloadAuditTrail = fileDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a certified SMS',
		description: 'Download the PDF that proves what one recipient was sent and did with it',
	},
	{
		locators: [smsLocator, smsCertificateLocator],
		path: (smsId, certificateId) =>
			`/v3/sms/${segment(smsId)}/certificates/${segment(certificateId)}/download/audit_trail`,
		format: pdf,
		suffix: 'audit-trail.pdf',
	},
);
