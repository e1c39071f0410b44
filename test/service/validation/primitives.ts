// The basic kinds of parameters, such as text, flag, date, email and file.

import { z } from 'zod';

import { UploadedFile } from '../domain/files/uploadedFile';

const isMap = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	!(value instanceof UploadedFile);

/** A list without the gaps that indices leave. */
const withoutGaps = (value: unknown): unknown =>
	Array.isArray(value) ? value.filter((item) => item !== undefined) : value;

export const list = <T extends z.ZodTypeAny>(item: T) => z.preprocess(withoutGaps, z.array(item));

/** A list of texts or numbers. One of them may stand for a list (docs/service.md#accepted-variants). */
export const listOrOne = <T extends z.ZodTypeAny>(item: T) =>
	z.preprocess(
		(value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value),
		list(item),
	);

/** A list whose indices have a meaning: gaps stay as `undefined`. */
export const sparseList = <T extends z.ZodTypeAny>(item: T) =>
	z.preprocess(
		(value) => (Array.isArray(value) ? Array.from(value as unknown[]) : value),
		z.array(item.optional()),
	);

/** A boolean in the spellings of several languages (docs/service.md#accepted-variants). */
export const flag = z.preprocess(
	(value) => {
		if (typeof value === 'object') return value;
		const text = String(value).toLowerCase();
		if (text === 'true' || text === '1') return true;
		if (text === 'false' || text === '0' || text === '') return false;
		return value;
	},
	z.boolean({ message: 'must be 1 or 0' }),
);

const fromText = (value: unknown): unknown =>
	typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

const NUMBER = { invalid_type_error: 'must be a number', required_error: 'is required' };

const inRange = (number: z.ZodNumber, min: number, max: number) => {
	const isOpen = max === Infinity || max === Number.MAX_SAFE_INTEGER;
	const range = isOpen ? `must be at least ${min}` : `must be ${min} to ${max}`;
	return z.preprocess(fromText, number.min(min, range).max(max, range));
};

export const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
	inRange(z.number(NUMBER).int('must be an integer'), min, max);

export const number = (min: number, max = Infinity) => inRange(z.number(NUMBER), min, max);

const TEXT = { invalid_type_error: 'must be text', required_error: 'is required' };

const toText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

export const text = () => z.preprocess(toText, z.string(TEXT));

export const filledText = () =>
	z.preprocess(toText, z.string(TEXT).trim().min(1, 'must not be empty'));

export const choice = <T extends readonly [string, ...string[]]>(...values: T) =>
	z.enum(values, { errorMap: () => ({ message: `must be one of ${values.join(', ')}` }) });

/** An address as mail servers take it, without quotes (RFC 5322, dot-atom). */
const EMAIL =
	/^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i;

export const email = () => z.string(TEXT).regex(EMAIL, 'must be an email address');

/** Digits with the country code and no plus sign (docs/service.md#recipients). */
export const phone = () =>
	text().pipe(z.string().regex(/^\d+$/, 'must be digits with country code and no plus sign'));

export const webUrl = () =>
	z
		.string(TEXT)
		.refine(
			(value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
			'must be an http or https URL',
		);

const withZeros = (value: unknown): unknown =>
	typeof value === 'string'
		? value.replace(/(?<=^\d{4}-.*)\b\d\b/g, (digit) => `0${digit}`)
		: value;

/** A calendar date `YYYY-MM-DD`. Zeros may be missing (docs/service.md#filters). */
export const date = () => z.preprocess(withZeros, z.string(TEXT).date('must be a date YYYY-MM-DD'));

/** Pairs of key and value; `data[]=…` gets numbers as keys. */
export const pairs = () =>
	z.preprocess(
		(value) => (Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value),
		z.record(text(), { invalid_type_error: 'must be a map of keys and values' }),
	);

/**
 * Custom data to filter by, `data[key]=value`. A text is the value of the key `data`, as other keys stand in the
 * query by themselves (docs/service.md#filters).
 */
export const namedPairs = () =>
	z.preprocess((value) => (typeof value === 'string' ? { data: value } : value), pairs());

export const file = z.instanceof(UploadedFile, { message: 'must be a file' });

/** Files as a list, or by their names: `files[contract.pdf]` (docs/service.md#accepted-variants). */
export const files = z.preprocess(
	(value) => (isMap(value) ? Object.values(value) : withoutGaps(value)),
	z.array(file),
);

/** For what has no parameters. */
export const nothing = z.object({}).strict();

/** A value that may have several forms, which are told apart by the value itself. */
export const formOf = <Output>(
	schemaFor: (value: unknown) => z.ZodType<Output, z.ZodTypeDef, unknown>,
) =>
	z.unknown().transform((value, context): Output => {
		const result = schemaFor(value).safeParse(value);
		if (result.success) return result.data;
		for (const issue of result.error.issues) context.addIssue(issue);
		return z.NEVER;
	});

/** Adds issues to a value, each with the path of what is wrong in it. */
export const refuserIn =
	(context: z.RefinementCtx) =>
	(path: Array<string | number>, message: string): void =>
		context.addIssue({ code: 'custom', path, message });
