// Problems and hints about damaged, encrypted or unsuitable files, found in their content.

import { showValue } from '../transport/errors/shown';
import { begins, doc, edgesOf, formatOf, pdf, zip } from '../transport/files/fileFormat';
import type { InputFile } from './files';
import { textIf } from './hints';

/** The problem with a file to sign: the service takes PDF, DOC and DOCX files (docs/service.md#known-refusals). */
export function documentProblem(content: Buffer, fileName: string): string | undefined {
	if (wasReadAsText(content)) return READ_AS_TEXT;
	// The service may know better whether a file named as a Word file is one, so it is sent with a hint.
	const isKnown = !isOtherFile(content) || /\.docx?$/i.test(fileName);
	const damage = damageProblem(content);
	return damage ?? (isKnown ? undefined : 'is not a PDF, DOC or DOCX file');
}

const isOtherFile = (content: Buffer) => [undefined, zip].includes(formatOf(content));

/** Hints about files to sign that the service may not be able to sign. */
export const documentHints = (files: readonly InputFile[]): string[] =>
	files.flatMap(({ fileName, content, isProtected, read }) => [
		...textIf(
			isProtected === true,
			`${showValue(fileName)} is encrypted, with a password or against changes: Signaturit may not be able to have it signed`,
		),
		...textIf(
			!read && isOtherFile(content),
			`${showValue(fileName)} is no Word file by its content: Signaturit may refuse it`,
		),
	]);

/** Hints about damaged files that are only certified: they are sent all the same. */
export const damageHints = (files: ReadonlyArray<Pick<InputFile, 'fileName' | 'content'>>) =>
	files.flatMap(({ fileName, content }) => {
		const damage = damageProblem(content);
		return textIf(
			damage !== undefined,
			`${showValue(fileName)} ${damage}. It is certified as it is`,
		);
	});

const READ_AS_TEXT =
	'was read as text on its way here: choose File as the response format of the node before';

/** The problem with a file that begins as a PDF, a ZIP or a file of an Office program, but is not whole. */
function damageProblem(content: Buffer): string | undefined {
	const edges = edgesOf(content);
	const format = [pdf, zip, doc].find((one) => begins(one, edges));
	if (!format) return undefined;
	if (wasReadAsText(content)) return READ_AS_TEXT;
	if (format.isWhole(edges)) return undefined;
	// Files of Word begin as those of other programs do.
	return format === pdf
		? 'is not a complete PDF'
		: 'is not complete: its end is missing or damaged';
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
