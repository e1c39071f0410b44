// Turns the panel's rows for attachments and widgets into the words of the service.

import { z } from 'zod';
import { text, wholeNumber } from '../../../input/doors';
import { option } from '../../../input/fields';
import { isEmptyObject, mapList, rowsOrNone } from '../../../input/rows';
import { openObject, openWord } from '../../../input/words';
import { parametersOf, splitNumbers, wordParameter, type Row } from '../../../input/parameters';
import {
	isBlank,
	numberedList,
	oneOrMany,
	optional,
	Unfound,
	type FieldSchema,
} from '../../../input/schemas';
import { LAST_PAGE, placeChoice, typeChoice } from './widgetPlace';
import { commonTable, tableOf } from './widgetTable';

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

/** A usual place, in percent of the page: two are side by side, so that two signers can sign. */
const corner = (left: number) => ({
	...{ page: LAST_PAGE, left, top: 80, width: 25, height: 8 },
	...{ boxWidth: 3, boxHeight: 2 },
});

const corners: Readonly<Record<string, Row>> = { bottomLeft: corner(10), bottomRight: corner(65) };

/** The widget in the service's words (docs/service.md#widgets), not validated yet. */
export function widgetFromRow(row: Row): object {
	const place = optional(placeChoice).safeParse(row.place);
	if (!place.success) {
		return new Unfound(place.error.issues[0]?.message ?? '');
	}
	const type = typeChoice.safeParse(row.type).data ?? row.type;
	const usual = corners[place.data ?? ''];
	// A digital certificate needs no page (docs/service.md#widgets).
	const needsNoPage = usual !== undefined && type === 'dcf';
	const placed = { ...row, ...usual, ...(needsNoPage && { page: undefined }) };
	const table = { ...commonTable, ...tableOf(String(type)) };
	return parametersOf(table, { ...placed, type, place: place.data });
}
