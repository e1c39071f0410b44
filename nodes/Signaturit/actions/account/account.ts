import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { choiceField, textField } from '../../input/fields';
import { DEFAULT_FIELD, fileSchema, readFiles } from '../../input/files';
import { contactLocator } from '../../input/locators';
import { choice, emailSchema, field, optional, validated } from '../../input/schemas';
import { endpoints } from '../../transport/endpoints';
import { noError } from '../../transport/expected';
import { writes } from '../../transport/writes';
import { plainRead, plainWrite, resource } from '../operation';
import { entryList, textFilters } from '../plainList';

/** GET /v3/account/credits.json; the form of its answer is not documented (docs/service.md#credits). */
const getCredits = plainRead(() => endpoints.credits.left, [], {
	action: 'Get the credits that the account has left',
	description: 'Get the credits that are left; each signature request uses some of them',
	expected: () => ({ ...noError, what: 'the credits of the account' }),
});

export const account = resource('Account', 'account', { getCredits });

const email = (description: string, required?: true) =>
	textField('Email', 'email', {
		placeholder: 'e.g. ada@example.com',
		description,
		...(required && { required }),
	});

const name = (description: string) =>
	textField('Name', 'name', { placeholder: 'e.g. Ada Lovelace', description });

const contactFilters = textFilters([
	email('Take only contacts that Signaturit finds by this address'),
	name('Take only contacts that Signaturit finds by this name'),
]);

/** People that are kept in Signaturit (docs/service.md#stored-contacts). */
export const contact = resource('Contact', 'contact', {
	getManyContacts: entryList(endpoints.contact, contactFilters, {
		description: 'List the people that are kept in Signaturit, by email address or name',
	}),
	getContact: plainRead(endpoints.contact.one, [contactLocator], {
		description: 'Get the email address and the name of a contact',
	}),
	createContact: plainWrite(writes.createContact, [], {
		description: 'Keep a person in Signaturit, to choose from when a request is sent there',
		fields: [email('Address of the contact', true), name('Name of the contact')],
		rules: { email: emailSchema },
	}),
	updateContact: plainWrite(writes.updateContact, [contactLocator], {
		description: 'Change the email address or the name of a contact',
		fields: [
			email('The new address; it stays as it is when left empty'),
			name('The new name; it stays as it is when left empty'),
		],
		rules: { email: optional(emailSchema) },
		needsOne: true,
	}),
	deleteContact: plainWrite(writes.deleteContact, [contactLocator], {
		description: 'Delete a contact; what was sent to that person stays',
		give: (_, [id]) => [{ json: { id, deleted: true } }],
	}),
});

const photos = (name: string) =>
	z.array(fileSchema(name)).max(1, `${name}: name one binary field of the item`);

const identityDocument = () =>
	z.object({
		front: photos('Front').min(1, 'Front: name one binary field of the item'),
		back: photos('Back'),
		document_type: choice('Document Type', ['ID', 'DL', 'RP', 'PA']),
		document_country: field(
			z
				.string()
				.trim()
				.toUpperCase()
				.regex(/^[A-Z]{3}$/),
			'Country must be a code of three letters, e.g. ESP',
		),
	});

async function readPhotos(this: IExecuteFunctions, entered: IDataObject, item: number) {
	const { front, back, ...fields } = validated(identityDocument(), {
		...entered,
		front: await readFiles.call(this, entered.front, item),
		back: await readFiles.call(this, entered.back, item),
	});
	const files = Object.entries({ front, back }).flatMap(([side, photos]) =>
		photos.map((photo) => ({ ...photo, field: side })),
	);
	return { fields, files };
}

const photoIdFields = [
	textField('Front', 'front', {
		required: true,
		default: DEFAULT_FIELD,
		hint: 'The name of the input binary field with the photo of the front. If it is the only file, leave it as it is.',
	}),
	textField('Back', 'back', {
		hint: 'The name of the input binary field with the photo of the back. Leave it empty if the document needs none.',
	}),
	choiceField('Document Type', 'document_type', {
		options: [
			{ name: 'Driver License', value: 'DL' },
			{ name: 'ID Card', value: 'ID' },
			{ name: 'Passport', value: 'PA' },
			{ name: 'Residence Permit', value: 'RP' },
		],
		default: 'ID',
	}),
	textField('Country', 'document_country', {
		default: 'ESP',
		placeholder: 'e.g. ESP',
		description: 'The country of the document, as a code of three letters (ISO 3166-1 alpha-3)',
	}),
];

/** POST /v3/photoid/validate.json; the form of its answer is not documented (docs/service.md#photo-id). */
const validatePhotoId = plainWrite(writes.validatePhotoId, [], {
	action: 'Validate an identity document by its photos',
	description: 'Read the data from photos of an identity document and have them validated',
	fields: photoIdFields,
	content: readPhotos,
});

export const photoId = resource('Photo ID', 'photoId', { validatePhotoId });
