// Fills a PDF's form fields, and writes the widgets' values on its pages.

import {
	PDFCheckBox,
	PDFDropdown,
	PDFTextField,
	StandardFonts,
	PDFDocument,
	type PDFFont,
	type PDFImage,
} from '@cantoo/pdf-lib';

import { fieldName } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import type { Widget } from '../domain/signatures/model';
import { drawStrokes, printable } from './layout';
import { placesOf, usualHeight, widgetsOn, type Place } from './places';
import { drawOnShown } from './shown';

/** The smallest text in points that can still be read. */
const SMALLEST = 4;

/** Whether the sent file has something filled in or stamped. */
export const isConfigured = (item: SigningItem): boolean =>
	widgetsOn(item).some((widget) => !widget.editable) ||
	(!item.document.file.template &&
		item.document.file.fieldNames.some((name) => name in item.request.fill));

/** Fills the form fields that `data` names and locks them (docs/service.md#custom-data). */
export function fillForm(pdf: PDFDocument, { request, document }: SigningItem): void {
	if (document.file.template) return;
	for (const field of pdf.getForm().getFields()) {
		const value = request.fill[field.getName()];
		if (value === undefined) continue;
		if (field instanceof PDFTextField) field.setText(printable(value));
		if (field instanceof PDFCheckBox && /^(1|true|yes|on|x)$/i.test(value)) field.check();
		if (field instanceof PDFDropdown && field.getOptions().includes(value)) field.select(value);
		field.enableReadOnly();
	}
}

/**
 * Writes the values of widgets at their places.
 *
 * @param signed whether to write what the signer filled in, too; otherwise only fixed values.
 */
export async function stampWidgets(
	pdf: PDFDocument,
	item: SigningItem,
	signed: boolean,
): Promise<void> {
	const plain = await pdf.embedFont(StandardFonts.Helvetica);
	const hand = await pdf.embedFont(StandardFonts.TimesRomanItalic);
	for (const widget of widgetsOn(item)) {
		if (widget.editable && !signed) continue;
		const { images, drawings, values } = item.document;
		const image = images[fieldName(widget)];
		const picture = image && (await embedImage(pdf, image));
		const drawing = drawings[fieldName(widget)];
		const text = printable(textOf(widget, values));
		const font = widget.type === 'signature' ? hand : plain;
		for (const place of await placesOf(pdf, item, widget)) {
			drawOnShown(place.page, () => {
				if (picture) drawPicture(place, picture);
				else if (drawing) drawStrokes(place.page, drawing, place);
				else if (text) drawWords(place, text, font, sizeOf(text, font, widget, place));
			});
		}
	}
}

function drawPicture({ page, x, top, width, height }: Place, picture: PDFImage): void {
	const size = picture.scaleToFit(width, height);
	page.drawImage(picture, { x, y: top - size.height, ...size });
}

function drawWords({ page, x, top }: Place, text: string, font: PDFFont, size: number): void {
	page.drawText(text, { x, y: top - size, size, font });
}

/** The size of a text in points: larger in a field that is higher than usual, and never wider than the field. */
function sizeOf(text: string, font: PDFFont, { type }: Widget, place: Place): number {
	const usual = type === 'signature' ? 18 : 10;
	const scaled = (usual * place.height) / usualHeight(type, place);
	const fitting = place.width / font.widthOfTextAtSize(text, 1);
	return Math.max(Math.min(scaled, fitting), SMALLEST);
}

function textOf(widget: Widget, values: Record<string, string>): string {
	const value = widget.editable ? (values[fieldName(widget)] ?? '') : widget.default;
	if (widget.group) return value === String(widget.group.index) ? 'X' : '';
	if (widget.type === 'check' && !widget.yesNo) return value === '1' ? 'X' : '';
	if (widget.type === 'digital certificate') return value && `Signed with ${value}`;
	return widget.type === 'image' ? '' : value;
}

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50;

/** Whether these are the bytes of a PNG or JPEG that can be stamped. */
export async function isImage(bytes: Uint8Array): Promise<boolean> {
	try {
		await embedImage(await PDFDocument.create(), bytes);
		return true;
	} catch {
		return false;
	}
}

const embedImage = (pdf: PDFDocument, bytes: Uint8Array) =>
	isPng(bytes) ? pdf.embedPng(bytes) : pdf.embedJpg(bytes);
