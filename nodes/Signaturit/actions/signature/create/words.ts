import { free } from '../../../input/openWords';
import { textRules, typeWords } from './widgetFields';

/** The kinds of papers that a recipient can be asked for (docs/service.md#photos-and-attachments). */
export const papers = ['idDocument', 'passport', 'drivingLicense', 'proofOfAddress', 'other'];

/** The fields of a widget and their words (docs/service.md#widgets). */
const widgetWords = {
	...free('page', 'left', 'top', 'height', 'width', 'default', 'editable', 'required'),
	...free('word_anchor', 'custom_id'),
	type: typeWords,
	options: [
		'show_yes_no_option',
		{
			...free('index'),
			select: [free('value', 'default')],
			validation_rule: [...textRules.map(({ value }) => value), 'age'],
		},
	],
};

/**
 * What only widgets of some types have (docs/service.md#widget-options, docs/service.md#validation-rules). A rule that is
 * empty is any text.
 */
export const onlyIn: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(textRules.flatMap(({ value }) => (value ? [[value, ['text']]] : []))),
	age: ['date'],
	validation_rule: ['text', 'date'],
	index: ['radio'],
	custom_id: ['radio'],
	select: ['select'],
	show_yes_no_option: ['check'],
};

/** The fields of a recipient and their words (docs/service.md#recipients). */
export const recipientWords = {
	...free('email', 'name', 'phone', 'device_id', 'subject', 'body', 'require_sms_validation'),
	...free('sms_code', 'sign_with_digital_certificate_file', 'digital_certificate_name'),
	...free('require_photo', 'require_photo_id'),
	type: ['signer', 'validator', 'qualified'],
	method: ['email', 'sms', 'device'],
	require_file_attachment: [{ ...free('description'), type: papers }],
	widgets: [widgetWords],
};

/**
 * The parameters of a request, and the words that the vendor's pages have for some of them
 * (docs/service.md#create-a-signature-request).
 */
export const requestWords = {
	...free('name', 'subject', 'body', 'branding_id', 'callback_url', 'expire_time'),
	...free('events_url', 'reply_to', 'reminders'),
	cc: [free('email', 'name')],
	delivery_type: ['email', 'sms', 'url'],
	signing_mode: ['sequential', 'parallel'],
	type: ['simple', 'advanced', 'smart'],
};
