import { z } from 'zod';
import {
	anyText,
	emailSchema,
	entriesOf,
	filledText,
	flag,
	phoneSchema,
	text,
	wholeNumber,
} from '../../../input/doors';
import {
	field,
	isBlank,
	numberedList,
	oneOrMany,
	optional,
	refusal,
	schemaFor,
	withRules,
	type FieldSchema,
	Unfound,
} from '../../../input/schemas';
import { isEmptyObject, mapList, rowsOf } from '../../../input/lists';
import { when } from '../../../input/hints';
import { openObject } from '../../../input/openWords';
import { openWord } from '../../../input/words';
import { LAST_PAGE, widgetsSchema, type WidgetContext } from './widget.schema';
import { placeChoice, typeChoice } from './widgetFields';
import { papers, recipientWords } from './words';

/** Where the service puts the address of the document into an SMS. */
export const URL_TAG = '{{url}}';

/** A row of the panel. Expressions may give any value; the schema validates them later. */
type Row = Readonly<Record<string, unknown>>;

/** The recipient in the service's words (docs/service.md#recipients), not validated yet. */
export function recipientFromRow(row: Row): Record<string, unknown> {
	const {
		type,
		deviceId,
		requireSmsValidation,
		smsCode,
		signWithDigitalCertificate,
		digitalCertificateName,
		requirePhoto,
		requirePhotoId,
		requireFileAttachment,
		fileAttachments,
		widgets,
		// They have the service's names; an expression may give more of them.
		...others
	} = row;
	return {
		...others,
		// A signer is what a recipient is without a type, too.
		type: type === 'signer' ? undefined : type,
		device_id: deviceId,
		require_sms_validation: whenOn(requireSmsValidation, true),
		sms_code: whenOn(smsCode, true),
		sign_with_digital_certificate_file: whenOn(signWithDigitalCertificate, true),
		digital_certificate_name: digitalCertificateName,
		require_photo: splitNumbers(requirePhoto),
		require_photo_id: splitNumbers(requirePhotoId),
		require_file_attachment: requiredAttachments({ requireFileAttachment, fileAttachments }),
		widgets: mapList(rowsOrNone(widgets, 'widget'), widgetFromRow),
	};
}

const rowsOrNone = (value: unknown, rows: string) =>
	isEmptyObject(value) ? undefined : rowsOf(value, rows);

/** Numbers or a list by type. Giving both is invalid; the schema rejects it. */
function requiredAttachments({ requireFileAttachment, fileAttachments }: Row): unknown {
	const numbers = splitNumbers(requireFileAttachment);
	const types = rowsOrNone(fileAttachments, 'attachment');
	return isBlank(numbers) || types === undefined ? (types ?? numbers) : { numbers, types };
}

/** The widget in the service's words (docs/service.md#widgets), not validated yet. */
export function widgetFromRow(row: Row): object {
	const place = optional(placeChoice).safeParse(row.place);
	if (!place.success) {
		return new Unfound(place.error.issues[0]?.message ?? '');
	}
	// Fields with another default for check boxes have another name in the panel.
	const { boxWidth = row.width, boxHeight = row.height, boxRequired = row.required } = row;
	const box: Row = { ...row, width: boxWidth, height: boxHeight, required: boxRequired };
	const typed: Row = { ...row, type: typeChoice.safeParse(row.type).data ?? row.type };
	const widget = typed.type === 'check' ? { ...box, type: 'check' } : typed;
	const { type, required } = widget;
	const placed = placeOf({ ...widget, place: place.data });
	return { type, ...placed, required, ...valueAndOptions(widget) };
}

/** Usual places, in percent of the page: side by side, so that two signers can sign. */
const corners = {
	bottomLeft: { left: 10, top: 80, width: 25, height: 8 },
	bottomRight: { left: 65, top: 80, width: 25, height: 8 },
};

const BOX = { width: 3, height: 2 };

function placeOf({ type, place, width, height, editable, ...row }: Row): object {
	if (place === 'word') {
		return { word_anchor: row.word ?? '', left: row.wordLeft, top: row.wordTop, width, height };
	}
	if (place === 'bottomLeft' || place === 'bottomRight') {
		// A digital certificate needs no page (docs/service.md#widgets).
		const page = type === 'dcf' ? undefined : LAST_PAGE;
		return { page, ...corners[place], ...(type === 'check' && BOX), editable };
	}
	return { page: row.page, left: row.left, top: row.top, width, height, editable };
}

/** The value and options of the widget, from the fields that belong to its type. */
function valueAndOptions(row: Row): object {
	const { defaultValue, validationRule, olderThan18 } = row;
	const ofTypes: Readonly<Record<string, object>> = {
		check: { default: row.checked ?? false, options: whenOn(row.showYesNo, 'show_yes_no_option') },
		date: { default: defaultValue, options: whenOn(olderThan18, { validation_rule: 'age' }) },
		image: { default: defaultValue },
		radio: {
			custom_id: row.group,
			default: row.defaultOption,
			options: { index: row.optionIndex },
		},
		select: { options: { select: rowsOrNone(row.selectOptions, 'option') ?? [] } },
		text: { default: defaultValue, options: { validation_rule: validationRule } },
	};
	return typeof row.type === 'string' ? (ofTypes[row.type] ?? {}) : {};
}

/** Splits `2,5` into a list (`entriesOf`). Any other value stays as it is. */
export function splitNumbers(value: unknown): unknown {
	const entries = entriesOf(value);
	return Array.isArray(entries) && entries.length > 1 ? entries : value;
}

/** The meaning of a switch that is on. Any other value stays as it is, and is refused later. */
function whenOn(value: unknown, meaning: unknown): unknown {
	const on = optional(flag('')).safeParse(value);
	if (!on.success) return value;
	return on.data ? meaning : undefined;
}

const attachmentSchema = (number: number) =>
	openObject(`Attachment ${number}`, {
		type: openWord(`Type of attachment ${number}`, papers),
		description: text(`Description of attachment ${number}`),
	}).refine(
		({ type, description }) => type !== 'other' || description !== undefined,
		`Description of attachment ${number} is needed, as its type is Other`,
	);

type Attachment = z.output<ReturnType<typeof attachmentSchema>>;

/** A name that has a file extension must have one that the service takes (docs/service.md#recipients). */
const certificateName = field(
	anyText.refine((name) => !/\.[a-z0-9]{2,4}$/i.test(name) || /\.(pfx|p12)$/i.test(name)),
	(value) => refusal('Certificate Name', value, 'must end in .pfx or .p12'),
);

export interface RecipientContext extends WidgetContext {
	sms: boolean;
}

const fieldsSchema = (context: WidgetContext) =>
	openObject('A recipient', {
		email: optional(emailSchema),
		name: filledText('Name'),
		phone: phoneSchema,
		type: optional(openWord('Type', recipientWords.type)),
		method: optional(openWord('Delivery', recipientWords.method)),
		device_id: text('Device ID'),
		subject: text('Subject'),
		body: text('Message').transform((body) => body?.replaceAll('[url]', URL_TAG)),
		require_sms_validation: optional(flag('Require SMS Validation')),
		// The service knows this switch as on only.
		sms_code: optional(flag('Require SMS Code')).transform((isOn) => isOn || undefined),
		sign_with_digital_certificate_file: optional(flag('Sign With Certificate')),
		digital_certificate_name: optional(certificateName),
		require_photo: optional(perDocument('Required Photos')),
		require_photo_id: optional(perDocument('Required Photo IDs')),
		require_file_attachment: optional(schemaFor(attachmentsSchema)),
		widgets: optional(widgetsSchema(context)),
	});

export type Recipient = z.output<ReturnType<typeof fieldsSchema>>;

/** A recipient in the service's words (docs/service.md#recipients). */
export const recipientSchema = ({ sms, ...widgetContext }: RecipientContext) =>
	withRules(fieldsSchema(widgetContext), (recipient) => recipientProblems(recipient, sms));

/** As `perDocument`, or a list of what to attach. */
function attachmentsSchema(value: unknown): FieldSchema<number | (number | Attachment)[]> {
	if (isEmptyObject(value)) {
		return z.never({ message: 'Required Attachments by Type: add at least one, or remove it' });
	}
	if (!Array.isArray(value) && typeof value === 'object') {
		return z.never({
			message: 'Required Attachments must be either numbers or a list of attachments by type',
		});
	}
	return Array.isArray(value) && value.some((entry) => typeof entry === 'object')
		? numberedList(value, attachmentSchema)
		: perDocument('Required Attachments');
}

/** A number for every document, or a list with one for each (docs/service.md#photos-and-attachments). */
const perDocument = (name: string) =>
	oneOrMany((number) => wholeNumber(number ? `${name} of document ${number}` : name, 0));

/** Names what a recipient lacks. Options that send something by SMS need a phone too. */
function recipientProblems(recipient: Recipient, sms: boolean): string[] {
	const { email, phone, method, widgets = [] } = recipient;
	const channel = method ?? (sms ? 'sms' : 'email');
	const why = method === undefined ? 'Delivery Type' : 'Delivery';
	const forPhone: Record<string, boolean | undefined> = {
		[`Phone is needed when ${why} is SMS`]: channel === 'sms',
		'Phone is needed for Require SMS Validation': recipient.require_sms_validation,
		'Phone is needed for Require SMS Code': recipient.sms_code,
	};
	const lacksDevice = channel === 'device' && recipient.device_id === undefined;
	const lacksCertificate = !widgets.some(({ type }) => type === 'dcf');
	return [
		...when(channel === 'email' && email === undefined, 'Email is empty'),
		...Object.keys(forPhone).filter((message) => phone === undefined && forPhone[message]),
		...when(lacksDevice, 'Device ID is needed when Delivery is Device'),
		...when(
			lacksCertificate && recipient.sign_with_digital_certificate_file === true,
			'Sign With Certificate needs a widget of the type Digital Certificate',
		),
	];
}
