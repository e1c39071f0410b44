// Reads parameters by a schema, and refuses wrong ones with the documented messages.

import type { z } from 'zod';

import { invalid, type Refusal, type RefusalDetails } from '../domain/refusal';

type Path = ReadonlyArray<string | number>;

/** A path as clients write it: `recipients[0][email]`. */
export function bracketed(path: Path): string {
	const [first = '', ...rest] = path;
	return `${first}${rest.map((part) => `[${part}]`).join('')}`;
}

/**
 * Reads parameters by a strict schema.
 *
 * @param allowUnknown drops parameters that the schema does not know instead of refusing them.
 * @throws Refusal invalid for all unknown parameters, otherwise for the first broken rule, with the
 * documented message where there is one (docs/service.md#known-refusals).
 */
export function read<T extends z.ZodTypeAny>(
	schema: T,
	input: unknown,
	allowUnknown = false,
): z.output<T> {
	const result = schema.safeParse(input ?? {});
	if (result.success) return result.data as z.output<T>;

	const issues = result.error.issues.flatMap(flatten);
	const unknown = issues.flatMap((issue) =>
		issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
	);
	if (unknown.length > 0 && allowUnknown) {
		return read(schema, without(input, unknown), true);
	}
	if (unknown.length > 0) {
		const names = unknown.map(bracketed);
		throw invalid(
			`Unknown parameter ${names[0]}`,
			names.map((name) => `${name}: unknown parameter`),
		);
	}
	throw refusalOf(issues, input);
}

/** For a value that may have several forms: the issues of the form that it resembles most. */
function flatten(issue: z.ZodIssue): z.ZodIssue[] {
	if (issue.code !== 'invalid_union') return [issue];
	const deeper = issue.unionErrors.filter((error) =>
		error.issues.every(
			(item) => item.code !== 'invalid_type' || item.path.length > issue.path.length,
		),
	);
	const chosen = deeper.at(0) ?? issue.unionErrors.at(0);
	return chosen?.issues.flatMap(flatten) ?? [issue];
}

function refusalOf(issues: z.ZodIssue[], input: unknown): Refusal {
	const [first] = issues;
	const path = first?.path ?? [];
	if (first?.code === 'custom' && typeof first.params?.error === 'string') {
		return invalid(first.params.error, first.params.details as RefusalDetails | undefined);
	}
	if (
		isPeople(path[0]) &&
		(path.length === 1 || (path.length === 2 && first?.code === 'invalid_type'))
	) {
		return invalid('Invalid recipient list');
	}
	if (isPeople(path[0]) && path.at(-1) === 'email') {
		return invalid('Invalid recipient email address', {
			'invalid email': valueAt(input, path) ?? '',
		});
	}
	return invalid(
		`Invalid ${bracketed(path)}`,
		issues.map((issue) => `${bracketed(issue.path)}: ${issue.message}`),
	);
}

const isPeople = (name: unknown): boolean =>
	name === 'recipients' || name === 'cc' || name === 'bcc' || name === 'to';

function valueAt(input: unknown, path: Path): unknown {
	return path.reduce<unknown>((value, key) => {
		if (typeof value !== 'object' || value === null) return undefined;
		const items = value as Record<string | number, unknown>;
		// A list may have been sent as a map with other keys; a position then means the nth entry.
		return key in items || typeof key === 'string' ? items[key] : Object.values(items)[key];
	}, input);
}

function without(input: unknown, paths: Path[]): unknown {
	const copy = copyTree(input);
	for (const path of paths) {
		const parent = valueAt(copy, path.slice(0, -1));
		const key = path.at(-1);
		if (typeof parent === 'object' && parent !== null && key !== undefined) {
			Reflect.deleteProperty(parent, key);
		}
	}
	return copy;
}

/** Copies lists and maps, but not the files and values in them. */
function copyTree(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copyTree);
	if (typeof value === 'object' && value !== null) {
		const prototype: unknown = Object.getPrototypeOf(value);
		if (prototype === null || prototype === Object.prototype) {
			return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyTree(item)]));
		}
	}
	return value;
}

/** An issue that is answered with exactly this message and these details. */
export const issueWithMessage = (error: string, details?: RefusalDetails) => ({
	code: 'custom' as const,
	params: { error, details },
	message: error,
});
