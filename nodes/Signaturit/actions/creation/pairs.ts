import type { FormFields, FormValue } from '../../transport/form';

/** The fields of a creation with these pairs in their custom data as well. */
export function withPairs(
	fields: FormFields,
	pairs: Readonly<Record<string, string | undefined>>,
): FormFields {
	return { ...fields, data: { ...dataOf(fields), ...pairs } };
}

/** The value of a key in the custom data; empty if it has none. */
export function pairValue(fields: FormFields, key: string): string {
	return String(dataOf(fields)?.[key] ?? '');
}

function dataOf({ data }: FormFields): Readonly<Record<string, FormValue>> | undefined {
	return data as Readonly<Record<string, FormValue>> | undefined;
}
