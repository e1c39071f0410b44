import { newId } from './ids';

export type TeamRole = 'admin' | 'member';

/** A place in the team. Nobody has an inactive one. */
export interface Seat {
	id: string;
	createdAt: Date;
	role: TeamRole;
	status: 'active' | 'pending' | 'inactive';
	email?: string;
	name?: string;
	position?: string;
	/** Shown in answers, as the real service was seen to do (docs/service.md#access-tokens). */
	token?: string;
}

export interface TeamGroup {
	id: string;
	createdAt: Date;
	name: string;
	managers: Seat[];
	members: Seat[];
}

/** The seat of the account's owner. */
export const ownSeat = (token: string, now: Date): Seat => ({
	id: newId(),
	createdAt: now,
	role: 'admin',
	status: 'active',
	email: 'owner@example.com',
	name: 'Account Owner',
	position: 'CEO',
	token,
});

/** The seat of a person who has been invited. */
export const pendingSeat = (email: string, role: TeamRole, now: Date): Seat => ({
	id: newId(),
	createdAt: now,
	role,
	status: 'pending',
	email,
});

/** Takes a user's seat away; it stays, for another one. */
export const empty = (seat: Seat): Seat =>
	Object.assign(seat, {
		status: 'inactive',
		email: undefined,
		name: undefined,
		position: undefined,
		token: undefined,
	});
