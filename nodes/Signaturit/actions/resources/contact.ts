// The resource Contact: people whom Signaturit keeps, and operations to read and change them.

import { changeable, textField } from '../../input/fields';
import { contactLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { writes } from '../../transport/writes';
import type { Resource } from '../operation';
import { plainRead, plainWrite } from '../plain';
import { plainForm } from '../plainForm';
import { createdAtField, entryItem, entryOutput } from '../output';
import { textFilters } from '../filters';
import { entryList } from '../plainList';

const emailField = (description: string) =>
	textField('Email', 'email', { placeholder: 'e.g. ada@example.com', description });

const name = (description: string) =>
	textField('Name', 'name', { placeholder: 'e.g. Ada Lovelace', description });

export const requiredEmail = (description: string) => ({
	...emailField(description),
	required: true,
});

const contactFields = [requiredEmail('Address of the contact'), name('Name of the contact')];

const contactFilters = textFilters([
	emailField('Return only contacts that Signaturit finds by this address'),
	name('Return only contacts that Signaturit finds by this name'),
]);

const output = entryOutput(
	['name', 'email', 'createdAt', 'other'],
	entryItem('contactId', { name: ['name'], email: ['email'], created_at: createdAtField }),
);

/** People that are kept in Signaturit (docs/service.md#stored-contacts). */
export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	operations: {
		getManyContacts: entryList(endpoints.contact, contactFilters, {
			...output.ofList,
			line: output.line(({ contactId, createdAt, name, email }) => ({
				id: contactId,
				created: createdAt,
				values: [name, email],
			})),
			name: 'Get Many',
			action: 'Get many contacts',
			description: 'List the contacts that are saved in Signaturit, by email address or name',
		}),
		getContact: plainRead(endpoints.contact.one, [contactLocator], {
			...output.ofRead,
			name: 'Get',
			action: 'Get a contact',
			description: 'Get the email address and the name of a contact',
		}),
		createContact: plainForm(writes.createContact, [], {
			name: 'Create',
			action: 'Create a contact',
			description:
				'Save a person as a contact in Signaturit, to choose from when something is sent',
			...output.ofWrite,
			fields: contactFields,
		}),
		updateContact: plainForm(writes.updateContact, [contactLocator], {
			name: 'Update',
			action: 'Update a contact',
			description: 'Change the email address or the name of a contact',
			...output.ofWrite,
			fields: changeable(contactFields),
			needsOne: true,
		}),
		deleteContact: plainWrite(writes.deleteContact, [contactLocator], {
			name: 'Delete',
			action: 'Delete a contact',
			description: 'Delete a contact; what was sent to that person stays',
			give: ({ ids: [contactId] }) => [{ json: { contactId, deleted: true } }],
		}),
	},
};
