import { UserError } from 'n8n-workflow';
import type { z } from 'zod';

/** The names of rows in messages by the list that they are in, e.g. `{ recipients: 'Recipient' }`. */
export type RowNames = Readonly<Record<string, string>>;

/**
 * Validates what the user entered, before anything is sent. The schema's messages name the field as the
 * panel does; this adds the row before them, counted from 1, also for rows within rows. What to do can be
 * given as the parameter `advice` of an issue.
 *
 * @returns the schema's output
 */
export function validated<Output>(
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
	input: unknown,
	rows: RowNames = {},
): Output {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;

	const { issues } = parsed.error;
	const faults = new Map(issues.map((issue) => [messageWithRow(issue, rows), adviceOf(issue)]));
	const [[first, advice] = ['The input is invalid', '']] = faults;
	if (faults.size === 1) {
		throw new UserError(first, {
			description: `Nothing was sent to Signaturit. ${advice}`.trimEnd(),
		});
	}
	throw new UserError(`${faults.size} fields need a correction before anything is sent`, {
		description: [...faults]
			.map(([message, advice]) => `• ${[message, advice].filter(Boolean).join('. ')}`)
			.join('\n'),
	});
}

function adviceOf(issue: z.ZodIssue): string {
	const advice: unknown = 'params' in issue ? issue.params?.advice : undefined;
	return typeof advice === 'string' ? advice : '';
}

function messageWithRow({ path, message }: z.ZodIssue, rows: RowNames): string {
	const place = path.flatMap((row, index) => {
		const list = path[index - 1];
		const rowName = typeof list === 'string' ? rows[list] : undefined;
		return rowName && typeof row === 'number' ? [`${rowName} ${row + 1}`] : [];
	});
	return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
}
