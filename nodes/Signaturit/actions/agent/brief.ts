// Shortens the output of an operation for a model: IDs, links and numbers stay first.

// How the output of an operation is shortened for a model.
import { cut } from '../../transport/errors/shown';

/** Longest text in an answer that is no list, in characters. */
const MOST_TEXT = 300;

const lengthOf = (value: unknown) => JSON.stringify(value).length;

/**
 * A value in at most `most` characters of JSON, without what is empty; `undefined` if nothing of it fits. Texts are cut
 * at a fixed length, so that none pushes out the others. Of all else, lists and objects are left out first.
 */
export function brief(value: unknown, most: number, key = ''): unknown {
	if (value === undefined || value === null || value === '' || most <= 0) return undefined;
	if (typeof value !== 'object') {
		const short = isWhole(key, value) ? value : cut(String(value), MOST_TEXT);
		return lengthOf(short) <= most ? short : undefined;
	}
	const isList = Array.isArray(value);
	const parts = Object.entries(value);
	if (!isList) parts.sort(([a, one], [b, other]) => rank(a, one) - rank(b, other));
	const kept: Array<[string, unknown]> = [];
	let left = most - (isList ? lengthOf([moreWords(parts.length)]) : lengthOf({}));
	for (const [name, part] of parts) {
		const own = isList ? 1 : lengthOf(name) + 2;
		const short = brief(part, left - own, isList ? key : name);
		if (short === undefined) continue;
		kept.push([name, short]);
		left -= own + lengthOf(short);
	}
	if (kept.length === 0) return undefined;
	if (!isList) return Object.fromEntries(kept);
	const shown = kept.map(([, short]) => short);
	return parts.length > kept.length ? [...shown, moreWords(parts.length - kept.length)] : shown;
}

const moreWords = (count: number) => `… and ${count} more`;

/** IDs, links and numbers come first, then texts, then lists and objects. */
const rank = (key: string, value: unknown) =>
	typeof value === 'object' ? 2 : isWhole(key, value) ? 0 : 1;

/** Whether a value is of no use when it is shortened, e.g. an ID or a link. */
const isWhole = (key: string, value: unknown) =>
	typeof value !== 'string' || /(^|_)(id|url)s?$|(Id|Url)s?$/i.test(key) || /^https?:/.test(value);
