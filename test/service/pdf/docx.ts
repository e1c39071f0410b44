// Reads the paragraphs of a DOCX file.

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
	// Word Online calls the main part `document2.xml`.
	const filter = ({ name }: { name: string }) => /^word\/document\d*\.xml$/.test(name);
	const [part] = Object.values(unzipSync(await file.bytes(), { filter }));
	const xml = strFromU8(part ?? new Uint8Array());
	return xml
		.split('</w:p>')
		.map((paragraph) =>
			[...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
				.map(([, text = '']) => text)
				.join('')
				.replace(/&(?:\w+|#(\d+));/g, (entity, code?: string) =>
					code ? String.fromCodePoint(Number(code)) : (ENTITIES[entity] ?? entity),
				),
		)
		.filter((paragraph) => paragraph !== '');
}
