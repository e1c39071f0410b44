import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { changeable, choiceField, openWordOf, option, textField } from '../../input/fields';
import { DEFAULT_FIELD, fileSchema, readFiles } from '../../input/files';
import { contactLocator, groupLocator, seatLocator, userLocator } from '../../input/locators';
import { filledText } from '../../input/doors';
import { field, refusal, validated } from '../../input/schemas';
import type { ExecuteCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { groupSchema, noError, withId, withShape } from '../../transport/expected';
import { entriesSchema } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import { plainRead, plainWrite, resource, type Operation } from '../operation';
import { entryList, textFilters } from '../plainList';

const deviceField = textField('Device ID', 'deviceId', {
	required: true,
	placeholder: 'e.g. 5f1b2c3d-7f42-11e6-8a49-0680f0041fef',
	description: 'The device to remove. Signaturit has no list of them.',
});

/** The forms of these answers are not documented (docs/service.md#credits, docs/service.md#devices). */
export const account = resource('Account', 'account', {
	getCredits: plainRead(() => endpoints.credits.left, [], {
		action: 'Get the credits that the account has left',
		description: 'Get the credits that are left; what is sent uses some of them',
		expected: () => ({ ...noError, what: 'the credits of the account' }),
	}),
	getEnrollmentCode: plainRead(() => endpoints.device.enrollmentCode, [], {
		action: 'Get the code that enrolls a device to sign on',
		description: 'Get the code with which a device joins the account, for people to sign on it',
		expected: () => ({ ...noError, what: 'the enrollment code' }),
	}),
	deleteDevice: plainWrite(writes.deleteDevice, [deviceField], {
		action: 'Delete a device that people sign on',
		description: 'Remove a device from the account, so that nobody can sign on it any more',
		give: ({ ids: [deviceId] }) => [{ json: { deviceId, deleted: true } }],
	}),
});

const emailField = (description: string) =>
	textField('Email', 'email', { placeholder: 'e.g. ada@example.com', description });

const name = (description: string) =>
	textField('Name', 'name', { placeholder: 'e.g. Ada Lovelace', description });

const requiredEmail = (description: string) => ({ ...emailField(description), required: true });

const contactFields = [requiredEmail('Address of the contact'), name('Name of the contact')];

const contactFilters = textFilters([
	emailField('Return only contacts that Signaturit finds by this address'),
	name('Return only contacts that Signaturit finds by this name'),
]);

/** People that are kept in Signaturit (docs/service.md#stored-contacts). */
export const contact = resource('Contact', 'contact', {
	getManyContacts: entryList(endpoints.contact, contactFilters, {
		description: 'List the contacts that are saved in Signaturit, by email address or name',
	}),
	getContact: plainRead(endpoints.contact.one, [contactLocator], {
		description: 'Get the email address and the name of a contact',
	}),
	createContact: plainWrite(writes.createContact, [], {
		description: 'Save a person as a contact in Signaturit, to choose from when something is sent',
		fields: contactFields,
	}),
	updateContact: plainWrite(writes.updateContact, [contactLocator], {
		description: 'Change the email address or the name of a contact',
		fields: changeable(contactFields),
		needsOne: true,
	}),
	deleteContact: plainWrite(writes.deleteContact, [contactLocator], {
		description: 'Delete a contact; what was sent to that person stays',
		give: ({ ids: [id] }) => [{ json: { id, deleted: true } }],
	}),
});

const documentType = choiceField('Document Type', 'document_type', {
	options: [
		option('Driver License', 'DL'),
		option('ID Card', 'ID'),
		option('Passport', 'PA'),
		option('Residence Permit', 'RP'),
	],
	default: 'ID',
});

const photos = (name: string) =>
	z.array(fileSchema(name)).max(1, `${name}: enter the name of one binary field`);

const identityDocument = () =>
	z.object({
		front: photos('Front').min(1, 'Front: enter the name of one binary field'),
		back: photos('Back'),
		document_type: openWordOf(documentType),
		document_country: filledText('Country').pipe(
			field(
				z
					.string()
					.trim()
					.toUpperCase()
					.regex(/^[A-Z]{3}$/),
				(value) => refusal('Country', value, 'must be a code of three letters, e.g. ESP'),
			),
		),
	});

async function readPhotos(call: ExecuteCall, entered: IDataObject, item: number) {
	const { front, back, ...fields } = validated(identityDocument(), {
		...entered,
		front: await readFiles(call, entered.front, item),
		back: await readFiles(call, entered.back, item),
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
	documentType,
	textField('Country', 'document_country', {
		default: 'ESP',
		placeholder: 'e.g. ESP',
		description: 'The country of the document, as a code of three letters (ISO 3166-1 alpha-3)',
	}),
];

/** POST /v3/photoid/validate.json; the form of its answer is not documented (docs/service.md#photo-id). */
export const photoId = resource('Photo ID', 'photoId', {
	validatePhotoId: plainWrite(writes.validatePhotoId, [], {
		action: 'Validate an identity document by its photos',
		description: 'Read the data from photos of an identity document and have them validated',
		fields: photoIdFields,
		content: readPhotos,
	}),
});

const role = choiceField('Role', 'role', {
	options: [option('Admin', 'admin', 'May manage the team'), option('Member', 'member')],
	default: 'member',
	description: 'What the user may do in the team',
});
const roleSchema = openWordOf(role);

const groupName = textField('Name', 'name', {
	required: true,
	placeholder: 'e.g. Founders',
	description: 'Name of the group from now on',
});

/** What adds a manager or a member to a group, and removes one. The service answers the group to the first only. */
const listOfGroup = (role: 'Manager' | 'Member', may: string): Record<string, Operation> => ({
	[`add${role}`]: plainWrite(writes[`add${role}`], [groupLocator, userLocator], {
		action: `Add a ${role.toLowerCase()} to a team group`,
		description: `Add a user of the team to a group, ${may}`,
	}),
	[`remove${role}`]: plainWrite(writes[`remove${role}`], [groupLocator, userLocator], {
		action: `Remove a ${role.toLowerCase()} from a team group`,
		description: `Remove one of the ${role.toLowerCase()}s of a group; the user stays in the team`,
		give: ({ ids: [groupId, userId] }) => [{ json: { groupId, userId, removed: true } }],
	}),
});

/**
 * The users, seats and groups of the team; the ID of a user is that of the seat (docs/service.md#team-users-and-seats,
 * docs/service.md#team-groups). The lists come whole: no limit is documented.
 */
export const team = resource('Team', 'team', {
	getManyUsers: plainRead(() => endpoints.teamUser.list, [], {
		description: 'List the users of the team with their roles and whether they have joined',
		expected: () => withShape('a list of users', entriesSchema),
	}),
	getUser: plainRead(endpoints.teamUser.one, [userLocator], {
		description: 'Get a user of the team with the role and whether the user has joined',
		expected: () => withId('the user'),
	}),
	inviteUser: plainWrite(writes.inviteUser, [], {
		action: 'Invite a user to the team by email',
		description: 'Send a person an email at once, with a link to join the team',
		fields: [requiredEmail('Address of the person to invite'), role],
		rules: { role: roleSchema },
	}),
	changeRole: plainWrite(writes.changeRole, [userLocator], {
		name: 'Change User Role',
		action: 'Change the role of a team user',
		description: 'Make a user of the team an admin or a member',
		fields: [role],
		rules: { role: roleSchema },
	}),
	removeUser: plainWrite(writes.removeUser, [userLocator], {
		action: 'Remove a user from the team but keep the seat',
		description: 'Remove a user from the team; the seat becomes empty and can be used again',
		give: ({ ids: [userId] }) => [{ json: { userId, removed: true } }],
	}),
	getManySeats: plainRead(() => endpoints.teamSeat.list, [], {
		description: 'List the seats of the team, also the empty ones',
		expected: () => withShape('a list of seats', entriesSchema),
	}),
	removeSeat: plainWrite(writes.removeSeat, [seatLocator], {
		action: 'Remove a seat from the team',
		description: 'Remove a seat from the account; its user leaves the team',
		give: ({ ids: [seatId] }) => [{ json: { seatId, removed: true } }],
	}),
	getManyGroups: plainRead(() => endpoints.teamGroup.list, [], {
		description: 'List the groups of the team with their managers and members',
		expected: () => withShape('a list of groups', z.array(groupSchema)),
	}),
	getGroup: plainRead(endpoints.teamGroup.one, [groupLocator], {
		description: 'Get a group of the team with its managers and members',
		expected: () => withShape('the group', groupSchema),
	}),
	createGroup: plainWrite(writes.createGroup, [], {
		description: 'Create a group, whose managers see all requests of its members',
		fields: [groupName],
	}),
	renameGroup: plainWrite(writes.renameGroup, [groupLocator], {
		description: 'Give a group of the team another name',
		fields: [groupName],
	}),
	deleteGroup: plainWrite(writes.deleteGroup, [groupLocator], {
		description: 'Delete a group; its users stay in the team',
		give: ({ ids: [groupId] }) => [{ json: { groupId, deleted: true } }],
	}),
	...listOfGroup('Manager', 'where the user sees all requests of its members'),
	...listOfGroup('Member', 'whose managers see all requests of the user'),
});
