// Tokens, strings and names in the text of a PDF.

// The text that a PDF is made of (ISO 32000-1, 7.2 and 7.3): its tokens, strings and names.

/** A token, or a comment. */
export const TOKEN =
	/%[^\r\n]*|\d{1,10}[\0\t\n\f\r ]{1,9}\d{1,5}[\0\t\n\f\r ]{1,9}R\b|<<|>>|<[^<>]*>|\/?[^\0\t\n\f\r ()<>[\]{}/%]+|[^\0\t\n\f\r ]/g;
/** How much deeper what follows such a token is. */
export const NESTING: Readonly<Record<string, number>> = { '<<': 1, '[': 1, '>>': -1, ']': -1 };

/** The match of a sticky expression here, or of a global one from here on. */
export const matchAt = (pattern: RegExp, text: string, at: number) => {
	pattern.lastIndex = at;
	return pattern.exec(text);
};

/** Where the string in parentheses that begins here ends; -1 if it does not. */
export function afterString(text: string, start: number): number {
	for (let at = start, open = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '\\') at++;
		else if (character === '(') open++;
		else if (character === ')' && --open === 0) return at + 1;
	}
	return -1;
}

/** A name, or names in a text, without codes for characters. */
export const plainName = (name: string) =>
	name.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
