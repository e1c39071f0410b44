import { UserError } from 'n8n-workflow';
import type { z } from 'zod';

/** How the rows of a list are called in messages, e.g. `{ recipients: 'Recipient' }`. */
export type RowNames = Readonly<Record<string, string>>;

/**
 * Checks what the user entered before anything is sent. Messages of the schema name the field as it
 * is called in the panel; the row is put before them here, counted from 1, and rows within rows too.
 *
 * @throws UserError that names every fault at once
 */
export function checked<Output>(
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
	input: unknown,
	rows: RowNames = {},
): Output {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;

	const faults = [...new Set(parsed.error.issues.map((issue) => inWords(issue, rows)))];
	const [first = 'The input is invalid'] = faults;
	if (faults.length === 1) {
		throw new UserError(first, { description: 'Nothing was sent to Signaturit.' });
	}
	throw new UserError(`${faults.length} fields need a correction before anything is sent`, {
		description: faults.map((fault) => `• ${fault}`).join('\n'),
	});
}

function inWords({ path, message }: z.ZodIssue, rows: RowNames): string {
	const place = path.flatMap((row, index) => {
		const list = path[index - 1];
		const rowName = typeof list === 'string' ? rows[list] : undefined;
		return rowName && typeof row === 'number' ? [`${rowName} ${row + 1}`] : [];
	});
	return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
}
