import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choiceField, textField } from '../../input/fields';
import { groupLocator, seatLocator, userLocator } from '../../input/locators';
import { choice, emailSchema, filledText } from '../../input/schemas';
import { accountEndpoints } from '../../transport/accountEndpoints';
import { groupSchema, seatSchema } from '../../transport/accountShapes';
import { accountWrites } from '../../transport/accountWrites';
import { withId, withShape } from '../../transport/expected';
import { plainRead, plainWrite, type Operation, type Resource } from '../operation';
import { jsonItems } from '../outcome';

const { team: endpoints } = accountEndpoints;

const roleField = choiceField('Role', 'role', {
	options: [
		{ name: 'Admin', value: 'admin', description: 'May manage the team' },
		{ name: 'Member', value: 'member' },
	],
	default: 'member',
	description: 'What the user may do in the team',
});
const roleSchema = choice('Role', ['admin', 'member']);

const nameForm = {
	fields: [
		textField('Name', 'name', {
			required: true,
			placeholder: 'e.g. Founders',
			description: 'Name of the group from now on',
		}),
	] satisfies INodeProperties[],
	schema: z.object({ name: filledText('Name') }),
};

/** GET /v3/team/users.json; all at once: no limit is documented. */
const getManyUsers = plainRead({
	name: 'Get Many Users',
	action: 'Get many team users',
	description: 'List the users of the team with their roles and whether they have joined',
	locators: [],
	path: () => endpoints.users,
	expected: () => withShape('a list of users', z.array(seatSchema)),
});

/** GET /v3/team/users/{id}.json; the ID is that of the seat. */
const getUser = plainRead({
	name: 'Get User',
	action: 'Get a team user',
	description: 'Get a user of the team with the role and whether the user has joined',
	locators: [userLocator],
	path: endpoints.user,
	expected: () => withId('the user'),
});

/** POST /v3/team/users.json; answers the seat. */
const inviteUser = plainWrite({
	name: 'Invite User',
	action: 'Invite a user to the team by email',
	description: 'Send a person an email with a link to join the team',
	locators: [],
	form: {
		fields: [
			textField('Email', 'email', {
				required: true,
				placeholder: 'e.g. ada@example.com',
				description: 'Address of the person to invite',
			}),
			roleField,
		],
		schema: z.object({ email: emailSchema, role: roleSchema }),
	},
	write: accountWrites.inviteUser,
	give: jsonItems,
});

/** PATCH /v3/team/users/{id}.json; answers the user. */
const changeRole = plainWrite({
	name: 'Change User Role',
	action: 'Change the role of a team user',
	description: 'Make a user of the team an admin or a member',
	locators: [userLocator],
	form: { fields: [roleField], schema: z.object({ role: roleSchema }) },
	write: accountWrites.changeRole,
	give: jsonItems,
});

/** DELETE /v3/team/users/{id}.json; the seat stays, inactive. */
const removeUser = plainWrite({
	name: 'Remove User',
	action: 'Remove a user from the team but keep the seat',
	description: 'Remove a user from the team; the seat becomes empty and can be used again',
	locators: [userLocator],
	write: accountWrites.removeUser,
	give: (_, [userId]) => [{ json: { userId, removed: true } }],
});

/** GET /v3/team/seats.json; all at once: no limit is documented. */
const getManySeats = plainRead({
	name: 'Get Many Seats',
	action: 'Get many team seats',
	description: 'List the seats of the team, also the empty ones',
	locators: [],
	path: () => endpoints.seats,
	expected: () => withShape('a list of seats', z.array(seatSchema)),
});

/** DELETE /v3/team/seats/{id}.json. */
const removeSeat = plainWrite({
	name: 'Remove Seat',
	action: 'Remove a seat from the team',
	description: 'Remove a seat from the account; its user leaves the team',
	locators: [seatLocator],
	write: accountWrites.removeSeat,
	give: (_, [seatId]) => [{ json: { seatId, removed: true } }],
});

/** GET /v3/team/groups.json; all at once: no limit is documented. */
const getManyGroups = plainRead({
	name: 'Get Many Groups',
	action: 'Get many team groups',
	description: 'List the groups of the team with their managers and members',
	locators: [],
	path: () => endpoints.groups,
	expected: () => withShape('a list of groups', z.array(groupSchema)),
});

/** GET /v3/team/groups/{id}.json. */
const getGroup = plainRead({
	name: 'Get Group',
	action: 'Get a team group',
	description: 'Get a group of the team with its managers and members',
	locators: [groupLocator],
	path: endpoints.group,
	expected: () => withShape('the group', groupSchema),
});

/** POST /v3/team/groups.json; answers the group. */
const createGroup = plainWrite({
	name: 'Create Group',
	action: 'Create a team group',
	description: 'Create a group, whose managers see all requests of its members',
	locators: [],
	form: nameForm,
	write: accountWrites.createGroup,
	give: jsonItems,
});

/** PATCH /v3/team/groups/{id}.json; answers the group. */
const renameGroup = plainWrite({
	name: 'Rename Group',
	action: 'Rename a team group',
	description: 'Give a group of the team another name',
	locators: [groupLocator],
	form: nameForm,
	write: accountWrites.renameGroup,
	give: jsonItems,
});

/** DELETE /v3/team/groups/{id}.json; its answer is not documented. */
const deleteGroup = plainWrite({
	name: 'Delete Group',
	action: 'Delete a team group',
	description: 'Delete a group; its users stay in the team',
	locators: [groupLocator],
	write: accountWrites.deleteGroup,
	give: (_, [groupId]) => [{ json: { groupId, deleted: true } }],
});

/** POST /v3/team/groups/{id}/managers/{id}.json and …/members/{id}.json; answer the group. */
function adding(role: 'Manager' | 'Member', list: 'managers' | 'members', may: string): Operation {
	return plainWrite({
		name: `Add ${role}`,
		action: `Add a ${role.toLowerCase()} to a team group`,
		description: `Add a user of the team to a group, ${may}`,
		locators: [groupLocator, userLocator],
		write: accountWrites.addTo(list),
		give: jsonItems,
	});
}

/** DELETE of the same. */
function removing(role: 'Manager' | 'Member', list: 'managers' | 'members'): Operation {
	return plainWrite({
		name: `Remove ${role}`,
		action: `Remove a ${role.toLowerCase()} from a team group`,
		description: `Remove one of the ${list} of a group; the user stays in the team`,
		locators: [groupLocator, userLocator],
		write: accountWrites.removeFrom(list),
		give: (_, [groupId, userId]) => [{ json: { groupId, userId, removed: true } }],
	});
}

export const team: Resource = {
	name: 'Team',
	value: 'team',
	operations: {
		getManyUsers,
		getUser,
		inviteUser,
		changeRole,
		removeUser,
		getManySeats,
		removeSeat,
		getManyGroups,
		getGroup,
		createGroup,
		renameGroup,
		deleteGroup,
		addManager: adding('Manager', 'managers', 'where the user sees all requests of its members'),
		removeManager: removing('Manager', 'managers'),
		addMember: adding('Member', 'members', 'whose managers see all requests of the user'),
		removeMember: removing('Member', 'members'),
	},
};
