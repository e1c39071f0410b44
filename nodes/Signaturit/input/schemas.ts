// Validates input against schemas, and tells the user every problem at once.

import { z } from 'zod';
import { MAX_SHOWN, showValue } from '../transport/errors/shown';
import { isUnseenText } from '../transport/text';
import { adviceIn, Refusal, type Problem, type Remedy } from '../transport/errors/refusal';

type Names = Readonly<Record<string, string>>;

/**
 * Validates the input of the user, before anything is sent.
 *
 * @param schema its messages name the field as the panel does. An issue can say what to do in its parameter `advice`
 * @param names for messages, as `parameterLabels` gives them: those of rows, e.g. `{ 'recipients #': 'Recipient' }`
 * @throws UserError that names every problem at once, with its rows, counted from 1
 */
export function validated<Output>(
	schema: FieldSchema<Output>,
	input: unknown,
	names: Names = {},
): Output {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;

	const { issues } = parsed.error;
	const problems = new Map(issues.map((issue) => [messageWithRow(issue, names), saidIn(issue)]));
	const [[first, { advice, ...said }] = ['The input is invalid', saidIn()]] = problems;
	const ofBuilder = [...problems.values()].every(({ remedy }) => remedy === 'builder');
	const remedy = ofBuilder ? 'builder' : 'model';
	const { advisesFirst, lacks } = said;
	if (problems.size === 1) {
		throw new Refusal(first, remedy, { unsent: true, advice, advisesFirst, lacks });
	}
	const all = [...problems].map(([message, { advice }]) => ({ message, advice }));
	throw new Refusal(first, remedy, {
		unsent: true,
		advice: all.flatMap(adviceIn),
		advisesFirst,
		problems: all,
	});
}

const saidIn = (issue?: z.ZodIssue): Partial<Problem> =>
	issue && 'params' in issue ? ((issue.params as Partial<Problem> | undefined) ?? {}) : {};

function messageWithRow({ path, message }: z.ZodIssue, names: Names): string {
	const place = path.flatMap((row, index) => {
		const rowName = names[`${path[index - 1]} #`];
		return rowName && typeof row === 'number' ? [`${rowName} ${row + 1}`] : [];
	});
	return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
}

/** A schema for any value that the panel, an expression or a JSON field gives. */
export type FieldSchema<Output> = z.ZodType<Output, z.ZodTypeDef, unknown>;

/** Stands in the place of a value that could not be read: the problem, and the advice. It is refused in these words. */
export class Unfound {
	constructor(
		readonly problem: string,
		readonly advice = '',
		readonly remedy: Remedy = 'model',
	) {}
}

/** A text that is no JSON: its door says what it takes. */
export class BrokenJson extends Unfound {}

const refused = ({ problem, advice, remedy }: Unfound) =>
	z.custom<never>(() => false, { message: problem, params: { advice, remedy } });

/**
 * Validates a value by the schema that `choose` selects for it, so that the messages fit the value. Keeps the value
 * after a problem: otherwise zod skips the rules about several fields.
 */
export const schemaFor = <Output>(
	choose: (value: unknown) => FieldSchema<Output> | Given<Output>,
): FieldSchema<Output> =>
	z.unknown().transform((value, context) => {
		const chosen = value instanceof Unfound ? refused(value) : choose(value);
		if (chosen instanceof Given) return chosen.output;
		const parsed = chosen.safeParse(value);
		if (parsed.success) return parsed.data;
		parsed.error.issues.forEach(context.addIssue);
		return value as Output;
	});

/** What `schemaFor` gives without another schema: making one takes longer than reading most values. */
class Given<Output> {
	constructor(readonly output: Output) {}
}

export const gives = <Output>(output: Output) => new Given(output);

/** Validates one field, with one message for any problem with it. */
export const field = <Output>(
	schema: FieldSchema<Output>,
	message: (value: unknown) => string,
): FieldSchema<Output> =>
	schemaFor((value) => {
		const parsed = schema.safeParse(value);
		return parsed.success ? gives(parsed.data) : z.never({ message: message(value) });
	});

/** Looks at a blank value itself: most fields of most items are left empty, and zod takes long to find that out. */
class UnlessBlank<Output> extends z.ZodType<
	Output | undefined,
	z.ZodOptionalDef<FieldSchema<Output>>,
	unknown
> {
	_parse(input: z.ParseInput): z.ParseReturnType<Output | undefined> {
		return isBlank(input.data) ? z.OK(undefined) : this._def.innerType._parse(input);
	}
}

/** For a field that may be missing or blank. An expression without a value counts as missing. */
export const optional = <Output>(innerType: FieldSchema<Output>): FieldSchema<Output | undefined> =>
	new UnlessBlank({ innerType, typeName: z.ZodFirstPartyTypeKind.ZodOptional });

/** The schema of this list. `schemaOf` gets the number of each entry, counted from 1, for its messages. */
export const numberedList = <Output>(
	list: readonly unknown[],
	schemaOf: (number: number) => FieldSchema<Output>,
): FieldSchema<Output[]> => z.tuple(list.map((_, index) => schemaOf(index + 1)) as []);

/** A number, or a list of them: `schemaOf` gets the number of the entry, counted from 1, if it is in one. */
export const oneOrMany = (schemaOf: (number?: number) => FieldSchema<number>) =>
	schemaFor<number | number[]>((value) =>
		Array.isArray(value) ? numberedList(value, schemaOf) : schemaOf(),
	);

/** An object in a JSON field with these keys only. The message names unknown keys. */
export const strictObject = <Shape extends z.ZodRawShape>(what: string, shape: Shape) => {
	const errorMap: z.ZodErrorMap = (issue) => {
		if (issue.code !== 'unrecognized_keys') return { message: `${what} must be an object` };
		return { message: `${what} has no field ${issue.keys.map(showValue).join(', ')}` };
	};
	return z.object(shape, { errorMap }).strict();
};

/** Whether a value is missing, or text without a character that can be seen. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && isUnseenText(value))
	);
}

/** A sentence: the field's name in the panel, the value if there is one, and what is `wanted`, e.g. `must be text`. */
export const refusal = (name: string, value: unknown, wanted: string) => {
	// A message shows the beginning of a text, which may be a stranger's and long.
	const shown = typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value;
	return [name, ...(isBlank(shown) ? [] : [showValue(value)]), wanted].join(' ');
};

/** The schema with rules about several fields: a message for each that is broken. */
export const withRules = <Output>(
	schema: FieldSchema<Output>,
	problems: (value: Output) => string[],
) =>
	schema.superRefine((value, context) => {
		for (const message of problems(value)) context.addIssue({ code: 'custom', message });
	});
