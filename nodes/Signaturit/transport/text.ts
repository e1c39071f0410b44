// Characters that nobody can see or read, and text without the blanks around it.

// Which characters of a text nobody can see or read, and where the text without the blanks around it begins and ends.
// Texts come from strangers, e.g. from a form, so each function reads a text once at most.

/** Characters that show nothing: controls, marks of direction, joiners, fillers. */
const NOTHING = '\\x01-\\x1f\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}\\u2800\\ufffe\\uffff';

/** The same, and characters that stand for no letter: NUL, half of an emoji (a lone surrogate), private use. */
export const HIDDEN = `${NOTHING}\\0\\p{Cs}\\p{Co}`;

const UNSEEN = new RegExp(`^[\\s${NOTHING}]$`, 'u');

/** They belong to the character before them, as in an emoji. */
const MARK = /^[\p{M}\u{e0020}-\u{e007f}]$/u;

/** What a character is; 0 is one that was not looked at yet. */
const SEEN = 1;
const BLANK = 2;
const BLANK_MARK = 3;

/** By code point. Texts may be long, and a pattern for each character takes ten times the time. */
const kinds = new Uint8Array(0x110000);

function kindOf(codePoint: number): number {
	const known = kinds[codePoint];
	if (known) return known;
	const character = String.fromCodePoint(codePoint);
	const unseen = MARK.test(character) ? BLANK_MARK : BLANK;
	return (kinds[codePoint] = UNSEEN.test(character) ? unseen : SEEN);
}

const widthOf = (codePoint: number) => (codePoint > 0xffff ? 2 : 1);

/** Where the first character begins that can be seen, and is none of `more`; the text's length if there is none. */
function startOf(text: string, more: string): number {
	let start = 0;
	// Most blanks are one unit of the text. Half of a pair is of no kind that is skipped here.
	while (start < text.length && kindOf(text.charCodeAt(start)) === BLANK) start++;
	for (let code = text.codePointAt(start); code !== undefined; code = text.codePointAt(start)) {
		if (kindOf(code) === SEEN && !more.includes(String.fromCodePoint(code))) break;
		start += widthOf(code);
	}
	return start;
}

/** The code point that ends there. */
function codePointBefore(text: string, end: number): number {
	const unit = text.charCodeAt(end - 1);
	const pair = unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(end - 2) : undefined;
	return pair !== undefined && pair > 0xffff ? pair : unit;
}

/** Whether a text has no character that can be seen. It may have none at all. */
export function isUnseenText(text: string): boolean {
	// White space first: the engine skips it in a quarter of the time.
	const rest = text.trimStart();
	return startOf(rest, '') === rest.length;
}

/** The text without the blanks and other unseen characters around it. Those inside it stay: some join letters. */
export const bare = (text: string): string => bareOf(text, '', '');

/** As `bare`, without these characters before the text either, and without those behind it. */
export function bareOf(given: string, before: string, after: string): string {
	const text = given.trim();
	const start = startOf(text, before);
	let end = text.length;
	while (end > start && kindOf(text.charCodeAt(end - 1)) === BLANK) end--;
	while (end > start) {
		const code = codePointBefore(text, end);
		if (kindOf(code) !== BLANK && !after.includes(String.fromCodePoint(code))) break;
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
