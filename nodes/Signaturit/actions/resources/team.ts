// The resource Team: its users, seats and groups.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { openWordOf } from '../../input/fieldDoors';
import { choiceField, option, textField } from '../../input/fields';
import { groupLocator, seatLocator, userLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { groupSchema, withId, withShape } from '../../transport/expected';
import { entriesSchema } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import { objectsIn, type EntryLine } from '../line';
import type { Resource } from '../operation';
import { plainRead, plainWrite } from '../plain';
import { plainForm } from '../plainForm';
import { requiredEmail } from './contact';

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

const groupUser = [groupLocator, userLocator];

/** Only adding is answered with the group. */
const removed = ({ ids: [groupId, userId] }: { ids: string[] }) => [
	{ json: { groupId, userId, removed: true } },
];

const userLine = ({ id, created_at: created, status, ...user }: IDataObject): EntryLine => ({
	id,
	created,
	status,
	values: [user.role, user.name, user.email],
});

/** The roles and addresses of a group's users. */
const usersLine = (role: string, users: unknown) =>
	objectsIn(users).map(({ email }) => [role, email]);

/**
 * The users, seats and groups of the team; the ID of a user is that of the seat (docs/service.md#team-users-and-seats,
 * docs/service.md#team-groups). The lists come whole: no limit is documented.
 */
export const team: Resource = {
	name: 'Team',
	value: 'team',
	operations: {
		getManyUsers: plainRead(() => endpoints.teamUser.list, [], {
			line: userLine,
			name: 'Get Many Users',
			action: 'Get many team users',
			description: 'List the users of the team with their roles and whether they have joined',
			expected: () => withShape('a list of users', entriesSchema),
		}),
		getUser: plainRead(endpoints.teamUser.one, [userLocator], {
			name: 'Get User',
			action: 'Get a team user',
			description: 'Get a user of the team with the role and whether the user has joined',
			expected: () => withId('the user'),
		}),
		inviteUser: plainForm(writes.inviteUser, [], {
			name: 'Invite User',
			action: 'Invite a user to the team by email',
			description: 'Send a person an email at once, with a link to join the team',
			fields: [requiredEmail('Address of the person to invite'), role],
			rules: { role: roleSchema },
		}),
		changeRole: plainForm(writes.changeRole, [userLocator], {
			name: 'Change User Role',
			action: 'Change the role of a team user',
			description: 'Make a user of the team an admin or a member',
			fields: [role],
			rules: { role: roleSchema },
		}),
		removeUser: plainWrite(writes.removeUser, [userLocator], {
			name: 'Remove User',
			action: 'Remove a user from the team but keep the seat',
			description: 'Remove a user from the team; the seat becomes empty and can be used again',
			give: ({ ids: [userId] }) => [{ json: { userId, removed: true } }],
		}),
		getManySeats: plainRead(() => endpoints.teamSeat.list, [], {
			line: userLine,
			name: 'Get Many Seats',
			action: 'Get many team seats',
			description: 'List the seats of the team, also the empty ones',
			expected: () => withShape('a list of seats', entriesSchema),
		}),
		removeSeat: plainWrite(writes.removeSeat, [seatLocator], {
			name: 'Remove Seat',
			action: 'Remove a seat from the team',
			description: 'Remove a seat from the account; its user leaves the team',
			give: ({ ids: [seatId] }) => [{ json: { seatId, removed: true } }],
		}),
		getManyGroups: plainRead(() => endpoints.teamGroup.list, [], {
			line: ({ id, created_at: created, name, managers, members }) => ({
				id,
				created,
				values: [name, usersLine('manager', managers), usersLine('member', members)],
			}),
			name: 'Get Many Groups',
			action: 'Get many team groups',
			description: 'List the groups of the team with their managers and members',
			expected: () => withShape('a list of groups', z.array(groupSchema)),
		}),
		getGroup: plainRead(endpoints.teamGroup.one, [groupLocator], {
			name: 'Get Group',
			action: 'Get a team group',
			description: 'Get a group of the team with its managers and members',
			expected: () => withShape('the group', groupSchema),
		}),
		createGroup: plainForm(writes.createGroup, [], {
			name: 'Create Group',
			action: 'Create a team group',
			description: 'Create a group, whose managers see all requests of its members',
			fields: [groupName],
		}),
		renameGroup: plainForm(writes.renameGroup, [groupLocator], {
			name: 'Rename Group',
			action: 'Rename a team group',
			description: 'Give a group of the team another name',
			fields: [groupName],
		}),
		deleteGroup: plainWrite(writes.deleteGroup, [groupLocator], {
			name: 'Delete Group',
			action: 'Delete a team group',
			description: 'Delete a group; its users stay in the team',
			give: ({ ids: [groupId] }) => [{ json: { groupId, deleted: true } }],
		}),
		addManager: plainWrite(writes.addManager, groupUser, {
			name: 'Add Manager',
			action: 'Add a manager to a team group',
			description:
				'Add a user of the team to a group, where the user sees all requests of its members',
		}),
		removeManager: plainWrite(writes.removeManager, groupUser, {
			name: 'Remove Manager',
			action: 'Remove a manager from a team group',
			description: 'Remove one of the managers of a group; the user stays in the team',
			give: removed,
		}),
		addMember: plainWrite(writes.addMember, groupUser, {
			name: 'Add Member',
			action: 'Add a member to a team group',
			description: 'Add a user of the team to a group, whose managers see all requests of the user',
		}),
		removeMember: plainWrite(writes.removeMember, groupUser, {
			name: 'Remove Member',
			action: 'Remove a member from a team group',
			description: 'Remove one of the members of a group; the user stays in the team',
			give: removed,
		}),
	},
};
