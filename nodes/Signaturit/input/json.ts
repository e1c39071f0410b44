import { cut } from '../transport/errors/shown';
import { isPlainObject } from '../transport/shapes';
import { bare, lettersOf } from './doors';
import { isBlank, Unfound } from './schemas';

/** The advice for JSON that an expression has made of texts. */
const ADVICE =
	'In an expression, valid JSON is written with {{ JSON.stringify(…) }}, e.g. {{ JSON.stringify($json.list) }}';

/** A block that models put around code. */
const FENCE = /^```[\w-]*[^\S\n]*\n([^]*?)\n?\s*```$/;

/**
 * The value in a JSON field. Takes JSON as text, also in a code fence or as JSON in JSON, and any value that an
 * expression gives in its place. A value under the field's name, e.g. `{"recipients": […]}`, is taken out of it.
 *
 * @param displayName of the field, e.g. `Custom Data`. The value may stand under it or under `name`
 * @returns `null` for a blank, `Unfound` for text that is not JSON
 */
export function readJson(value: unknown, displayName: string, name = displayName): unknown {
	if (isBlank(value)) return null;
	// JSON in JSON, as models and databases give it.
	const read = parsedText(parsedText(value, displayName), displayName);
	if (!isPlainObject(read)) return read;
	const [[key = '', inner] = [], ...moreEntries] = Object.entries(read);
	const isWrapped =
		moreEntries.length === 0 && [displayName, name].map(lettersOf).includes(lettersOf(key));
	return isWrapped && typeof inner === 'object' ? inner : read;
}

function parsedText(value: unknown, displayName: string): unknown {
	if (typeof value !== 'string') return value;
	const text = bare(value);
	const json = FENCE.exec(text)?.[1] ?? text;
	try {
		return JSON.parse(json) as unknown;
	} catch {
		const place = placeIn(json, errorIn(json));
		return new Unfound(`${displayName} (JSON) is not valid JSON: ${place}`, ADVICE);
	}
}

/** The place and the words around it, e.g. `line 2, column 14, near "x": "O"B`. */
function placeIn(text: string, position: number): string {
	const lines = text.slice(0, position).split('\n');
	const column = (lines.at(-1) ?? '').length + 1;
	const near = text
		.slice(Math.max(0, position - 20), position + 20)
		.replace(/\s+/g, ' ')
		.trim();
	return `line ${lines.length}, column ${column}${near && `, near ${cut(near, 60)}`}`;
}

/**
 * The index where a text stops being JSON; its length if it only lacks an end. JavaScript's own errors do not always
 * tell it.
 */
export function errorIn(text: string): number {
	let [good, bad] = [0, text.length + 1];
	while (bad - good > 1) {
		const middle = Math.floor((good + bad) / 2);
		if (canGoOn(text.slice(0, middle))) good = middle;
		else bad = middle;
	}
	return good;
}

/** Whether a text is JSON, or the beginning of JSON. */
function canGoOn(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch (error) {
		const message = String(error);
		const [, position] = /at position (\d+)/.exec(message) ?? [];
		return /end of JSON|Unterminated string/.test(message) || Number(position) === text.length;
	}
}
