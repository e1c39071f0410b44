// One entry of a list as a single line of text for a model.

// An entry of a list in one line, as a model is told of it.
import type { IDataObject } from 'n8n-workflow';
import { cut } from '../transport/errors/shown';
import { isPlainObject } from '../transport/shapes';
import { HIDDEN } from '../transport/text';

/** What is told of an entry. Its values may be a stranger's, and of any kind and length. */
export interface EntryLine {
	/** Shown whole. */
	id: unknown;
	/** When it was created, as the service writes it. */
	created: unknown;
	/** The entries that are not shown are counted by it. */
	status?: unknown;
	/** Told in place of the line. */
	entry?: IDataObject;
	/** All else. A list among them is shown with commas, and a list in that one with blanks. */
	values?: readonly unknown[];
}

/** The objects of a list; none if it is not a list. */
export const objectsIn = (list: unknown): IDataObject[] =>
	Array.isArray(list) ? list.filter(isPlainObject) : [];

/** Longest line, and longest value in it, in characters: the values of one entry must not push out all others. */
const MOST_LINE = 1_000;
const MOST_VALUE = 100;

/** How many entries of a list stand in a line at most. */
const MOST_IN_LINE = 10;

/** Between the parts of a line, of a list in it, and of an entry of that list. */
const SEPARATORS = [' | ', ', ', ' '];

const BLANKS = new RegExp(`[\\s${HIDDEN}]+`, 'gu');

/** A value without blanks and separators, so it needs no quotation marks. */
const WORD = /^[\p{L}\p{N}_.@+:/#?=&%~*-]+$/u;

const LINK = /^https?:/i;

/** A value of the service as text in a single line; empty if it is neither text nor a number. */
export function singleLine(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return String(value).slice(0, MOST_LINE).replace(BLANKS, ' ').trim();
}

/** A value as it stands in a line. Quotation marks show where a text with blanks ends, whatever it says. */
function quoted(value: unknown): string {
	const text = singleLine(value);
	const short = LINK.test(text) ? text : cut(text, MOST_VALUE);
	return short === '' || WORD.test(short) ? short : `“${short.replace(/[“”]/g, '"')}”`;
}

function joined(values: readonly unknown[], [separator = ' ', ...inner] = SEPARATORS): string {
	const more = values.length - MOST_IN_LINE;
	const texts = values
		.slice(0, MOST_IN_LINE)
		.map((value) => (Array.isArray(value) ? joined(value, inner) : quoted(value)));
	return [...texts, more > 0 ? `and ${more} more` : ''].filter(Boolean).join(separator);
}

/** The text of a line: the ID, the day, the status, then all else; at most 1,000 characters. */
export function lineText({ id, created, status, values = [] }: EntryLine): string {
	const day = /^\d{4}-\d\d-\d\d/.exec(singleLine(created))?.[0];
	const rest = joined([day, status, ...values]);
	return cut([singleLine(id), rest].filter(Boolean).join(' | '), MOST_LINE);
}
