import { UserError } from 'n8n-workflow';
import { z } from 'zod';

type RowNames = Readonly<Record<string, string>>;

/**
 * Validates what the user entered, before anything is sent.
 *
 * @param schema its messages name the field as the panel does. An issue can say what to do in its parameter `advice`
 * @param rowNames for messages, by the list that the rows are in, e.g. `{ recipients: 'Recipient' }`
 * @throws UserError that names every problem at once, with its rows, counted from 1
 */
export function validated<Output>(
	schema: FieldSchema<Output>,
	input: unknown,
	rowNames: RowNames = {},
): Output {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;

	const { issues } = parsed.error;
	const problems = new Map(
		issues.map((issue) => [messageWithRow(issue, rowNames), adviceOf(issue)]),
	);
	const [[first, advice] = ['The input is invalid', '']] = problems;
	if (problems.size === 1) {
		const description = `Nothing was sent to Signaturit. ${advice}`.trimEnd();
		throw new UserError(first, { description });
	}
	const lines = [...problems].map((texts) => `• ${texts.filter(Boolean).join('. ')}`);
	throw new UserError(`${problems.size} fields need a correction before anything is sent`, {
		description: lines.join('\n'),
	});
}

function adviceOf(issue: z.ZodIssue): string {
	const advice: unknown = 'params' in issue ? issue.params?.advice : undefined;
	return typeof advice === 'string' ? advice : '';
}

function messageWithRow({ path, message }: z.ZodIssue, rowNames: RowNames): string {
	const place = path.flatMap((row, index) => {
		const rowName = rowNames[path[index - 1] ?? ''];
		return rowName && typeof row === 'number' ? [`${rowName} ${row + 1}`] : [];
	});
	return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
}

/** A schema for any value that the panel, an expression or a JSON field gives. */
export type FieldSchema<Output> = z.ZodType<Output, z.ZodTypeDef, unknown>;

/** Keeps the value after a problem: otherwise zod skips the rules about several fields. */
function keptAfterProblem<Output>(
	schema: FieldSchema<Output>,
	value: unknown,
	context: z.RefinementCtx,
): Output {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	parsed.error.issues.forEach(context.addIssue);
	return value as Output;
}

/** Validates a value by the schema that `choose` selects for it, so that the messages fit the value. */
export const schemaFor = <Output>(
	choose: (value: unknown) => FieldSchema<Output>,
): FieldSchema<Output> =>
	z.unknown().transform((value, context) => keptAfterProblem(choose(value), value, context));

/** Validates one field, with one message for whatever is wrong with it. */
export const field = <Output>(
	schema: FieldSchema<Output>,
	message: string | ((value: unknown) => string),
): FieldSchema<Output> =>
	z.unknown().transform((value, context) => {
		const parsed = schema.safeParse(value);
		if (parsed.success) return parsed.data;
		const words = typeof message === 'string' ? message : message(value);
		return keptAfterProblem(z.never({ message: words }), value, context);
	});

/** For a field that may be missing or blank. An expression without a value counts as missing. */
export const optional = <Output>(schema: FieldSchema<Output>): FieldSchema<Output | undefined> =>
	z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());

/** A list whose schemas get the number of the entry, counted from 1, for their messages. */
export const numberedList = <Output>(
	schemaOf: (number: number) => FieldSchema<Output>,
): FieldSchema<Output[]> =>
	z
		.array(z.unknown())
		.transform((entries, context) =>
			entries.map((entry, index) => keptAfterProblem(schemaOf(index + 1), entry, context)),
		);

/** A number, or a list of them: `schemaOf` gets the number of the entry, counted from 1, if it is in one. */
export const oneOrMany = (schemaOf: (number?: number) => FieldSchema<number>) =>
	schemaFor<number | number[]>((value) =>
		Array.isArray(value) ? numberedList(schemaOf) : schemaOf(),
	);

/** An object in a JSON field with these keys only. The message names unknown keys. */
export const strictObject = <Shape extends z.ZodRawShape>(what: string, shape: Shape) => {
	const errorMap: z.ZodErrorMap = (issue) => {
		if (issue.code !== 'unrecognized_keys') return { message: `${what} must be an object` };
		return { message: `${what} has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}` };
	};
	return z.object(shape, { errorMap }).strict();
};

/** Text, or the number that an expression gives in its place. */
export const anyText = z.union([z.string(), z.number()]).transform(String);

/** Text that may be missing. Expressions may give a number. `name` is the field's name in the panel. */
export const text = (name: string) => optional(field(anyText, `${name} must be text`));

/** Text that may be missing and has at most `max` characters. `taker` is what takes no more, in the message. */
export const shortText = (name: string, max: number, taker: string) =>
	text(name).refine(
		(value) => lengthOf(value) <= max,
		(value) => ({
			message: `${name} is ${lengthOf(value)} characters long: ${taker} takes at most ${max}`,
		}),
	);

const lengthOf = (value: unknown) => [...String(value ?? '')].length;

/** Text that must not be blank. It is sent unchanged. */
export const filledText = (name: string) =>
	field(
		anyText.refine((value) => !isBlank(value)),
		(value) => (isBlank(value) ? `${name} is empty` : `${name} must be text`),
	);

const trimmed = z.string().trim();

/** An address on the internet: the service refuses others without naming the field. */
export const email = (name: string) =>
	field(trimmed.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/), (value) => {
		if (isBlank(value)) return `${name} is empty`;
		return typeof value === 'string'
			? `${name} "${value}" is not an email address`
			: `${name} must be an email address`;
	});

export const emailSchema = email('Email');

export const webUrl = (name: string) =>
	field(
		trimmed.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url)),
		`${name} must start with http:// or https://`,
	);

/** A phone number that may be missing, in the form that the service takes. */
export const phoneSchema = optional(
	field(
		anyText.transform(plainPhone).refine((phone) => /^\d+$/.test(phone)),
		'Phone must be a number with its country code, e.g. 34600000000',
	),
);

const anyNumber = z.union([
	z.number().finite(),
	trimmed.regex(/^-?\d+(\.\d+)?$/).transform(Number),
]);

/** Makes schemas of numbers from `min` to `max`, both included. Expressions may give them as text. */
const ranged =
	(what: string, schema: z.ZodNumber) =>
	(name: string, min: number, max = Number.MAX_SAFE_INTEGER) => {
		const range =
			max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` between ${min} and ${max}`;
		return field(anyNumber.pipe(schema.min(min).max(max)), `${name} must be ${what}${range}`);
	};

export const numberFrom = ranged('a number', z.number());
export const wholeNumber = ranged('a whole number', z.number().int());

/** A boolean. JSON may write it as the service does, `1` or `0`. */
export const flag = (name: string) =>
	field(
		z
			.union([z.boolean(), z.number(), z.string()])
			.transform(String)
			.pipe(z.enum(['1', 'true', '0', 'false']))
			.transform((word) => word === '1' || word === 'true'),
		`${name} must be true or false`,
	);

/** One of the service's words. */
export const choice = <Word extends string>(name: string, words: readonly Word[]) =>
	field(z.enum(words as [Word, ...Word[]]), `${name} must be one of: ${words.join(', ')}`);

/** Whether a value is missing or blank text. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** The service takes digits with the country code and no plus sign (docs/service.md#recipients). */
function plainPhone(phone: string): string {
	return phone.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
}

/** A slash, or dots alone, would lead to another path. No id has control characters, or is an object as text. */
const idSchema = z.string().regex(/^(?!\.+$|\[object )[^/\\\p{C}]+$/u);

const idText = z.union([z.string(), z.number().finite()]).transform((id) => String(id).trim());

/**
 * Reads the id of something at the service, as text that can be a segment of a path.
 *
 * @param name of the field in the panel
 * @param example of such an id, for the message
 * @throws UserError when it is empty or no id: the request would go to another address than the one meant
 */
export function idFrom(value: unknown, name: string, example: string): string {
	const { data: id } = idText.safeParse(value);
	if (id !== undefined && idSchema.safeParse(id).success) return id;
	const problem = isBlank(value) ? 'is empty' : 'does not hold an ID';
	const advice = isBlank(value)
		? 'Select one from the list or enter its ID. If it holds an expression, it has no value for this item.'
		: `An ID is text without a slash, e.g. ${example}. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.`;
	throw new UserError(`The field "${name}" ${problem}`, {
		description: `Nothing was sent to Signaturit. ${advice}`,
	});
}
