import { strFromU8, unzipSync } from 'fflate';

import type { SourceFile } from '../domain/files/sourceFile';

const ENTITIES: Record<string, string> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&apos;': "'",
};

/** The paragraphs of a DOCX, or a note that a DOC cannot be read. */
export async function paragraphsOf(file: SourceFile): Promise<string[]> {
	if (file.kind !== 'docx') return ['(The text of DOC files is not shown by the local service.)'];
	const name = 'word/document.xml';
	const parts = unzipSync(await file.bytes(), { filter: (part) => part.name === name });
	const xml = strFromU8(parts[name] ?? new Uint8Array());
	return xml
		.split('</w:p>')
		.map((paragraph) =>
			[...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
				.map(([, text = '']) => text)
				.join('')
				.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
		)
		.filter((paragraph) => paragraph !== '');
}
