// Refuses widgets on a page, or at an anchor word, that no file has.

import type { SourceFile } from '../domain/files/sourceFile';
import { invalid } from '../domain/refusal';
import { wordsOf } from '../pdf/words';
import type { RecipientInput } from '../validation/signature';

/** @throws Refusal invalid for a widget on a page that no file has. */
export function checkPages(recipients: RecipientInput[], files: SourceFile[]): void {
	// The number of pages of a DOC or DOCX is not known here.
	if (files.some((file) => file.pages === undefined)) return;
	const last = Math.max(...files.map((file) => file.pages ?? 0));
	recipients.forEach((recipient, r) =>
		(recipient.widgets ?? []).forEach((widget, w) => {
			if (widget.word_anchor !== undefined || (widget.page ?? 1) <= last) return;
			const name = `recipients[${r}][widgets][${w}][page]`;
			throw invalid(`Invalid ${name}`, [`${name}: must be 1 to ${last}`]);
		}),
	);
}

/**
 * @throws Refusal invalid for a word_anchor that is in no file (docs/service.md#word-anchors). The
 * words of DOC and DOCX files are not known here.
 */
export async function checkAnchors(
	recipients: RecipientInput[],
	files: SourceFile[],
): Promise<void> {
	if (files.some((file) => file.kind !== 'pdf')) return;
	for (const [r, recipient] of recipients.entries()) {
		for (const [w, { word_anchor: anchor }] of (recipient.widgets ?? []).entries()) {
			if (anchor === undefined) continue;
			const words = (await Promise.all(files.map(wordsOf))).flat();
			if (words.some((word) => word.text === anchor)) continue;
			const name = `recipients[${r}][widgets][${w}][word_anchor]`;
			throw invalid(`Invalid ${name}`, [`${name}: the word ${anchor} is not in the document`]);
		}
	}
}
