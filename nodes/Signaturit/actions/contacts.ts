import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { hiddenWhen } from '../input/fields';
import { text } from '../input/doors';
import { refusal, Unfound } from '../input/schemas';
import { isOn, readRows } from '../input/values';
import { skipEmptyOption, withoutEmpty } from '../input/people';
import { chosenValue, contactLocator } from '../input/locators';
import type { ExecuteCall } from '../transport/call';
import { accountEntrySchema, withId } from '../transport/expected';
import { endpoints } from '../transport/endpoints';
import { errorAbout, unlessNotFound } from '../transport/errors/errors';
import { showValue } from '../transport/errors/shown';
import { isPlainObject } from '../transport/plainObject';
import { read } from '../transport/request';

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
	hiddenWhen({ contactId: [{ _cnd: { exists: true } }] }, field);

/** Stands for a contact until it is read. */
const SOMEBODY = { email: 'contact@example.com', name: 'Contact' };

/** A recipient who is a contact of the account, which is read when the item's turn has come. */
export class ContactRow {
	/** A made-up recipient in the contact's place, to check the rest of the row. */
	readonly standIn: unknown;

	/** @param fromRow turns a row with email and name into an entry as JSON has it */
	constructor(
		private readonly call: ExecuteCall,
		private readonly row: IDataObject,
		private readonly id: string,
		private readonly fromRow: (row: IDataObject) => unknown,
	) {
		this.standIn = fromRow({ ...row, ...SOMEBODY });
	}

	/** The entry with the contact's email and name; `Unfound` if it is gone. Throws as `readContact` does. */
	async read(): Promise<unknown> {
		const person = await personOf(this.call, this.id);
		return person instanceof Unfound ? person : this.fromRow({ ...this.row, ...person });
	}
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
		if (id !== undefined) return new ContactRow(call, person, id.trim(), fromRow);
		return isHidden ? new Unfound('Contact is empty', ADVICE) : fromRow(person);
	};
	const filtered = isOn(call, skipEmptyOption, item, 'options.') ? withoutEmpty : undefined;
	return readRows(call, RECIPIENTS, item, withContact, filtered);
}

const RECIPIENTS = { displayName: 'Recipients', name: 'recipients', rows: 'recipient' };

const ADVICE = 'Choose another one, or remove Contact and enter Email and Name';

/** The email and the name of a contact, as the service has them now. A missing one counts as left empty. */
async function personOf(call: ExecuteCall, id: string): Promise<Unfound | IDataObject> {
	const contact = await readContact(call, id);
	if (!contact) {
		const why = 'It was deleted, or belongs to another account or environment';
		return new Unfound(`There is no contact ${showValue(id)} in this account`, `${why}. ${ADVICE}`);
	}
	return { email: contact.email, name: contact.name };
}

/** Reads a contact once for all items with the same credential; `undefined` if there is none. */
async function readContact(call: ExecuteCall, id: string) {
	const account = await call.account();
	const reading = call.once(`contact ${account} ${id}`, async () => {
		const expected = withId('the contact', id);
		const found = await unlessNotFound(read(call, endpoints.contact.one(id), { expected }));
		return found && accountEntrySchema.parse(found);
	});
	return await reading.catch((error: unknown) => {
		const what = `The contact ${showValue(id)} could not be read, so nothing was sent`;
		throw errorAbout(call.node, error, what, '', 'refused');
	});
}
