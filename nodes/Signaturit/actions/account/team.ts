import { z } from 'zod';
import { choiceField, textField } from '../../input/fields';
import { groupLocator, seatLocator, userLocator } from '../../input/locators';
import { choice, emailSchema, filledText } from '../../input/schemas';
import { groupSchema, withId, withShape } from '../../transport/expected';
import { endpoints } from '../../transport/endpoints';
import { entriesSchema } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import { plainRead, plainWrite, type Resource } from '../operation';

const role = choiceField('Role', 'role', {
	options: [
		{ name: 'Admin', value: 'admin', description: 'May manage the team' },
		{ name: 'Member', value: 'member' },
	],
	default: 'member',
	description: 'What the user may do in the team',
});
const roleSchema = () => choice('Role', ['admin', 'member']);

const groupForm = {
	fields: [
		textField('Name', 'name', {
			required: true,
			placeholder: 'e.g. Founders',
			description: 'Name of the group from now on',
		}),
	],
	schema: () => z.object({ name: filledText('Name') }),
};

/** What adds a manager or a member to a group, and removes one. The service answers the group to the first only. */
const listOfGroup = (role: 'Manager' | 'Member', may: string) =>
	[
		plainWrite({
			name: `Add ${role}`,
			action: `Add a ${role.toLowerCase()} to a team group`,
			description: `Add a user of the team to a group, ${may}`,
			locators: [groupLocator, userLocator],
			write: writes[`add${role}`],
		}),
		plainWrite({
			name: `Remove ${role}`,
			action: `Remove a ${role.toLowerCase()} from a team group`,
			description: `Remove one of the ${role.toLowerCase()}s of a group; the user stays in the team`,
			locators: [groupLocator, userLocator],
			write: writes[`remove${role}`],
			give: (_, [groupId, userId]) => [{ json: { groupId, userId, removed: true } }],
		}),
	] as const;

const [addManager, removeManager] = listOfGroup(
	'Manager',
	'where the user sees all requests of its members',
);
const [addMember, removeMember] = listOfGroup(
	'Member',
	'whose managers see all requests of the user',
);

/**
 * The users, seats and groups of the team; the ID of a user is that of the seat (docs/service.md#team-users-and-seats,
 * docs/service.md#team-groups). The lists come whole: no limit is documented.
 */
export const team: Resource = {
	name: 'Team',
	value: 'team',
	operations: {
		getManyUsers: plainRead({
			name: 'Get Many Users',
			action: 'Get many team users',
			description: 'List the users of the team with their roles and whether they have joined',
			path: () => endpoints.team.users,
			expected: () => withShape('a list of users', entriesSchema),
		}),
		getUser: plainRead({
			name: 'Get User',
			action: 'Get a team user',
			description: 'Get a user of the team with the role and whether the user has joined',
			locators: [userLocator],
			path: endpoints.team.user,
			expected: () => withId('the user'),
		}),
		inviteUser: plainWrite({
			name: 'Invite User',
			action: 'Invite a user to the team by email',
			description: 'Send a person an email with a link to join the team',
			form: {
				fields: [
					textField('Email', 'email', {
						required: true,
						placeholder: 'e.g. ada@example.com',
						description: 'Address of the person to invite',
					}),
					role,
				],
				schema: () => z.object({ email: emailSchema, role: roleSchema() }),
			},
			write: writes.inviteUser,
		}),
		changeRole: plainWrite({
			name: 'Change User Role',
			action: 'Change the role of a team user',
			description: 'Make a user of the team an admin or a member',
			locators: [userLocator],
			form: { fields: [role], schema: () => z.object({ role: roleSchema() }) },
			write: writes.changeRole,
		}),
		removeUser: plainWrite({
			name: 'Remove User',
			action: 'Remove a user from the team but keep the seat',
			description: 'Remove a user from the team; the seat becomes empty and can be used again',
			locators: [userLocator],
			write: writes.removeUser,
			give: (_, [userId]) => [{ json: { userId, removed: true } }],
		}),
		getManySeats: plainRead({
			name: 'Get Many Seats',
			action: 'Get many team seats',
			description: 'List the seats of the team, also the empty ones',
			path: () => endpoints.team.seats,
			expected: () => withShape('a list of seats', entriesSchema),
		}),
		removeSeat: plainWrite({
			name: 'Remove Seat',
			action: 'Remove a seat from the team',
			description: 'Remove a seat from the account; its user leaves the team',
			locators: [seatLocator],
			write: writes.removeSeat,
			give: (_, [seatId]) => [{ json: { seatId, removed: true } }],
		}),
		getManyGroups: plainRead({
			name: 'Get Many Groups',
			action: 'Get many team groups',
			description: 'List the groups of the team with their managers and members',
			path: () => endpoints.team.groups,
			expected: () => withShape('a list of groups', z.array(groupSchema)),
		}),
		getGroup: plainRead({
			name: 'Get Group',
			action: 'Get a team group',
			description: 'Get a group of the team with its managers and members',
			locators: [groupLocator],
			path: endpoints.team.group,
			expected: () => withShape('the group', groupSchema),
		}),
		createGroup: plainWrite({
			name: 'Create Group',
			action: 'Create a team group',
			description: 'Create a group, whose managers see all requests of its members',
			form: groupForm,
			write: writes.createGroup,
		}),
		renameGroup: plainWrite({
			name: 'Rename Group',
			action: 'Rename a team group',
			description: 'Give a group of the team another name',
			locators: [groupLocator],
			form: groupForm,
			write: writes.renameGroup,
		}),
		deleteGroup: plainWrite({
			name: 'Delete Group',
			action: 'Delete a team group',
			description: 'Delete a group; its users stay in the team',
			locators: [groupLocator],
			write: writes.deleteGroup,
			give: (_, [groupId]) => [{ json: { groupId, deleted: true } }],
		}),
		...{ addManager, removeManager, addMember, removeMember },
	},
};
