// Contacts of the account as recipients in a row, and the check of an item before they are read.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { hiddenWhen, whenFilled } from '../input/fields';
import { text } from '../input/doors';
import { refusal, Unfound } from '../input/schemas';
import { readRows } from '../input/rows';
import { skips, withoutEmpty } from '../input/people';
import { chosenValue, contactLocator } from '../input/locators';
import type { ExecuteCall } from '../transport/call';
import { accountEntrySchema, withId } from '../transport/expected';
import { endpoints } from '../transport/endpoints';
import { errorAbout, unlessNotFound } from '../transport/errors/errors';
import { showValue } from '../transport/errors/shown';
import { isPlainObject } from '../transport/shapes';
import { read } from '../transport/request';
import type { InputFile } from '../input/files';

/** The field of a recipient's row for one of the account's contacts. */
export const contactField: INodeProperties = {
	...contactLocator,
	required: undefined,
	// As n8n keeps it: with another value, the editor would show the field in each row.
	default: { __rl: true, mode: 'list', value: '' },
	description:
		'A person kept in Signaturit. Email and name are read there before anything is sent.',
};

/** A field that a contact replaces in a recipient's row. n8n then drops its value. */
export const unlessContact = (field: INodeProperties) =>
	hiddenWhen({ contactId: whenFilled }, field);

/** Stands for a contact until it is read. */
const SOMEBODY = { email: 'contact@example.com', name: 'Contact' };

/** A recipient who is a contact of the account, which is read when the item's turn has come. */
class ContactRow {
	/**
	 * @param standIn a made-up recipient in the contact's place, to check the rest of the row
	 * @param read gives the entry with the contact's email and name; `Unfound` if it is gone. Throws as `personOf` does
	 */
	constructor(
		readonly standIn: unknown,
		readonly read: () => Promise<unknown>,
	) {}
}

/** Recipients as `readRecipients` returns them, with stand-ins for the contacts, which are not read yet. */
export const withStandIns = (recipients: unknown): unknown =>
	Array.isArray(recipients)
		? recipients.map((row: unknown) => (row instanceof ContactRow ? row.standIn : row))
		: recipients;

/**
 * Reads the recipients as `readRows` does, with a `ContactRow` for each row of the panel that has a contact.
 *
 * @param fromRow turns a row into an entry as JSON has it
 */
export function readRecipients(
	call: ExecuteCall,
	item: number,
	fromRow: (row: IDataObject) => unknown,
): unknown {
	const withContact = (row: IDataObject) => {
		// Expressions may give any row.
		if (!isPlainObject(row) || !('contactId' in row)) return fromRow(row);
		const { contactId, ...person } = row;
		const chosen = chosenValue(contactId);
		const { data: id, error } = text('Contact').safeParse(chosen);
		if (error) return new Unfound(refusal('Contact', chosen, 'must be the ID of one'), ADVICE);
		// The panel hides Email as soon as there is a contact, or an expression for one.
		const isHidden = !('email' in person);
		if (id !== undefined) {
			return new ContactRow(fromRow({ ...person, ...SOMEBODY }), async () => {
				const found = await personOf(call, id.trim());
				return found instanceof Unfound ? found : fromRow({ ...person, ...found });
			});
		}
		return isHidden ? new Unfound('Contact is empty', ADVICE) : fromRow(person);
	};
	const filtered = skips(call, item, 'recipients') ? withoutEmpty : undefined;
	const field = { displayName: 'Recipients', name: 'recipients', rows: 'recipient' };
	return readRows(call, field, item, withContact, filtered);
}

const ADVICE = 'Choose another one, or remove Contact and enter Email and Name';

/**
 * The email and the name of a contact, as the service has them now; a missing one counts as left empty. It is read once
 * for all items with the same credential.
 *
 * @throws NodeApiError or NodeOperationError with the verdict `refused` when it cannot be read
 */
async function personOf(call: ExecuteCall, id: string): Promise<Unfound | IDataObject> {
	const account = await call.account();
	const reading = call.once(`contact ${account} ${id}`, async () => {
		const expected = withId('the contact', id);
		const found = await unlessNotFound(read(call, endpoints.contact.one(id), { expected }));
		return found && accountEntrySchema.parse(found);
	});
	const contact = await reading.catch((error: unknown) => {
		const what = `The contact ${showValue(id)} could not be read, so nothing was sent`;
		throw errorAbout(call.node, error, what, '', 'refused');
	});
	if (contact) return { email: contact.email, name: contact.name };
	const why = 'It was deleted, or belongs to another account or environment';
	return new Unfound(`There is no contact ${showValue(id)} in this account`, `${why}. ${ADVICE}`);
}

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
