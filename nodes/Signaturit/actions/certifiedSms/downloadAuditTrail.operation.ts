import { smsCertificateLocator, smsLocator } from '../../input/locators';
import { serviceFiles } from '../../transport/files/deliveryFiles';
import { fileDownload } from '../fileDownload';

/** GET /v3/sms/{id}/certificates/{id}/download/audit_trail; available from `certification_completed` on. */
export const downloadAuditTrail = fileDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a certified SMS',
		description: 'Download the PDF that proves what one recipient was sent and did with it',
	},
	{
		kind: 'certifiedSms',
		locators: [smsLocator, smsCertificateLocator],
		file: serviceFiles.auditTrail,
	},
);
