import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Unfound } from '../input/commonSchemas';
import { readRows } from '../input/lists';
import { chosenValue, contactLocator } from '../input/locators';
import { isBlank, text } from '../input/schemas';
import type { ExecuteCall } from '../transport/call';
import { accountEntrySchema, withId } from '../transport/expected';
import { endpoints } from '../transport/endpoints';
import { errorAbout, unlessNotFound } from '../transport/errors/errors';
import { isPlainObject } from '../transport/errors/problem';
import { read } from '../transport/request';

/** The option of a recipient who is one of the account's contacts, in a collection named `options`. */
export const contactOption: INodeProperties = {
	...contactLocator,
	required: undefined,
	description:
		'A person kept in Signaturit. Email and name are read there before anything is sent.',
	hint: 'Leave Email and Name of this recipient empty',
};

/**
 * Reads the recipients as `readRows` does. A row of the panel with a contact gets the contact's email and name.
 *
 * @param fromRow turns such a row into an entry as JSON has it
 * @returns with `Unfound` in the place of a recipient whose contact is gone
 * @throws NodeApiError when the service cannot be asked
 */
export async function readRecipients(
	call: ExecuteCall,
	item: number,
	fromRow: (row: IDataObject) => unknown,
): Promise<unknown> {
	const recipients = readRows(call, 'recipients', 'recipient', item, async (row) => {
		// Expressions may give any row.
		const options = isPlainObject(row) ? row.options : undefined;
		if (!isPlainObject(options) || !('contactId' in options)) return fromRow(row);
		if (!isBlank(row.email) || !isBlank(row.name)) return bothGiven;
		const person = await personOf(call, chosenValue(options.contactId));
		return 'problem' in person ? person : fromRow({ ...row, ...person });
	});
	return Array.isArray(recipients) ? await Promise.all(recipients) : recipients;
}

const bothGiven: Unfound = {
	problem: 'Contact stands for Email and Name, which are given too',
	advice: 'Remove Contact, or empty Email and Name',
};

/** The email and the name of a contact, as the service has them now. What is missing is as if left empty. */
async function personOf(call: ExecuteCall, value: unknown) {
	const advice = 'Choose another one, or remove Contact and enter Email and Name';
	const { data: id, error } = text('Contact').safeParse(value);
	if (error) return { problem: 'Contact must be the ID of one', advice };
	if (id === undefined) return { problem: 'Contact is empty', advice };
	const contact = await readOnce(call, id.trim());
	if (!contact) {
		const why = 'It was deleted, or belongs to another account or environment';
		return { problem: `There is no contact "${id}" in this account`, advice: `${why}. ${advice}` };
	}
	return { email: contact.email, name: contact.name };
}

/** Reads a contact once for all items with the same credential; `undefined` if there is none. */
async function readOnce(call: ExecuteCall, id: string) {
	const account = await call.account();
	const reading = call.once(`contact ${account} ${id}`, async () => {
		const expected = withId('the contact', id);
		const found = await unlessNotFound(read(call, endpoints.contact.one(id), { expected }));
		return found && accountEntrySchema.parse(found);
	});
	return await reading.catch((error: unknown) => {
		const what = `The contact "${id}" could not be read, so nothing was sent`;
		throw errorAbout(call.node, error, what, '', 'refused');
	});
}
