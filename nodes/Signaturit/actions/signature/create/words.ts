/** Keys without words of their own, for which any value may stand. */
const free = (...keys: string[]): Record<string, readonly string[] | undefined> =>
	Object.fromEntries(keys.map((key) => [key, undefined]));

/**
 * The parameters of a request, and the words that the vendor's pages have for some of them
 * (docs/service.md#create-a-signature-request).
 */
export const requestWords = {
	...free('name', 'cc', 'subject', 'body', 'branding_id', 'callback_url', 'expire_time'),
	...free('events_url', 'reply_to', 'reminders'),
	delivery_type: ['email', 'sms', 'url'],
	signing_mode: ['sequential', 'parallel'],
	type: ['simple', 'advanced', 'smart'],
};

/** The fields of a recipient and their words (docs/service.md#recipients). */
export const recipientWords = {
	...free('email', 'name', 'phone', 'device_id', 'subject', 'body', 'require_sms_validation'),
	...free('sms_code', 'sign_with_digital_certificate_file', 'digital_certificate_name'),
	...free('require_photo', 'require_photo_id', 'require_file_attachment', 'widgets'),
	type: ['signer', 'validator', 'qualified'],
	method: ['email', 'sms', 'device'],
};
