// Schemas for values that an answer may lack, or give in an odd form.

import { z } from 'zod';

// Values of which the service's answers may lack some, or have odd ones (docs/service.md#odd-fields).

type Schema<Output> = z.ZodType<Output, z.ZodTypeDef, unknown>;

/** Takes any value. zod's own means for that take several times as long, and an answer has dozens of such values. */
class Taking<Output> extends z.ZodType<
	Output,
	z.ZodTypeDef & { take: (value: unknown) => Output },
	unknown
> {
	_parse({ data }: z.ParseInput): z.ParseReturnType<Output> {
		return z.OK(this._def.take(data));
	}
}

/** A schema for any value, which gives what `take` makes of it. */
function taking<Output>(take: (value: unknown) => Output): Schema<Output> {
	return new Taking({ take });
}

export const nonEmptyText = z.string().min(1);

/** Text; `undefined` if it is missing, empty or something else. */
export const laxText = taking((value) =>
	typeof value === 'string' && value !== '' ? value : undefined,
);

/** A value that may be missing or `null`; then it is `undefined`. */
export function absent<Output>(schema: Schema<Output>): Schema<Output | undefined> {
	return schema.nullish().transform((value) => value ?? undefined);
}

/** A value that is `undefined` unless it is as it should be. */
export function lax<Output>(schema: Schema<Output>): Schema<Output | undefined> {
	return taking((value) => (value === undefined ? undefined : schema.safeParse(value).data));
}

/** The entries of a list that are as they should be; `undefined` if it is not a list or has too many. */
export function laxList<Output>(
	entry: Schema<Output>,
	longest = Infinity,
): Schema<Output[] | undefined> {
	return taking((value) =>
		Array.isArray(value) && value.length <= longest
			? value.flatMap((each) => entry.safeParse(each).data ?? [])
			: undefined,
	);
}
