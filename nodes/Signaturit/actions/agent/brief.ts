import type { IDataObject } from 'n8n-workflow';
import { isPlainObject } from '../../transport/plainObject';
import { cut } from '../../transport/errors/shown';

/** Longest text, in characters, and most entries of a list that are told: from what is best for a model to the least. */
const DEGREES = [
	[1_000, 50],
	[200, 20],
	[80, 10],
	[40, 5],
	[20, 3],
	[0, 1],
] as const;

type Degree = (typeof DEGREES)[number];

/** So many entries of a list a model is told of at most. */
const MOST_ENTRIES = [50, 25, 10, 5, 2, 1];

/** What `tell` makes of the first option whose JSON has at most so many characters, or of the last one. */
function firstWithin<Option>(
	most: number,
	options: readonly Option[],
	tell: (option: Option) => IDataObject,
): IDataObject {
	let told: IDataObject = {};
	for (const option of options) {
		told = tell(option);
		if (JSON.stringify(told).length <= most) break;
	}
	return told;
}

/** An object in at most so many characters of JSON, as far as its IDs and links allow. */
export const brief = (json: IDataObject, most: number): IDataObject =>
	firstWithin(most, DEGREES, (degree) => shorterOf(json, degree) as IDataObject);

/** As many entries of a list as a model is told of in so many characters, and how many more there are. */
export function briefList(entries: readonly IDataObject[], most: number): IDataObject {
	const options = MOST_ENTRIES.flatMap((count) => DEGREES.map((degree) => ({ count, degree })));
	return firstWithin(most, options, ({ count, degree }) => {
		const told = entries.slice(0, count).map((entry) => shorterOf(entry, degree) as IDataObject);
		const more = entries.length - told.length;
		return { entries: told, ...(more > 0 && { more }) };
	});
}

/** What cannot be shortened without losing its use. */
const isWhole = (key: string, value: unknown) =>
	typeof value !== 'string' || /(^|_)(id|url)s?$|(Id|Url)s?$/i.test(key) || /^https?:/.test(value);

/** A value without what is empty, with its texts and lists cut. */
function shorterOf(value: unknown, degree: Degree, key = ''): unknown {
	const [text, entries] = degree;
	if (Array.isArray(value)) {
		const told = value.slice(0, entries).map((entry: unknown) => shorterOf(entry, degree, key));
		const more = value.length - told.length;
		return more > 0 ? [...told, `… and ${more} more`] : told;
	}
	if (!isPlainObject(value))
		return isWhole(key, value) ? value : cut(String(value), Math.max(1, text));
	const kept = Object.entries(value).filter(([, each]) => !isEmpty(each));
	const most = Math.max(entries, DEGREES[2][1]);
	return Object.fromEntries(
		kept
			.filter(
				([name, each], index) => index < most || (isWhole(name, each) && !isPlainObject(each)),
			)
			.filter(([name, each]) => text > 0 || isWhole(name, each))
			.map(([name, each]) => [name, shorterOf(each, degree, name)]),
	);
}

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(isPlainObject(value) && Object.keys(value).length === 0);
