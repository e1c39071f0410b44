// Reads the paragraphs of a DOCX, and writes hidden characters of a text as numbers.

import { strFromU8, unzipSync } from 'fflate';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The paragraphs of a DOCX. */
export function textOfDocx(file: Uint8Array): string[] {
	const xml = strFromU8(unzipSync(file)['word/document.xml'] ?? new Uint8Array());
	return xml
		.split('</w:p>')
		.slice(0, -1)
		.map((paragraph) =>
			[...paragraph.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)]
				.map(([, text = '']) => text)
				.join('')
				.replace(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? '?'),
		);
}

const PARTS: ReadonlyArray<readonly [from: number, to: number]> = [
	[0, 9],
	[11, 31],
	[0x7f, 0x9f],
	[0xad, 0xad],
	[0x200b, 0x200f],
	[0x2028, 0x202e],
	[0x2060, 0x206f],
	[0xd800, 0xdfff],
	[0xfe00, 0xfe0f],
	[0xfeff, 0xfeff],
];

/** A text in which some of the characters that nobody sees have their number, as the document shows them. */
export const withNumbers = (text: string): string =>
	[...text.replaceAll('\r\n', '\n')]
		.map((character) => {
			const code = character.codePointAt(0) ?? 0;
			const isHidden = PARTS.some(([from, to]) => code >= from && code <= to);
			return isHidden ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : character;
		})
		.join('');
