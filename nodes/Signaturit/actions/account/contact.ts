import { z } from 'zod';
import { textField } from '../../input/fields';
import { contactLocator } from '../../input/locators';
import { emailSchema, optional, text } from '../../input/schemas';
import { accountEndpoints } from '../../transport/accountEndpoints';
import { accountWrites } from '../../transport/accountWrites';
import { withId } from '../../transport/expected';
import { plainRead, plainWrite, type Resource } from '../operation';
import { filteredList } from '../plainList';

const { contact: endpoint } = accountEndpoints;
const { contact: write } = accountWrites;

const emailField = textField('Email', 'email', {
	placeholder: 'e.g. ada@example.com',
});

const nameField = textField('Name', 'name', {
	placeholder: 'e.g. Ada Lovelace',
});

/** GET /v3/contacts.json, page by page. */
const getMany = filteredList(
	{
		name: 'Get Many',
		action: 'Get many contacts',
		description: 'List the people that are kept in Signaturit, by email address or name',
	},
	endpoint.list,
	[
		{ ...emailField, description: 'Take only contacts that Signaturit finds by this address' },
		{ ...nameField, description: 'Take only contacts that Signaturit finds by this name' },
	],
);

/** GET /v3/contacts/{id}.json. */
const get = plainRead({
	name: 'Get',
	action: 'Get a contact',
	description: 'Get the email address and the name of a contact',
	locators: [contactLocator],
	path: endpoint.one,
	expected: (id = '') => withId('the contact', id),
});

/** POST /v3/contacts.json; answers the contact. */
const create = plainWrite({
	name: 'Create',
	action: 'Create a contact',
	description: 'Keep a person in Signaturit, to choose from when a request is sent there',
	locators: [],
	form: {
		fields: [
			{ ...emailField, required: true, description: 'Address of the contact' },
			{ ...nameField, description: 'Name of the contact' },
		],
		schema: z.object({ email: emailSchema, name: text('Name') }),
	},
	write: write.create,
	give: (answer) => [{ json: answer }],
});

/** PATCH /v3/contacts/{id}.json; answers the contact. */
const update = plainWrite({
	name: 'Update',
	action: 'Update a contact',
	description: 'Change the email address or the name of a contact',
	locators: [contactLocator],
	form: {
		fields: [
			{ ...emailField, description: 'The new address; it stays as it is when left empty' },
			{ ...nameField, description: 'The new name; it stays as it is when left empty' },
		],
		schema: z
			.object({ email: optional(emailSchema), name: text('Name') })
			.refine(({ email, name }) => email !== undefined || name !== undefined, {
				message: 'Email and Name are both empty, so nothing would change: enter one of them',
			}),
	},
	write: write.update,
	give: (answer) => [{ json: answer }],
});

/** DELETE /v3/contacts/{id}.json; its answer is not documented. */
const deleteContact = plainWrite({
	name: 'Delete',
	action: 'Delete a contact',
	description: 'Delete a contact; what was sent to that person stays',
	locators: [contactLocator],
	write: write.delete,
	give: (_, [id]) => [{ json: { id, deleted: true } }],
});

/** People that are kept in Signaturit (docs/service.md#stored-contacts). */
export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	operations: {
		getManyContacts: getMany,
		getContact: get,
		createContact: create,
		updateContact: update,
		deleteContact,
	},
};
