import { smsCertificateLocator, smsLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withShape } from '../../transport/expected';
import { smsStatusSchema } from '../../transport/shapes';
import { plainRead } from '../operation';

/** GET /v3/sms/{id}/certificates/{id}/sms_status.json; answers `{sms_status, phone_number}`. */
export const getCertifiedSmsStatus = plainRead({
	name: 'Get SMS Status',
	action: 'Get the SMS status of a certificate',
	description: 'Get what became of the text message to one recipient of a certified SMS',
	locators: [smsLocator, smsCertificateLocator],
	path: endpoints.certifiedSms.smsStatus,
	expected: () => withShape('the status of an SMS', smsStatusSchema),
	give: (answer, [certifiedSmsId, certificateId]) => [
		{ json: { certifiedSmsId, certificateId, ...answer } },
	],
});
