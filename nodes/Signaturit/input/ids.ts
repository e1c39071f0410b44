import { UserError } from 'n8n-workflow';
import { z } from 'zod';
import { isBlank } from './schemas';

/**
 * Known ids are UUIDs, or 20 of these characters without a dot (docs/service.md#ids-and-dates). A dot inside
 * does no harm, so an id of another kind would still work; `.` and `..` would lead to another path.
 */
const idSchema = z.string().regex(/^[\w-]+(\.[\w-]+)*$/);

const textSchema = z.union([z.string(), z.number().finite()]).transform((id) => String(id).trim());

/**
 * Reads the id of something at the service, as text that can be a segment of a path.
 *
 * @param name of the field in the panel
 * @param example of such an id, for the message
 * @throws UserError when it is empty or no id: the request would go to another address than the one meant
 */
export function idFrom(value: unknown, name: string, example: string): string {
	if (isBlank(value)) {
		throw refusal(
			`The field "${name}" is empty`,
			'Select one from the list or enter its ID. If it holds an expression, it has no value for this item.',
		);
	}
	const text = textSchema.safeParse(value);
	if (!text.success) {
		throw refusal(
			`The field "${name}" does not hold an ID`,
			`An ID is text, e.g. ${example}. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.`,
		);
	}
	const id = idSchema.safeParse(text.data);
	if (id.success) return id.data;
	throw refusal(
		`The field "${name}" does not hold an ID`,
		`An ID has letters, digits, hyphens and underscores, e.g. ${example}.`,
	);
}

function refusal(message: string, advice: string): UserError {
	return new UserError(message, { description: `Nothing was sent to Signaturit. ${advice}` });
}
