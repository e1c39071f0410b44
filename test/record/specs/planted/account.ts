import { MASK } from '../../secrets';
import { at, body, status, value, type Planted } from './changes';

interface Seat {
	id: string;
	status: string;
}

/** A change of every seat in a list. */
const seats = (change: (seat: Seat) => unknown) => body((old: Seat[]) => old.map(change));

/** Other behaviour of the account, its contacts, its brandings and its team. */
export const plantedAccount: Planted[] = [
	{
		what: 'an unknown ID is told in other words',
		where: ['unknown contact'],
		change: status(404, 'Nothing here'),
		row: 'refusal-not-found-words',
	},
	{
		what: 'there is no enrollment code',
		where: ['enrollment code'],
		change: status(404, 'Not found'),
		row: 'device-enrollment-code',
	},
	{
		what: 'the enrollment code has another name',
		where: ['enrollment code'],
		change: body(() => ({ enrollment_code: MASK })),
		row: 'device-answers',
	},
	{
		what: 'an SMS has another status',
		where: ['status of sms'],
		change: value('sms_status', 'read'),
		row: 'sms-status-words',
	},
	{
		what: 'colors have names',
		where: ['brandings'],
		change: value('layout_color', 'orange'),
		row: 'branding-colors',
	},
	{
		what: 'a branding has a template of an unknown email',
		where: ['brandings'],
		change: at('templates', (old) =>
			Array.isArray(old) ? old : { ...(old as object), reminder: 'Please sign' },
		),
		row: 'branding-email-templates',
	},
	{
		what: 'a branding has a template of an unknown SMS',
		where: ['brandings'],
		change: value('sms-templates', { sms_reminder: 'Please sign' }),
		row: 'branding-sms-templates',
	},
	{
		what: 'a template of a branding has no button',
		where: ['brandings'],
		change: value('signatures_request', 'Please sign'),
		row: 'branding-required-tags',
	},
	{
		what: 'users of the team come without their tokens',
		where: ['team users', 'team seats', 'team user'],
		change: value('token', undefined),
		row: 'tokens-in-team-answers',
	},
	{
		what: 'tokens have another name',
		where: ['team users'],
		change: seats((seat) => ({ ...seat, token: undefined, apiToken: MASK })),
		row: 'team-token-name',
	},
	{
		what: 'a seat has another status',
		where: ['team seats'],
		change: seats((seat) => (seat.status === 'pending' ? { ...seat, status: 'invited' } : seat)),
		row: 'team-seat-fields',
	},
	{
		what: 'there are more seats than are listed',
		where: ['team seats after the last'],
		change: body(() => [{ id: 's1', status: 'active' }]),
		row: 'team-lists-whole',
	},
	{
		what: 'inactive seats are listed as users',
		where: ['team seats'],
		change: seats((seat) => ({ ...seat, status: 'inactive', email: undefined })),
		row: 'team-invitation-new-seat',
	},
	{
		what: 'users have IDs of their own',
		where: ['team users'],
		change: body((old: Seat[]) => [...old, { ...old[0], id: 'u1' }]),
		row: 'team-user-id-is-seat-id',
	},
	{
		what: 'groups hold the IDs of seats',
		where: ['team groups'],
		change: at('members', (members: Seat[]) => members.map(({ id }) => id)),
		row: 'group-fields',
	},
];
