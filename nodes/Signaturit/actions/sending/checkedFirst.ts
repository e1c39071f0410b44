import type { InputFile } from '../../input/files';
import { ContactRow, withStandIns } from '../contacts';

/**
 * Checks what is entered for an item before any item is sent. Files are only looked for, and contacts are not
 * read: their contents are checked when the item's turn has come.
 *
 * @param recipients as `readRecipients` returns them
 * @param files as `findFiles` returns them; `undefined` when the panel does not show their field
 * @param formOf makes the form to send from both, and throws a UserError when something in it is wrong
 * @returns reads files and contacts, and makes the form. Throws as `formOf`, and as the reading of a contact does
 */
export async function checkedFirst<Form>(
	recipients: unknown,
	files: readonly InputFile[] | undefined,
	formOf: (recipients: unknown, files: readonly InputFile[] | undefined) => Form,
): Promise<() => Promise<Form>> {
	const rows: unknown[] | undefined = Array.isArray(recipients) ? recipients : undefined;
	const whole = async () => {
		const people = rows?.map((row) => (row instanceof ContactRow ? row.read() : row));
		const contents = files?.map(async (file) => (await file.read?.()) ?? file);
		return formOf(
			people ? await Promise.all(people) : recipients,
			contents && (await Promise.all(contents)),
		);
	};
	let checked: Form;
	try {
		checked = formOf(withStandIns(recipients), files);
	} catch {
		// The error names the problems of this item's files and contacts too, so they are read now.
		const form = await whole();
		return async () => form;
	}
	const isWhole =
		!files?.some(({ read }) => read) && !rows?.some((row) => row instanceof ContactRow);
	return isWhole ? async () => checked : whole;
}
