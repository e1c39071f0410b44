// How a value is shown in a message: cut, quoted, with its hidden characters visible.

import { DateTime } from 'luxon';
import { HIDDEN } from '../text';

/** Longest message and description of an error, in characters: n8n stores both several times. */
export const MAX_MESSAGE = 600;
export const MAX_DESCRIPTION = 2_000;

/** The beginning of a text that is longer than `most` characters, with `…`. It reads little more than it gives. */
export function cut(text: string, most: number): string {
	const start = [...text.slice(0, 2 * most + 1)];
	return start.length <= most ? text : `${start.slice(0, most - 1).join('')}…`;
}

/** As many of the lines as fit into `most` characters, and how many more there are. */
export function cutLines(lines: readonly string[], most: number): string[] {
	let length = 0;
	const fitting = lines.findIndex((line) => (length += line.length + 1) > most - 20);
	if (fitting < 0) return [...lines];
	const first = lines.slice(0, Math.max(1, fitting)).map((line) => cut(line, most - 20));
	return lines.length > first.length
		? [...first, `… and ${lines.length - first.length} more`]
		: first;
}

/** A text that ends as a sentence does. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Longest part of a value in a message, in characters. */
export const MAX_SHOWN = 80;

const HIDDEN_IN_LINES = new RegExp(`(?!\\n)[${HIDDEN}]`, 'gu');

/** The same, and blanks and hyphens that look like the usual ones. */
const UNSEEN = new RegExp(
	`[${HIDDEN}\\u00a0\\u2000-\\u200a\\u2010\\u2011\\u202f\\u205f\\u3000]`,
	'gu',
);

const codeOf = (character: string) =>
	`U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;

/** A text with the numbers of the characters that nobody sees, and of those that look like others, e.g. `U+00A0`. */
export const showUnseen = (text: string): string => text.replace(UNSEEN, codeOf);

/** A text with the numbers of the characters that nobody sees, e.g. `U+202E`. Line ends stay. */
export const showHidden = (text: string): string =>
	text.replaceAll('\r\n', '\n').replace(HIDDEN_IN_LINES, codeOf);

/** Longest text of a stranger in words of ours, in characters. */
const MAX_QUOTED = 300;

/** A text of a stranger in words of ours: in quotation marks, on one line, and cut after `most` characters. */
export function inQuotes(text: string, most = MAX_QUOTED): string {
	const start = text.slice(0, 2 * most).replaceAll('"', "'");
	return `"${cut(showHidden(start).replaceAll('\n', '\\n'), most)}"`;
}

/** Values that stand in a field for a file by mistake, and the way to make a file of each. */
const MISTAKES: ReadonlyArray<readonly [pattern: RegExp, what: string, advice: string]> = [
	[/^\s*data:[\w.+/-]*[;,]/i, 'a data URI', 'use Convert to File to make a file of it'],
	[/^\s*https?:\/\//i, 'a web address', 'use HTTP Request to get the file from there'],
	[
		/^\s*(?:JVBERi0|iVBORw0|\/9j\/|UEsDB|0M8R4)[\w+/=-]*|^[\w+/=\r\n-]{100,}$/,
		'base64',
		'use Convert to File to make a file of it',
	],
];

/** Recognizes a text that is a file, or its address, in place of a name, and says which node makes a file of it. */
export function mistakenFile(value: unknown): { what: string; advice: string } | undefined {
	if (typeof value !== 'string') return undefined;
	const start = value.slice(0, 1_000);
	const [, what, advice] = MISTAKES.find(([pattern]) => pattern.test(start)) ?? [];
	return what && advice ? { what, advice } : undefined;
}

/**
 * Any value in a message: at most 80 characters of it. A long text gets its kind too, e.g. base64. Characters that
 * nobody sees are shown by their numbers, e.g. `U+200B`.
 */
export function showValue(value: unknown): string {
	if (typeof value !== 'string') return cut(asText(value), MAX_SHOWN);
	const start = showUnseen(value.slice(0, 2 * MAX_SHOWN));
	const rest = value.length > 2 * MAX_SHOWN ? '…' : '';
	const text = `"${cut(start + rest, MAX_SHOWN)}"`;
	if (value.length <= MAX_SHOWN) return text;
	const { what = 'text' } = mistakenFile(value) ?? {};
	return `${text} (${what} of ${value.length} characters)`;
}

function asText(value: unknown): string {
	if (DateTime.isDateTime(value)) return value.toISO() ?? 'an invalid date';
	if (value instanceof Date && Number.isNaN(value.getTime())) return 'an invalid date';
	if (value instanceof Date) return value.toISOString();
	if (typeof value !== 'object') return String(value);
	try {
		// More of a text is not shown, and half an emoji takes six characters here.
		return JSON.stringify(value, (_, one: unknown) =>
			typeof one === 'string' ? one.slice(0, 2 * MAX_SHOWN) : one,
		);
	} catch {
		return 'an object';
	}
}
