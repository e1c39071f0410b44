import { z } from 'zod';

/** A schema for whatever the panel, an expression or a JSON field holds. */
export type FieldSchema<Output> = z.ZodType<Output, z.ZodTypeDef, unknown>;

/**
 * Checks the value of one field without breaking off: the fault is noted and the value stays as it is.
 * zod would otherwise skip the rules over several fields, and not all faults would come at once.
 */
export function field<Schema extends z.ZodTypeAny>(
	schema: Schema,
	message: string | ((value: unknown) => string),
): FieldSchema<z.output<Schema>> {
	return z.unknown().transform((value, context) => {
		const parsed = schema.safeParse(value);
		if (parsed.success) return parsed.data as z.output<Schema>;
		const words = typeof message === 'string' ? message : message(value);
		context.addIssue({ code: 'custom', message: words });
		return value;
	});
}

/** Checks a value by the schema that suits it, so that the faults are those of what was meant. */
export function either<Output>(
	choose: (value: unknown) => FieldSchema<Output>,
): FieldSchema<Output> {
	return z.unknown().transform((value, context): Output => {
		const parsed = choose(value).safeParse(value);
		if (parsed.success) return parsed.data;
		parsed.error.issues.forEach(context.addIssue);
		return value as Output;
	});
}

/** For a field that may be left out, be blank or, from an expression, have no value. */
export function optional<Output>(schema: FieldSchema<Output>): FieldSchema<Output | undefined> {
	return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

/** A list whose entries are called by their numbers, counted from 1, in the messages of their schemas. */
export function numbered<Output>(
	schemaOf: (number: number) => FieldSchema<Output>,
): FieldSchema<Output[]> {
	return z.array(z.unknown()).transform((entries, context) =>
		entries.flatMap((entry, index) => {
			const parsed = schemaOf(index + 1).safeParse(entry);
			if (parsed.success) return [parsed.data];
			for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
			return [];
		}),
	);
}

/** An object of a JSON field with these keys; others are refused by name. */
export function record<Shape extends z.ZodRawShape>(what: string, shape: Shape) {
	const errorMap: z.ZodErrorMap = (issue, { defaultError }) => {
		if (issue.code === 'invalid_type') return { message: `${what} must be an object` };
		if (issue.code !== 'unrecognized_keys') return { message: defaultError };
		const keys = issue.keys.map((key) => `"${key}"`).join(', ');
		return { message: `${what} has no field ${keys}` };
	};
	return z.object(shape, { errorMap }).strict();
}

const anyText = z.union([z.string(), z.number()]).transform(String);

/** Text that may be left out; expressions may give it as a number. Fields are named as in the panel. */
export const text = (name: string) => optional(field(anyText, `${name} must be text`));

/** Text that must be there. It is sent as it is entered. */
export const filledText = (name: string) =>
	field(
		anyText.refine((value) => !isBlank(value)),
		(value) => (isBlank(value) ? `${name} is empty` : `${name} must be text`),
	);

export const email = (name: string) =>
	field(
		z
			.string()
			.trim()
			.regex(/^[^\s@]+@[^\s@]+$/),
		`${name} must be an email address`,
	);

export const emailSchema = email('Email');

export const webUrl = (name: string) =>
	field(
		z
			.string()
			.trim()
			.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url)),
		`${name} must start with http:// or https://`,
	);

/** A phone number that may be left out, as the service wants it. */
export const phoneSchema = optional(
	field(
		anyText.transform(plainPhone).refine((phone) => /^\d{6,15}$/.test(phone)),
		'Phone must be a number with its country code, e.g. 34600000000',
	),
);

const anyNumber = z.union([
	z.number().finite(),
	z
		.string()
		.regex(/^\s*-?\d+(\.\d+)?\s*$/)
		.transform(Number),
]);

/** A number of the range, both ends included; expressions may give it as text. */
export const numberBetween = (name: string, min: number, max: number) =>
	field(anyNumber.pipe(z.number().min(min).max(max)), `${name} must be between ${min} and ${max}`);

/** A whole number from `min` on, up to `max` if there is one. */
export const wholeNumber = (name: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
	field(
		anyNumber.pipe(z.number().int().min(min).max(max)),
		max === Number.MAX_SAFE_INTEGER
			? `${name} must be a whole number, ${min} or more`
			: `${name} must be a whole number between ${min} and ${max}`,
	);

/** A switch; JSON may write it as the service does, `1` or `0`. */
export const flag = (name: string) =>
	field(
		z.union([
			z.boolean(),
			z.enum(['1', 'true', '0', 'false']).transform((word) => word === '1' || word === 'true'),
			z.literal(1).transform(() => true),
			z.literal(0).transform(() => false),
		]),
		`${name} must be true or false`,
	);

/** One of the service's words. */
export const choice = <Word extends string>(name: string, words: readonly [Word, ...Word[]]) =>
	field(z.enum(words as [Word, ...Word[]]), `${name} must be one of: ${words.join(', ')}`);

/** Whether a field holds nothing: an expression may have no value, and people leave blanks. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** The service wants digits with the country code and no plus sign; people write more than that. */
function plainPhone(phone: string): string {
	return phone.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
}
