import { isEmptyObject, mapList, rowsOf } from '../../../input/lists';
import { flag, isBlank, optional } from '../../../input/schemas';
import { LAST_PAGE } from './widgetPlace';

/** A widget as the panel gives it. Expressions may give any value; the schema validates them later. */
export type WidgetRow = Readonly<
	Partial<
		Record<
			| 'type'
			| 'place'
			| 'page'
			| 'word'
			| 'left'
			| 'top'
			| 'wordLeft'
			| 'wordTop'
			| 'width'
			| 'height'
			| 'group'
			| 'optionIndex'
			| 'defaultOption'
			| 'defaultValue'
			| 'checked'
			| 'showYesNo'
			| 'validationRule'
			| 'olderThan18'
			| 'editable'
			| 'required'
			| 'selectOptions',
			unknown
		>
	>
>;

/** The panel's collection "Recipient Options". */
type OptionsRow = Readonly<
	Partial<
		Record<
			| 'phone'
			| 'type'
			| 'digitalCertificateName'
			| 'smsCode'
			| 'requireSmsValidation'
			| 'requireFileAttachment'
			| 'requirePhotoId'
			| 'requirePhoto'
			| 'signWithDigitalCertificate'
			| 'fileAttachments',
			unknown
		>
	>
>;

/** A recipient as the panel gives it. */
type RecipientRow = Readonly<Partial<Record<'email' | 'name' | 'widgets', unknown>>> & {
	readonly options?: OptionsRow;
};

/** The recipient in the service's words (docs/service.md#recipients), not validated yet. */
export function recipientFromRow({
	options = {},
	widgets,
	...recipient
}: RecipientRow): Record<string, unknown> {
	return {
		...recipient,
		phone: options.phone,
		type: options.type,
		require_sms_validation: options.requireSmsValidation,
		sms_code: options.smsCode,
		sign_with_digital_certificate_file: options.signWithDigitalCertificate,
		digital_certificate_name: options.digitalCertificateName,
		require_photo: splitNumbers(options.requirePhoto),
		require_photo_id: splitNumbers(options.requirePhotoId),
		require_file_attachment: requiredAttachments(options),
		widgets: mapList(rowsOrNone(widgets, 'widget'), widgetFromRow),
	};
}

/** The rows of a field that is always there; `undefined` if there are none. */
function rowsOrNone(value: unknown, rows: string): unknown {
	return isEmptyObject(value) ? undefined : rowsOf(value, rows);
}

/** Numbers or a list by type. Giving both is invalid; the schema rejects it. */
function requiredAttachments({ requireFileAttachment, fileAttachments }: OptionsRow): unknown {
	const numbers = splitNumbers(requireFileAttachment);
	if (fileAttachments === undefined) return numbers;
	const types = rowsOf(fileAttachments, 'attachment');
	return isBlank(numbers) ? types : { numbers, types };
}

/** The widget in the service's words (docs/service.md#widgets), not validated yet. */
export function widgetFromRow(row: WidgetRow): Record<string, unknown> {
	const { type, required } = row;
	return { type, ...placeOf(row), required, ...valueAndOptions(row) };
}

/** Usual places, in percent of the page: side by side, so that two signers can sign. */
const corners = {
	bottomLeft: { left: 10, top: 80, width: 25, height: 8 },
	bottomRight: { left: 65, top: 80, width: 25, height: 8 },
};

function placeOf({ type, place, width, height, editable, ...row }: WidgetRow): object {
	if (place === 'word') {
		return { word_anchor: row.word ?? '', left: row.wordLeft, top: row.wordTop, width, height };
	}
	if (place === 'bottomLeft' || place === 'bottomRight') {
		// A digital certificate needs no page (docs/service.md#widgets).
		return { page: type === 'dcf' ? undefined : LAST_PAGE, ...corners[place], editable };
	}
	return { page: row.page, left: row.left, top: row.top, width, height, editable };
}

/** The value and options of the widget, from the fields that belong to its type. */
function valueAndOptions(row: WidgetRow): Record<string, unknown> {
	switch (row.type) {
		case 'check':
			return {
				default: row.checked ?? false,
				options: whenOn(row.showYesNo, 'show_yes_no_option'),
			};
		case 'date':
			return {
				default: row.defaultValue,
				options: whenOn(row.olderThan18, { validation_rule: 'age' }),
			};
		case 'text':
			return { default: row.defaultValue, options: { validation_rule: row.validationRule } };
		case 'image':
			return { default: row.defaultValue };
		case 'radio':
			return {
				custom_id: row.group,
				default: row.defaultOption,
				options: { index: row.optionIndex },
			};
		case 'select':
			return { options: { select: rowsOrNone(row.selectOptions, 'option') ?? [] } };
		default:
			return {};
	}
}

/** Splits `2,5` into a list. A single number, or any value that is not text, stays as it is. */
export function splitNumbers(value: unknown): unknown {
	return typeof value === 'string' && value.includes(',') ? value.split(',') : value;
}

/** What a switch stands for when it is on. What is no switch stays as it is, and is refused later. */
function whenOn(value: unknown, meaning: unknown): unknown {
	const on = optional(flag('')).safeParse(value);
	if (!on.success) return value;
	return on.data ? meaning : undefined;
}
