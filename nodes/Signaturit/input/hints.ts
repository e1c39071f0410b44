import { showValue } from '../transport/errors/shown';
import {
	begins,
	doc,
	docx,
	edgesOf,
	formatOf,
	pdf,
	zip,
	type FileFormat,
} from '../transport/files/fileFormat';
import type { InputFile } from './files';

// What may be wrong with the texts and files that are sent. The service decides, so the user gets hints. Only a file to
// sign of which it is certain is refused.

/** A list of the hint, or of the problem, if it applies; otherwise an empty list. */
export const textIf = (applies: boolean, text: string): string[] => (applies ? [text] : []);

/** Hints about the texts that are sent, by their names in the panel (docs/service.md#known-refusals). */
export const addressHints = (texts: Readonly<Record<string, string | undefined>>): string[] =>
	Object.entries(texts).flatMap(([name, text = '']) =>
		textIf(
			/https?:\/\/|www\./i.test(text),
			`${name} has a web address: Signaturit may refuse texts with http://, https:// or www.`,
		),
	);

/** Accented letters and dashes after Windows or a web page has read UTF-8 as another encoding: `Ã©` for é. */
const MISREAD = /[ÂÃ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜\u2013-\u203a€™]|â[€‚\u0080\u0082]/;

/** Hints about texts that may have been read in the wrong encoding, by their names in the panel. */
export const encodingHints = (texts: Readonly<Record<string, string | undefined>>): string[] =>
	Object.entries(texts).flatMap(([name, text = '']) =>
		textIf(
			MISREAD.test(text),
			`${name} ${showValue(text)} looks as if it was read in the wrong encoding: choose the right one where the file is read`,
		),
	);

/** Longest SMS, in characters; longer ones are cut off (docs/service.md#text-lengths). */
const MAX_SMS_LENGTH = 120;

/** Hints about a text that is sent as an SMS. */
export const smsHints = (name: string, text = ''): string[] =>
	textIf(
		[...text].length > MAX_SMS_LENGTH,
		`${name} is longer than ${MAX_SMS_LENGTH} characters: Signaturit cuts it off there, perhaps with the link`,
	);

/** A number with a country code. Few countries have short ones (ITU-T E.164); Spain has 9 digits without the code. */
const internationalNumber = /^(?!0)(\d{10,15}|(298|299|376)\d{6})$/;

/** Hints about the phones of recipients. */
export const phoneHints = (recipients: ReadonlyArray<{ phone?: string }>): string[] =>
	recipients.flatMap(({ phone }, index) =>
		textIf(
			phone !== undefined && !internationalNumber.test(phone),
			`Recipient ${index + 1}: Phone has no country code that is known, e.g. 34 for Spain: 34600000000`,
		),
	);

/** The problem with a file to sign: the service takes PDF, DOC and DOCX files (docs/service.md#known-refusals). */
export function documentProblem(content: Buffer, fileName: string): string | undefined {
	if (wasReadAsText(content)) return READ_AS_TEXT;
	// The service may know better whether a file named as a Word file is one, so it is sent with a hint.
	const isKnown = !isOtherFile(content) || /\.docx?$/i.test(fileName);
	const damage = damageProblem(content, [pdf, docx, doc]);
	return damage ?? (isKnown ? undefined : 'is not a PDF, DOC or DOCX file');
}

const isOtherFile = (content: Buffer) => [undefined, zip].includes(formatOf(content));

/** Hints about files to sign that the service may not be able to sign. */
export const documentHints = (files: readonly InputFile[]): string[] =>
	files.flatMap(({ fileName, content, isProtected, read }) => [
		...textIf(
			isProtected === true,
			`${showValue(fileName)} is protected with a password: Signaturit may not be able to have it signed`,
		),
		...textIf(
			!read && isOtherFile(content),
			`${showValue(fileName)} is no Word file by its content: Signaturit may refuse it`,
		),
	]);

/** Hints about damaged files that are only certified: they are sent all the same. */
export const damageHints = (files: ReadonlyArray<Pick<InputFile, 'fileName' | 'content'>>) =>
	files.flatMap(({ fileName, content }) => {
		const damage = damageProblem(content, [pdf, zip, doc]);
		return textIf(
			damage !== undefined,
			`${showValue(fileName)} ${damage}. It is certified as it is`,
		);
	});

const READ_AS_TEXT =
	'was read as text on its way here: choose File as the response format of the node before';

/** The problem with a file that begins as one of these formats, but is not whole. */
function damageProblem(content: Buffer, formats: readonly FileFormat[]): string | undefined {
	const edges = edgesOf(content);
	const format = formats.find((one) => begins(one, edges));
	if (!format) return undefined;
	if (wasReadAsText(content)) return READ_AS_TEXT;
	return format.isWhole(edges) ? undefined : `is not a complete ${format.name}`;
}

/** The mark that a decoder puts in the place of bytes that are not UTF-8. */
const REPLACEMENT = Buffer.from('\uFFFD');

/** Whether bytes were lost in it because it was decoded. Two of these marks are no accident in the first kilobyte. */
function wasReadAsText(content: Buffer): boolean {
	const first = content.indexOf(REPLACEMENT);
	const second = first < 0 ? -1 : content.indexOf(REPLACEMENT, first + REPLACEMENT.length);
	return second >= 0 && (second < 1024 || isUtf8(content));
}

function isUtf8(content: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(content);
		return true;
	} catch {
		return false;
	}
}
