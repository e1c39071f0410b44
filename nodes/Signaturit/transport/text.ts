// Which characters of a text nobody can see or read, and where the text without the blanks around it begins and ends.
// Texts come from strangers, e.g. from a form, so each function reads a text once at most.

/** Characters that show nothing: controls, marks of direction, joiners, fillers. */
const NOTHING = '\\x01-\\x1f\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}\\u2800\\ufffe\\uffff';

/** The same, and characters that stand for no letter: NUL, half of an emoji (a lone surrogate), private use. */
export const HIDDEN = `${NOTHING}\\0\\p{Cs}\\p{Co}`;

const UNSEEN = new RegExp(`^[\\s${NOTHING}]$`, 'u');

/** The code points that were found to be unseen. Others end the search for them. */
const unseen = new Set<number>();

function isUnseen(codePoint: number): boolean {
	if (unseen.has(codePoint)) return true;
	if (!UNSEEN.test(String.fromCodePoint(codePoint))) return false;
	unseen.add(codePoint);
	return true;
}

/** They belong to the character before them, as in an emoji. */
const MARK = /^[\p{M}\u{e0020}-\u{e007f}]$/u;

const isMark = (codePoint: number) =>
	codePoint > 0x2ff && MARK.test(String.fromCodePoint(codePoint));

const widthOf = (codePoint: number) => (codePoint > 0xffff ? 2 : 1);

/** Where the first character that can be seen begins; the text's length if there is none. */
function startOf(text: string): number {
	let start = 0;
	for (let code = text.codePointAt(0); code !== undefined; code = text.codePointAt(start)) {
		if (!isUnseen(code)) break;
		start += widthOf(code);
	}
	return start;
}

/** The code point that ends there. */
function codePointBefore(text: string, end: number): number {
	const pair = text.codePointAt(end - 2) ?? 0;
	return pair > 0xffff ? pair : text.charCodeAt(end - 1);
}

/** Whether a text has no character that can be seen. It may have none at all. */
export const isUnseenText = (text: string): boolean => startOf(text) === text.length;

/** The text without the blanks and other unseen characters around it. Those inside it stay: some join letters. */
export function bare(text: string): string {
	const start = startOf(text);
	let end = text.length;
	while (end > start) {
		const code = codePointBefore(text, end);
		if (!isUnseen(code) || isMark(code)) break;
		end -= widthOf(code);
	}
	return text.slice(start, end);
}

/** Stand in the place of what a program could not read: U+FFFD, NUL (UTF-16 read as UTF-8), half of an emoji. */
const UNREADABLE = /[\ufffd\0\p{Cs}]/u;

/** Whether a text was read in the wrong encoding, or cut off inside a character. */
export const isUnreadable = (text: string): boolean => UNREADABLE.test(text);

/** The longest name, key or file name that is looked at, in characters. No page of the vendor has a limit. */
export const MAX_NAME = 1_000;

/**
 * A text in which what looks the same is the same: macOS writes the é of a file's name in two pieces. Only its first
 * 1,000 characters count: the time grows with the square of the marks that follow each other.
 */
export const composed = (text: string): string => text.slice(0, MAX_NAME).normalize('NFC');
