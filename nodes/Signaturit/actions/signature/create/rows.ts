// Turns the panel's rows for attachments and widgets into the words of the service.

import { z } from 'zod';
import { text, wholeNumber } from '../../../input/doors';
import { option } from '../../../input/fields';
import { isEmptyObject, mapList, rowsOrNone } from '../../../input/values';
import { openObject, openWord } from '../../../input/words';
import { splitNumbers, whenOn, wordParameter, type Row } from '../../../input/parameters';
import {
	isBlank,
	numberedList,
	oneOrMany,
	optional,
	Unfound,
	type FieldSchema,
} from '../../../input/schemas';
import { LAST_PAGE, NO_WORD } from './widget.schema';
import { placeChoice, typeChoice } from './widgetFields';

/** The kinds of papers that a recipient can be asked for (docs/service.md#photos-and-attachments). */
export const paper = wordParameter('Type', 'type', {
	default: 'idDocument',
	options: [
		option('Driver License', 'drivingLicense'),
		option('ID Card', 'idDocument'),
		option('Other', 'other'),
		option('Passport', 'passport'),
		option('Proof of Address', 'proofOfAddress'),
	],
});

const attachmentSchema = (number: number) =>
	openObject(`Attachment ${number}`, {
		type: openWord(`Type of attachment ${number}`, paper.words),
		description: text(`Description of attachment ${number}`),
	}).refine(
		({ type, description }) => type !== 'other' || description !== undefined,
		`Description of attachment ${number} is needed, as its type is Other`,
	);

type Attachment = z.output<ReturnType<typeof attachmentSchema>>;

/** A number for every document, or a list with one for each (docs/service.md#photos-and-attachments). */
export const countsSchema = (name: string) =>
	oneOrMany((number) => wholeNumber(number ? `${name} of document ${number}` : name, 0));

/** As `countsSchema`, or a list of attachments. */
export function attachmentsSchema(value: unknown): FieldSchema<number | (number | Attachment)[]> {
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
		: countsSchema('Required Attachments');
}

/** Numbers or a list by type. Giving both is invalid; the schema rejects it. */
export function attachmentsFromRow(entered: unknown, { fileAttachments }: Row): unknown {
	const numbers = splitNumbers(entered);
	const types = rowsOrNone(fileAttachments, 'attachment');
	return isBlank(numbers) || types === undefined ? (types ?? numbers) : { numbers, types };
}

/** The rows of a recipient's widgets in the service's words, not validated yet. */
export const widgetsFromRows = (widgets: unknown) =>
	mapList(rowsOrNone(widgets, 'widget'), widgetFromRow);

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
		const word = isBlank(row.word) ? NO_WORD : row.word;
		return { word_anchor: word, left: row.wordLeft, top: row.wordTop, width, height };
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
